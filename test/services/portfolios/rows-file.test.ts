import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import test from 'node:test';
import type { KeptRow } from '../../../src/portfolio/kept-rows.ts';
import {
  findRows,
  openRowsWriter,
  storeCorrections,
} from '../../../src/services/portfolios/rows-file.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const { path: folder } = temporaryFolder();

function kept(line: number, areaM2?: number): KeptRow {
  return {
    line,
    address: `Ερμού ${line}`,
    reference: undefined,
    level: 'street',
    propertyType: 'house',
    areaM2,
    sumInsuredEur: undefined,
    asNewEur: undefined,
    insuredRatio: undefined,
    problem: '',
    notes: '',
    cells: { Διεύθυνση: `Ερμού ${line}` },
    isWhole: true,
  };
}

const linesOf = (path: string) => findRows(path, {}).rows.map(({ line }) => line);

test('a run that was killed has kept every row that was added', () => {
  const killed = openRowsWriter(`${folder}/killed.db`);
  killed.add([kept(2), kept(3), kept(4)], 0);
  for (const end of ['', '-wal']) {
    copyFileSync(`${folder}/killed.db${end}`, `${folder}/resumed.db${end}`);
  }
  killed.finish(3);
  const resumed = openRowsWriter(`${folder}/resumed.db`);
  // The checkpoint may be older than the last rows.
  resumed.add([kept(4, 80), kept(5)], 2);
  assert.ok(resumed.hasAll(4));
  assert.ok(!resumed.hasAll(5), 'one is missing');
  resumed.finish(4);
  assert.deepEqual(linesOf(`${folder}/resumed.db`), [2, 3, 4, 5]);
  assert.deepEqual(
    findRows(`${folder}/resumed.db`, { sort: 'area' }).rows.map(({ area_m2 }) => area_m2),
    [80, null, null, null],
  );
});

test('a new run replaces all rows and keeps their corrections', () => {
  const path = `${folder}/again.db`;
  const first = openRowsWriter(path);
  first.add([kept(2), kept(3), kept(4)], 0);
  first.finish(3);
  storeCorrections(path, [{ line: 3, cells: { Διεύθυνση: 'Ερμού 9' } }]);
  const again = openRowsWriter(path);
  assert.deepEqual([...again.corrections()], [[3, { Διεύθυνση: 'Ερμού 9' }]]);
  // Its header is at another line.
  again.add([kept(3), kept(4)], 0);
  again.finish(2);
  assert.deepEqual(linesOf(path), [3, 4]);
  assert.deepEqual(findRows(path, { is_corrected: true }).waiting, 0);
});

test('a portfolio has a limited number of corrected rows', () => {
  const path = `${folder}/many.db`;
  const writer = openRowsWriter(path);
  writer.add(
    Array.from({ length: 1_001 }, (_, i) => kept(i + 2)),
    0,
  );
  writer.finish(1_001);
  const correct = (from: number, to: number) =>
    storeCorrections(
      path,
      Array.from({ length: to - from }, (_, i) => ({ line: from + i, cells: { a: 'b' } })),
    );
  assert.deepEqual(correct(2, 1_002), { corrected: 1_000, waiting: 1_000 });
  assert.deepEqual(correct(1_002, 1_003), {
    fault: 'rows: expected at most 1,000 corrected rows in a portfolio',
  });
  assert.equal(findRows(path, {}).corrected, 1_000);
});
