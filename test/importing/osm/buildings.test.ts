import assert from 'node:assert/strict';
import test from 'node:test';
import type { Building } from '#domain/zones/buildings.ts';
import type { OsmElement } from '#importing/osm/readers/elements.ts';
import { buildingOf } from '#importing/osm/rows/building-rows.ts';
import { openTally } from '#importing/report.ts';
import { harvest, nodes, positions, put, relation, way } from './drawing.ts';

/** The buildings of a file, and what was noted. */
async function buildingsIn(elements: readonly OsmElement[]) {
  const rows: Building[] = [];
  const tally = openTally();
  const buildings = { add: (row: Building) => void rows.push(row), tally };
  const map = { add: () => undefined, tally: openTally(), buildings };
  await harvest([put('buildings.pbf', elements)], map);
  return { rows, notes: tally.result().notes };
}

test('closed ways and multipolygons are buildings, with what their tags say', async () => {
  const { rows, notes } = await buildingsIn([
    ...nodes,
    way(1, 'abcda', {
      building: 'apartments',
      'building:levels': '4',
      height: '13.5 m',
      start_date: '1978',
      'building:material': 'concrete',
      name: 'Μέγαρο',
    }),
    way(2, 'rstur'),
    way(3, 'efghe', { building: 'no' }),
    way(4, 'ck', { building: 'yes' }),
    // A school is another kind of area on the map, and a house a place with an address.
    way(5, 'efghe', { amenity: 'school', building: 'school' }),
    way(6, 'cklmc', { building: 'yes', man_made: 'works', location: 'underground' }),
    relation(9, 'outer:2', { type: 'multipolygon', building: 'yes', height: '40 ft' }),
    relation(10, 'outer:2', { type: 'site', building: 'yes' }),
    way(7, 'abz', { building: 'yes' }),
    { kind: 'way', id: 8, refs: [97, 98, 99, 12_345, 97], tags: { building: 'yes' } },
  ]);
  assert.deepEqual(rows.map(({ externalId }) => externalId).join(), 'relation/9,way/1,way/5');
  assert.deepEqual(rows[1], {
    externalId: 'way/1',
    name: 'Μέγαρο',
    use: 'apartments',
    levels: 4,
    heightMetres: 13.5,
    constructionYear: 1978,
    material: 'concrete',
    geometry: { type: 'Polygon', coordinates: [positions('abcda')] },
  });
  assert.deepEqual([rows[0]!.use, rows[0]!.heightMetres], [null, null]);
  const reasons = notes.map(({ reason, count }) => `${count}: ${reason}`);
  assert.deepEqual(reasons, ['1: a part of its outline is not in the file, left out']);
});

test('a building relation takes its outer way in, with what only the way says', async () => {
  const { rows, notes } = await buildingsIn([
    ...nodes,
    way(1, 'abcda', { building: 'hotel', 'building:levels': '4', name: 'Ακταίον' }),
    way(2, 'efghe', { building: 'chapel' }),
    relation(9, 'outer:1 inner:2', { type: 'multipolygon', building: 'yes', height: '9' }),
    way(3, 'rstur', { building: 'yes' }),
    relation(10, 'outer:3', { type: 'multipolygon', landuse: 'retail' }),
  ]);
  const brief = rows.map(({ externalId, levels, heightMetres, name }) => [
    ...[externalId, levels, heightMetres, name],
  ]);
  assert.deepEqual(brief, [
    ['relation/9', 4, 9, 'Ακταίον'],
    ['way/2', null, null, null],
    ['way/3', null, null, null],
  ]);
  assert.deepEqual(notes, [
    {
      reason: 'the outer way of a building relation, which is counted instead',
      count: 1,
      examples: ['way/1'],
    },
  ]);
});

test('a building that the file cuts is left out and counted, whatever is left of it', async () => {
  const cut = { kind: 'way', id: 8, refs: [97, 98, 99, 12_345, 97], tags: undefined } as const;
  const { rows, notes } = await buildingsIn([
    ...nodes,
    cut,
    way(1, 'abcda', { building: 'yes' }),
    way(2, 'rstur'),
    // Without one of its two outer ways, without a node, without any way.
    relation(9, 'outer:2 outer:404', { type: 'multipolygon', building: 'yes' }),
    relation(10, 'outer:8', { type: 'multipolygon', building: 'yes' }),
    relation(11, 'outer:404', { type: 'multipolygon', building: 'yes' }),
    // Its outer way is whole, and a building itself.
    relation(12, 'outer:1 inner:404', { type: 'multipolygon', building: 'yes' }),
  ]);
  assert.deepEqual(rows.map(({ externalId }) => externalId).join(), 'way/1');
  const reasons = notes.map(({ reason, count }) => `${count}: ${reason}`);
  assert.deepEqual(reasons, ['4: a part of its outline is not in the file, left out']);
});

test('an area of several kilometres is no building, whatever its tags', () => {
  const ring = positions('abcda').map(([x, y]) => [x! * 1_000, y] as const);
  const outline = { type: 'Polygon', coordinates: [ring] } as const;
  const town = { kind: 'way', id: 1, tags: { building: 'yes' }, outline } as const;
  assert.equal(buildingOf(town), undefined);
});

test('values that are no plain number are not known', () => {
  const outline = { type: 'Polygon', coordinates: [positions('abcda')] } as const;
  const levelsOf = (text: string) => {
    const tags = { building: 'yes', 'building:levels': text };
    return buildingOf({ kind: 'way', id: 1, tags, outline })!.levels;
  };
  const texts = ['3', ' 2.5', '1,5', '0', '-1', '2;3', '3-4', 'ground', '999', '1e2'];
  const expected = [3, 2.5, 1.5, null, null, null, null, null, null, null];
  assert.deepEqual(texts.map(levelsOf), expected);
});
