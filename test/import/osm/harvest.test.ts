import assert from 'node:assert/strict';
import test from 'node:test';
import { readOsmMapping } from '../../../src/import/datasets/osm/mapping.ts';
import { harvestOsm } from '../../../src/import/osm/harvest.ts';
import type { OsmElement } from '../../../src/import/readers/osm/osm.ts';
import { osmPbf } from '../osm-writer.ts';
import { temporaryFolder } from '../readers/files.ts';

const { put } = temporaryFolder();

test('flaws without end are counted, and three of them named', async () => {
  const nodes = Array.from(
    { length: 5_000 },
    (_, i): OsmElement => ({
      kind: 'node',
      id: i + 1,
      latitude: 91 + i / 1_000,
      longitude: 23,
      tags: { amenity: 'bank' },
    }),
  );
  const file = put('bad.osm.pbf', Buffer.concat([...osmPbf(nodes)]));
  const mapping = await readOsmMapping('data/osm-places.json');
  const both = { places: true, addresses: true };
  const { flaws } = await harvestOsm(
    [file],
    mapping,
    '2026-06-15',
    both,
    () => null,
    () => {},
  );
  assert.deepEqual(flaws, [
    {
      reason: 'it stands at no place on Earth, left out',
      count: 5_000,
      examples: [91, 91.001, 91.002].map(
        (latitude, i) => `bad.osm.pbf, node ${i + 1}: latitude ${latitude}, longitude 23`,
      ),
    },
  ]);
});
