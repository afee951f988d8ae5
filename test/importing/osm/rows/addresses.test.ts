import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import type { OsmObject } from '#importing/osm/assembly/osm-object.ts';
import { osmAddresses } from '#importing/osm/rows/address-rows.ts';
import { municipalityFinder } from '#importing/osm/rows/boundary-rows.ts';
import type { Address } from '#storage/store/store.ts';
import { pointInPolygon } from '#tools/geo/inside.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { casesIn } from '../../../cases.ts';
import { rounds } from '../../../sample.ts';
import { area, line, node } from './osm-subjects.ts';

function addressesOf(...objects: readonly OsmObject[]): Address[] {
  const addresses = osmAddresses(({ area, city }) => area ?? city);
  for (const one of objects) if (addresses.wants(one.kind, one.tags)) addresses.add(one);
  return [...addresses.settle()];
}

const house = 'addr:street=Ερμού addr:housenumber=24Α';
const volos = (options = {}) => {
  const tags = 'boundary=administrative admin_level=7 name=Δήμος_Βόλου type=boundary';
  return area(tags, { kind: 'relation', id: 900, sides: 4_000, ...options });
};

/** An address as `id street number, code city`. */
const brief = ({ externalId, street, houseNumber, postalCode, city }: Address) =>
  `${externalId} ${street} ${houseNumber}, ${postalCode} ${city}`;

test('a house has its street, number, postal code, city and position', () => {
  const tags = `${house} addr:postcode=38221 addr:city=Βόλος`;
  const [found] = addressesOf(node(tags, 7, [22.95, 39.360000051]));
  assert.equal(brief(found!), 'node/7 Ερμού 24Α, 38221 Βόλος');
  const { municipality, latitude, longitude, reachMetres } = found!;
  assert.deepEqual([municipality, latitude, longitude], ['Βόλος', 39.3600001, 22.95]);
  assert.equal(reachMetres, 0);
});

test('buildings have addresses like nodes, and addr:place is used for a missing street', () => {
  const place = 'addr:place=Λαύκος addr:housenumber=3 type=multipolygon';
  const found = addressesOf(area(house, { id: 2 }), area(place, { kind: 'relation', id: 3 }));
  const streets = found.map(a => `${a.externalId} ${a.street}`);
  assert.deepEqual(streets, ['way/2 Ερμού', 'relation/3 Λαύκος']);
});

test('without a number, without a street, or between numbers there is no house', () => {
  for (const tags of [
    'addr:street=Ερμού',
    'addr:housenumber=24',
    'addr:street=Ερμού addr:housenumber=2-24 addr:interpolation=even',
  ]) {
    assert.deepEqual(addressesOf(node(tags), line(tags, 1, [22, 39], [22, 39.1])), [], tags);
  }
});

test('a postal code is read as people write it', () => {
  const { tags, ...rest } = node(house);
  for (const [written, expected] of casesIn(`
    38221, 382 21, GR-38221, Τ.Κ. 382 21, ΤΚ38221 | 38221
    3822, AD500, 38221;38222                      |
  `)) {
    for (const text of [...written.split(', '), ...(expected ? [] : [''])]) {
      const [found] = addressesOf({ ...rest, tags: { ...tags, 'addr:postcode': text } });
      assert.equal(found?.postalCode, expected || null, text);
    }
  }
});

test('without a city, the municipality around it is used, before or after it in the file', () => {
  const inside = node(house, 1);
  const told = node('addr:street=Ερμού addr:housenumber=1 addr:city=Άλλη', 2);
  const outside = node(house, 3, [23, 39.36]);
  // An area of another level is no municipality.
  const region = area('boundary=administrative admin_level=6 name=Μαγνησία type=boundary', {
    ...{ kind: 'relation', sides: 12_000 },
  });
  const objects = [volos(), region, inside, told, outside];
  for (const ordered of [objects, objects.toReversed()]) {
    const cities = addressesOf(...ordered).map(a => a.city);
    assert.deepEqual(cities, ['Δήμος Βόλου', 'Άλλη', null]);
  }
});

test('the same address on a building and a shop in it is one, at the node', () => {
  const found = addressesOf(area(house, { id: 1 }), node(house, 5), node(house, 9, [22.96, 39.36]));
  assert.deepEqual(found.map(a => a.externalId).join(), 'node/5,node/9');
});

/** A way of a street along a meridian, from one latitude to another. */
const street = (id: number, from: number, to: number) =>
  line('highway=residential name=Ερμού', id, [22.95, from], [22.95, to]);

test('the ways of a street are one row, half way along all of them', () => {
  const ways = [street(3, 39.366, 39.364), street(1, 39.36, 39.362), street(2, 39.364, 39.362)];
  const found = addressesOf(...ways, volos());
  assert.deepEqual(found.map(brief), ['way/1 Ερμού null, null Δήμος Βόλου']);
  const { latitude, longitude, reachMetres } = found[0]!;
  assert.deepEqual([latitude, longitude, reachMetres], [39.363, 22.95, 334]);
});

test('streets of one name in separate villages are a row each', () => {
  const ways = [street(1, 39.36, 39.362), street(2, 39.39, 39.391), street(3, 39.364, 39.366)];
  const found = addressesOf(...ways);
  assert.deepEqual(found.map(a => a.externalId).join(), 'way/1,way/2');
});

test('a street through two municipalities is a row in each', () => {
  const ways = [street(1, 39.36, 39.362), street(2, 39.362, 39.364)];
  const north = area('boundary=administrative admin_level=7 name=Βόρεια type=boundary', {
    ...{ kind: 'relation', id: 901, at: [22.95, 39.371], sides: 2_000 },
  });
  const south = volos({ at: [22.95, 39.352], sides: 2_000 });
  const cities = addressesOf(...ways, north, south).map(a => a.city);
  assert.deepEqual(cities, ['Δήμος Βόλου', 'Βόρεια']);
});

test('a postal code that the ways of a street do not share is not the street’s', () => {
  const coded = (id: number, code: string) =>
    line(`highway=residential name=Ερμού postal_code=${code}`, id, [22.95, 39.36], [22.95, 39.37]);
  assert.equal(addressesOf(coded(1, '38221'), coded(2, '38221'))[0]?.postalCode, '38221');
  assert.equal(addressesOf(coded(1, '38221'), coded(2, '38222'))[0]?.postalCode, null);
});

test('roads with houses are streets, motorways, tracks and bus stops are not', () => {
  const named = (highway: string) =>
    line(`highway=${highway} name=Ερμού`, 1, [22.95, 39.36], [22.95, 39.37]);
  for (const highway of ['residential', 'trunk', 'pedestrian', 'steps', 'living_street']) {
    assert.equal(addressesOf(named(highway)).length, 1, highway);
  }
  for (const highway of ['motorway', 'motorway_link', 'track', 'path', 'construction']) {
    assert.deepEqual(addressesOf(named(highway)), [], highway);
  }
  assert.deepEqual(addressesOf(node('highway=residential name=Ερμού')), []);
  assert.deepEqual(addressesOf(line('highway=residential', 1, [22, 39], [22, 40])), []);
});

test('a road that closes is a line, a square an area with its point inside', () => {
  const [ring] = addressesOf(area('highway=residential name=Γύρος', { at: [22.95, 39.36] }));
  assert.notEqual(ring?.latitude, 39.36);
  const [square] = addressesOf(area('highway=pedestrian name=Πλατεία area=yes'));
  assert.deepEqual([square?.longitude, square?.latitude], [22.95, 39.36]);
});

test('the order of the objects changes nothing', () => {
  const objects = [
    ...[1, 2, 3, 4, 5].map(i => street(i, 39.35 + i / 500, 39.352 + i / 500)),
    ...[6, 7, 8].map(i => node(house, i, [22.95 + i / 1e4, 39.36])),
    area(house, { id: 10 }),
    node(house, 11),
    volos(),
    volos({ id: 899 }),
  ];
  const expected = addressesOf(...objects);
  const orders = fc.shuffledSubarray(objects, { minLength: objects.length });
  const same = fc.property(orders, order => assert.deepEqual(addressesOf(...order), expected));
  fc.assert(same, { numRuns: 50 });
});

test('a municipality with a long ragged coast holds the points that its outline holds', () => {
  const coast: Position[] = Array.from({ length: 3_000 }, (_, i) => {
    const angle = (i / 3_000) * 2 * Math.PI;
    const radius = 0.1 + 0.03 * Math.sin(40 * angle) + 0.002 * Math.sin(997 * angle);
    return [23 + radius * Math.cos(angle), 39 + radius * Math.sin(angle)];
  });
  const lake = [0, 1, 2, 3, 0].map((corner): Position => {
    return [23 + [-1, 1, 1, -1][corner]! * 0.02, 39 + [-1, -1, 1, 1][corner]! * 0.02];
  });
  const outline = { type: 'Polygon', coordinates: [[...coast, coast[0]!], lake] } as const;
  const cityAt = municipalityFinder([{ ...volos(), outline }]);
  const coordinate = fc.double({ min: -0.15, max: 0.15, noNaN: true });
  fc.assert(
    fc.property(coordinate, coordinate, (x, y) => {
      const inside = pointInPolygon([23 + x, 39 + y], outline);
      assert.equal(cityAt([23 + x, 39 + y]), inside ? 'Δήμος Βόλου' : null);
    }),
    { numRuns: rounds(500, 100) },
  );
});
