import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { appendFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { knownColumns } from '#features/portfolio/fields/columns.ts';
import { openInput } from '#features/portfolio/input/open-input.ts';
import { packSheet, rowOf, sheetEnd, sheetStart, textCell } from '#tools/xlsx/write-workbook.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder(test);
const [rows, columns, rowsPerPiece] = [100_000, 40, 200];
const longest = 'Ω'.repeat(32_767);

/** The rows of a table whose cells differ; every thousandth row has a cell as long as Excel allows. */
function cellsOf(row: number): string[] {
  if (row === 0) return ['address', ...Array.from({ length: columns - 1 }, (_, i) => `c${i}`)];
  const cells = Array.from({ length: columns }, (_, i) => `κείμενο ${row} ${i}`);
  return row % 1_000 === 0 ? cells.with(5, longest) : cells;
}

function writeTable(
  name: string,
  start: Buffer,
  pack: (rows: string[][]) => Buffer,
  end: () => Buffer,
) {
  const path = join(folder, name);
  writeFileSync(path, start);
  for (let row = 0; row <= rows; row += rowsPerPiece) {
    const count = Math.min(rowsPerPiece, rows + 1 - row);
    appendFileSync(path, pack(Array.from({ length: count }, (_, i) => cellsOf(row + i))));
  }
  appendFileSync(path, end());
  return path;
}

function largeWorkbook(): string {
  const packer = packSheet('Portfolio');
  return writeTable(
    'large.xlsx',
    packer.pack(sheetStart([])),
    table => packer.pack(table.map(row => rowOf(row.map(cell => textCell(cell)))).join('')),
    () => Buffer.concat([packer.pack(sheetEnd), packer.end()]),
  );
}

function largeCsv(): string {
  const nothing = Buffer.alloc(0);
  return writeTable(
    'large.csv',
    nothing,
    table => Buffer.from(table.map(row => `${row.join(';')}\n`).join('')),
    () => nothing,
  );
}

for (const [format, make] of Object.entries({ CSV: largeCsv, XLSX: largeWorkbook })) {
  test(`100,000 rows of 40 columns are read as ${format}`, async () => {
    const known = (cells: readonly string[]) => knownColumns(cells, []);
    const input = await openInput(make(), known, (async function* () {})());
    assert.deepEqual(input.header, cellsOf(0));
    let row = 0;
    for await (const { cells, unreadable } of input.rows()) {
      row++;
      assert.equal(unreadable, undefined);
      if (row % 500 === 0) assert.deepEqual(cells, cellsOf(row));
    }
    assert.equal(row, rows);
    assert.deepEqual(input.notes, []);
  });
}

test('a gzipped file is read up to 1 GiB', async () => {
  // A hundredth is random, so that it is no bomb by its size.
  const line = () => `${randomBytes(100).toString('base64')}${'x'.repeat(20_000)}\n`;
  const packed = gzipSync(`address\n${Array.from({ length: 500 }, line).join('')}`);
  const path = join(folder, 'large.csv.gz');
  writeFileSync(path, Buffer.concat(Array<Buffer>(110).fill(packed)));
  const input = await openInput(path, cells => knownColumns(cells, []), (async function* () {})());
  await assert.rejects(
    Array.fromAsync(input.rows(), () => 1),
    {
      code: 'BAD_DATA',
      message: `${path}: unpacks to more than 1,073,741,824 bytes; unpack it first`,
    },
  );
});
