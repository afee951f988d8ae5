import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { placeTypes } from '#domain/property/place-types.ts';
import { casesIn } from '../../../cases.ts';
import { area, candidatesOf, line, node } from './osm-subjects.ts';

/** The rows of place-types.txt: the type, or `-` for none, and the tags of a node. */
const rows = readFileSync(new URL('./place-types.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter(row => row !== '' && !row.startsWith('#'))
  .map(row => row.split(/ +(.*)/, 2) as [type: string, tags: string]);

test('tags decide the type of a place, for each type and for what only looks like it', () => {
  assert.deepEqual(
    rows.map(([, tags]) => `${typesOf(node(tags)).join() || '-'} ${tags}`),
    rows.map(row => row.join(' ')),
  );
  const types = new Set(rows.map(([type]) => type).filter(type => type !== '-'));
  assert.deepEqual([...types].toSorted(), placeTypes.toSorted());
});

function typesOf(object: ReturnType<typeof node>): string[] {
  return candidatesOf(object).map(({ place }) => place.place_type);
}

test('a place keeps its object, the tag that matched, both names and seven decimals', () => {
  const tags = 'amenity=bank;atm name=Τράπεζα_Πειραιώς name:en=Piraeus_Bank';
  const [found] = candidatesOf(node(tags, 123, [22.950000049, 39.360000051]));
  assert.deepEqual(found?.place, {
    external_id: 'node/123',
    name_gr: 'Τράπεζα Πειραιώς',
    name_en: 'Piraeus Bank',
    place_category: 'amenity=bank',
    place_type: 'bank',
    latitude: 39.3600001,
    longitude: 22.95,
  });
});

test('a place has a Greek and an English name, by its tags and its letters', () => {
  for (const [tags, greek, english] of casesIn(`
    name=Alpha_Bank                           |              | Alpha Bank
    name=Άλφα                                 | Άλφα         |
    name=Alpha name:el=Άλφα                   | Άλφα         | Alpha
    name=Άλφα int_name=Alpha                  | Άλφα         | Alpha
    name=Άλφα int_name=Alfa name:en=Alpha     | Άλφα         | Alpha
    name=Τράπεζα_Alpha                        | Τράπεζα Alpha |
    name=Банк                                 |              |
    name=112                                  |              |
    name:de=Bank                              |              |
  `)) {
    const [found] = candidatesOf(node(`amenity=bank ${tags}`));
    const { name_gr, name_en } = found!.place;
    assert.deepEqual([name_gr, name_en], [greek || null, english || null], tags);
  }
});

test('closed ways and multipolygons are places, open ways and other relations none', () => {
  assert.deepEqual(typesOf(area('amenity=bank')), ['bank']);
  assert.deepEqual(typesOf(area('amenity=bank type=multipolygon', { kind: 'relation' })), ['bank']);
  assert.deepEqual(typesOf(area('amenity=bank type=site', { kind: 'relation' })), []);
  assert.deepEqual(typesOf(line('amenity=bank', 1, [22, 39], [22, 40])), []);
});

test('a way under construction is track, a node of it may be a station', () => {
  const tags = 'railway=construction construction=subway subway=yes';
  assert.deepEqual(typesOf(node(tags)), ['future_metro_station']);
  assert.deepEqual(typesOf(area(tags)), []);
});

test('an interchange is a place of each type under one external id', () => {
  const found = candidatesOf(node('railway=station train=yes subway=yes', 7));
  assert.deepEqual(
    found.map(({ place }) => [place.external_id, place.place_type]),
    [
      ['node/7', 'metro_station'],
      ['node/7', 'train_station'],
    ],
  );
});

test('a park without a name counts from 300 m², wherever it lies', () => {
  for (const at of [
    [22.95, 39.36],
    [1.5, 42.5],
  ] as const) {
    assert.deepEqual(typesOf(area('leisure=park', { at, sides: 17.4 })), ['park']);
    assert.deepEqual(typesOf(area('leisure=park', { at, sides: 17.2 })), []);
  }
});

test('the holes of a park do not count as its area', () => {
  const park = area('leisure=park', { sides: 20 });
  const hole = area('leisure=park', { sides: 15 }).outline!.coordinates[0]!;
  const coordinates = [park.outline!.coordinates[0]!, hole] as never;
  assert.deepEqual(typesOf({ ...park, outline: { type: 'Polygon', coordinates } }), []);
});
