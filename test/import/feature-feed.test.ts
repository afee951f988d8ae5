import assert from 'node:assert/strict';
import test from 'node:test';
import { parcels } from '../../src/import/datasets/parcels.ts';
import { featureFeed } from '../../src/import/feature-feed.ts';
import { openTally } from '../../src/import/report.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { put } = temporaryFolder();

test('notes of a dataset are counted by reason, with the first few places', async () => {
  const square = '"POLYGON((23.7 38,23.701 38,23.701 38.001,23.7 38.001,23.7 38))"';
  const codes = ['50681726003', '50681726004', '50681726005', '50681726006', '120981726003'];
  const rows = codes.map(code => `${code},${square}`);
  const file = put('plots.csv', `KAEK,wkt\n${rows.join('\n')}\n`);
  const tally = openTally();
  const kept: string[] = [];
  const feed = featureFeed(parcels, [file], {}, () => {});
  await feed(({ kaek }) => {
    kept.push(kaek);
    return undefined;
  }, tally);
  assert.deepEqual(
    kept,
    codes.map(code => code.padStart(12, '0')),
  );
  assert.deepEqual(tally.result().notes, [
    {
      reason: 'KAEK: a first zero that was lost is put back',
      count: 4,
      examples: [2, 3, 4].map(line => `plots.csv, line ${line}: 05068172600${line + 1}`),
    },
  ]);
});
