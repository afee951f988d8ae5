import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { csvRecords } from '#tools/csv/records.ts';
import { csvLimits } from '#tools/files/table-budgets.ts';
import { inEnglish } from '#tools/notation/sentences.ts';

async function* inPieces(text: string, length: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += length) yield text.slice(at, at + length);
}

async function read(text: string, pieceLength = 64 * 1024): Promise<unknown[]> {
  const { rows } = csvRecords('file.csv', inPieces(text, pieceLength), csvLimits);
  return (await Array.fromAsync(rows())).map(row =>
    'problem' in row ? `${row.number}: ${inEnglish(row.problem)}` : row.cells,
  );
}

const notClosed = 'a quote opens here and is not closed';

test('a quote that is never closed loses only its own line', async () => {
  assert.deepEqual(await read('a,b\n1,"x\n2,y\n3,z\n'), [
    ['a', 'b'],
    `2: ${notClosed}`,
    ['2', 'y'],
    ['3', 'z'],
  ]);
});

test('a quote that a later row closes loses only its own line', async () => {
  assert.deepEqual(await read('a,b\n1,"Ermou 5\n2,plain\n3,"Stadiou, 3"\n4,w\n'), [
    ['a', 'b'],
    `2: ${notClosed} on its line`,
    ['2', 'plain'],
    ['3', 'Stadiou, 3'],
    ['4', 'w'],
  ]);
  assert.deepEqual(await read('a,b,c\n1,"x,1\n2,y",2\n3,z,3\n'), [
    ['a', 'b', 'c'],
    ['1', 'x,1\n2,y', '2'],
    ['3', 'z', '3'],
  ]);
  assert.deepEqual(await read('a,b,c\n1,"x\n2,y"\n3,z,3\n'), [
    ['a', 'b', 'c'],
    '2: goes over several lines and has 2 cells instead of 3: a quote may be missing',
    ['2', 'y"'],
    ['3', 'z', '3'],
  ]);
});

test('cells over several lines are read as they are, and lines counted', async () => {
  assert.deepEqual(await read('a,b\n1,"x\ny"\n2,"q" x\n3,z'), [
    ['a', 'b'],
    ['1', 'x\ny'],
    '4: column 2: expected a delimiter after the closing quote',
    ['3', 'z'],
  ]);
});

test('a cell of 32,767 characters is read, a longer one or a longer row is reported and skipped', async () => {
  const cell = 'x'.repeat(32_767);
  const tooLong = 'longer than 1048576 characters';
  const wide = Array(40).fill(cell).join(',');
  const all = [
    `1,${cell}`,
    `2,${cell}y`,
    `3,"${cell}y"`,
    // As long as 32 full cells, and more.
    Array(31).fill(cell).join(','),
    wide,
    `"${cell}\n${wide}"`,
    '7,z',
  ];
  assert.deepEqual((await read(`a,b\n${all.join('\n')}\n`, 256 * 1024)).slice(1), [
    ['1', cell],
    '3: column 2: longer than 32767 characters',
    '4: column 2: longer than 32767 characters',
    Array(31).fill(cell),
    `6: ${tooLong}`,
    `7: ${notClosed}`,
    `8: ${tooLong}`,
    ['7', 'z'],
  ]);
});

test('lines of 10 and 40 MB, quoted or not, are reported and skipped', async () => {
  const huge = 'x'.repeat(10_000_000);
  const endless = 'y'.repeat(40_000_000);
  const tooLong = 'longer than 1048576 characters';
  assert.deepEqual(await read(`a,b\n1,${huge}\n2,"${huge}"\n3,${endless}\n4,z\n`, 256 * 1024), [
    ['a', 'b'],
    `2: ${tooLong}`,
    `3: ${tooLong}`,
    `4: ${tooLong}`,
    ['4', 'z'],
  ]);
  // Line breaks of another kind than those of the header end no line.
  assert.deepEqual(await read(`a,b\n1${'\r'.repeat(3_000_000)}\n4,z\n`), [
    ['a', 'b'],
    `2: ${tooLong}`,
    ['4', 'z'],
  ]);
  const refusal = { code: 'BAD_DATA', message: `file.csv: line 1: ${tooLong}` };
  await assert.rejects(read(endless), refusal);
});

test('a closing quote is searched for at most a million characters', async () => {
  const rows = `1,${'x'.repeat(9_997)}\n`.repeat(2_000);
  const all = await read(`a,b\n0,"astray\n${rows}`, 256 * 1024);
  assert.equal(all.length, 2 + 2_000);
  assert.equal(all[1], `2: ${notClosed}`);
});

test('valid text gives the rows of the strict reader, in chunks of any size', async () => {
  const cell = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', 'β', ' ') });
  const rows = fc
    .integer({ min: 2, max: 4 })
    .chain(width =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1 }),
    );
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (table, pieceLength) => {
      const lines = [table[0]!.map(() => 'h'), ...table].map(row => row.map(quoted).join(','));
      const text = `${lines.join('\n')}\n`;
      const strict = await Array.fromAsync(csvRecords('file.csv', inPieces(text, 99_999)).rows());
      const { rows: read } = csvRecords('file.csv', inPieces(text, pieceLength), csvLimits);
      assert.deepEqual(await Array.fromAsync(read()), strict);
      assert.deepEqual(
        strict.slice(1).map(row => ('cells' in row ? row.cells : row.problem)),
        table.filter(row => row.some(cell => cell.trim() !== '')),
      );
    }),
  );
});
