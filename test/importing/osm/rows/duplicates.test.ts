import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { OsmObject } from '#importing/osm/assembly/osm-object.ts';
import { settlePlaces } from '#importing/osm/rows/place-layer.ts';
import { processorSeconds } from '../../../processor-time.ts';
import { area, candidatesOf, degreesNorth, node } from './osm-subjects.ts';

const settled = (...objects: OsmObject[]) => settlePlaces(candidatesOf(...objects));
const idsOf = (...objects: OsmObject[]) => settled(...objects).map(place => place.external_id);
const north = (metres: number) => [22.95, 39.36 + degreesNorth(metres)] as const;

test('a node in an area of its type is dropped when names agree or one is missing', () => {
  for (const [ofArea, ofNode] of [
    ['name=Άλφα', 'name=ΑΛΦΑ'],
    ['name=Άλφα', ''],
    ['', 'name=Άλφα'],
    ['', ''],
  ]) {
    const building = area(`amenity=bank ${ofArea}`, { id: 5 });
    assert.deepEqual(idsOf(node(`amenity=bank ${ofNode}`), building), ['way/5']);
  }
});

test('a node of another name, another type or outside the area stays', () => {
  const building = area('amenity=bank name=Άλφα', { id: 5, sides: 100 });
  const stays = ['way/5', 'node/1'];
  assert.deepEqual(idsOf(building, node('amenity=bank name=Βήτα')), stays);
  assert.deepEqual(idsOf(building, node('amenity=post_office name=Άλφα')), stays);
  assert.deepEqual(idsOf(building, node('amenity=bank', 1, north(51))), stays);
  assert.deepEqual(idsOf(building, node('amenity=bank', 1, north(49))), ['way/5']);
});

test('an area without a name takes that of the node in it, unless there are two', () => {
  const building = area('amenity=bank', { id: 5 });
  const alpha = node('amenity=bank name=Άλφα name:en=Alpha', 1);
  const [one] = settled(building, alpha);
  assert.deepEqual([one?.name_gr, one?.name_en], ['Άλφα', 'Alpha']);
  const [neither] = settled(building, alpha, node('amenity=bank name=Βήτα', 2));
  assert.deepEqual([neither?.name_gr, neither?.name_en], [null, null]);
});

test('bus stops are one with the same ref within 15 m only', () => {
  const stop = (id: number, ref: string, metres: number) =>
    node(`highway=bus_stop name=Πλατεία ${ref}`, id, north(metres));
  assert.deepEqual(idsOf(stop(2, 'ref=7', 0), stop(1, 'ref=7', 14.9)), ['node/1']);
  assert.deepEqual(idsOf(stop(2, 'ref=7', 0), stop(1, 'ref=7', 15.1)), ['node/1', 'node/2']);
  assert.deepEqual(idsOf(stop(2, 'ref=7', 0), stop(1, 'ref=8', 5)), ['node/1', 'node/2']);
  assert.deepEqual(idsOf(stop(2, '', 0), stop(1, '', 5)), ['node/1', 'node/2']);
});

for (const [what, tags, metres] of [
  ['metro stations', 'railway=station station=subway', 200],
  ['future metro stations', 'proposed:railway=station subway=yes', 200],
  ['tram stops', 'railway=tram_stop', 150],
] as const) {
  test(`${what} of one name within ${metres} m are one`, () => {
    const at = (id: number, name: string, m: number) => node(`${tags} ${name}`, id, north(m));
    assert.deepEqual(idsOf(at(1, 'name=Άλφα', 0), at(2, 'name=ΑΛΦΑ', metres - 1)), ['node/1']);
    const both = ['node/1', 'node/2'];
    assert.deepEqual(idsOf(at(1, 'name=Άλφα', 0), at(2, 'name=Άλφα', metres + 1)), both);
    assert.deepEqual(idsOf(at(1, 'name=Άλφα', 0), at(2, 'name=Βήτα', 1)), both);
    assert.deepEqual(idsOf(at(1, '', 0), at(2, '', 1)), both);
  });
}

test('a metro station and a tram stop of one name stay two', () => {
  const tram = node('railway=tram_stop name=Σύνταγμα', 2);
  const metro = node('railway=station station=subway name=Σύνταγμα', 1);
  assert.deepEqual(idsOf(tram, metro), ['node/1', 'node/2']);
});

test('the order of the objects changes nothing', () => {
  const objects = Array.from({ length: 40 }, (_, i) => {
    const tags = `railway=tram_stop name=${'ΑΒΓ'[i % 3]}`;
    return i % 7 === 0
      ? area(tags, { id: i, at: north(i * 45), sides: 120 })
      : node(tags, i, north(i * 45));
  });
  const expected = settled(...objects);
  assert.ok(expected.length > 5 && expected.length < 40);
  const orders = fc.shuffledSubarray(objects, { minLength: objects.length });
  const same = fc.property(orders, order => assert.deepEqual(settled(...order), expected));
  fc.assert(same, { numRuns: 50 });
});

test('a hundred thousand stops of one name are merged quickly', async () => {
  const [stop] = candidatesOf(node('railway=tram_stop name=Άλφα'));
  const stops = Array.from({ length: 100_000 }, (_, id) => {
    const place = { ...stop!.place, longitude: 22 + (id % 300) / 1e3, latitude: 39 + id / 1e6 };
    return { ...stop!, id, place };
  });
  const seconds = await processorSeconds(() => {
    const places = settlePlaces(stops);
    assert.ok(places.length > 1_000 && places.length < 50_000);
  });
  assert.ok(seconds < 20);
});
