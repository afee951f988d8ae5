import assert from 'node:assert/strict';
import test from 'node:test';
import { addressFeed, harvestOsm, placeFeed } from '../../../src/import/osm/harvest.ts';
import type { OsmElement } from '../../../src/import/osm/readers/elements.ts';
import { readOsmMapping } from '../../../src/import/osm/rows/mapping.ts';
import { openTally } from '../../../src/import/report.ts';
import { node, nodes, park, put, relation, way } from './drawing.ts';

const mapping = await readOsmMapping('data/osm-places.json');

async function talliesOf(elements: readonly OsmElement[]) {
  const path = put('harvest.pbf', elements);
  const harvest = await harvestOsm(
    [path],
    mapping,
    '2026-05-15',
    () => null,
    () => {},
  );
  const tallyOf = async (feed: ReturnType<typeof placeFeed | typeof addressFeed>) => {
    const tally = openTally();
    await feed(() => void tally.keep(), tally);
    return { share: tally.refusedShare(), ...tally.result() };
  };
  const given = async () => harvest;
  return { places: await tallyOf(placeFeed(given)), addresses: await tallyOf(addressFeed(given)) };
}

test('an object that cannot be assembled counts as a refused row of the layers it is wanted for', async () => {
  const { places, addresses } = await talliesOf([
    ...nodes.filter(({ id }) => id !== 'u'.charCodeAt(0)),
    node('u', { amenity: 'bank' }),
    way(1, '?!', { highway: 'residential', name: 'Ερμού' }),
    way(2, 'rs', { highway: 'residential', name: 'Αιόλου' }),
    relation(9, 'outer:99', { ...park, name: 'Άλσος' }),
  ]);
  assert.deepEqual([places.kept, places.share, places.notes], [1, 0.5, []]);
  assert.deepEqual(places.refused, [
    {
      reason: 'some of its ways are not in the file',
      count: 1,
      examples: ['harvest.pbf, relation 9'],
    },
  ]);
  assert.deepEqual([addresses.kept, addresses.share, addresses.notes], [1, 0.5, []]);
  assert.equal(addresses.refused[0]?.reason, 'some of its nodes are not in the file');
});

test('what is taken as far as it goes, and a border that only helps, are notes', async () => {
  const border = { type: 'boundary', boundary: 'administrative', admin_level: '7', name: 'Βόλος' };
  const { places, addresses } = await talliesOf([
    ...nodes,
    way(1, 'abc?a', { leisure: 'park', name: 'Άλσος' }),
    relation(9, 'outer:99', border),
  ]);
  assert.deepEqual([places.kept, places.refused], [1, []]);
  assert.deepEqual(places.notes, [
    {
      reason: 'some of its nodes are not in the file, taken as far as it goes',
      count: 1,
      examples: ['harvest.pbf, way 1'],
    },
  ]);
  assert.deepEqual([addresses.kept, addresses.refused], [0, []]);
  assert.deepEqual(addresses.notes, [
    {
      reason: 'some of its ways are not in the file, left out',
      count: 1,
      examples: ['harvest.pbf, relation 9'],
    },
  ]);
});

test('flaws without end are counted, and three of them named', async () => {
  const lost = Array.from({ length: 5_000 }, (_, i): OsmElement => {
    const tags = { amenity: 'bank' };
    return { kind: 'node', id: i + 1, latitude: 91 + i / 1_000, longitude: 23, tags };
  });
  const { places } = await talliesOf(lost);
  assert.deepEqual(places.refused, [
    {
      reason: 'it stands at no place on Earth',
      count: 5_000,
      examples: [91, 91.001, 91.002].map(
        (latitude, i) => `harvest.pbf, node ${i + 1}: latitude ${latitude}, longitude 23`,
      ),
    },
  ]);
});
