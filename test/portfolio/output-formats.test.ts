import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import {
  type CsvStyle,
  csvWriter,
  type Format,
  readOutputName,
  withoutFormulas,
} from '#features/portfolio/output/output-formats.ts';
import { csvRecords } from '#tools/csv/records.ts';
import { readRow } from '#tools/csv/row.ts';
import { rounds } from '../sample.ts';

test('the extension decides the format, and --format where there is no extension', () => {
  const cases: [name: string, asked: Format | undefined, format: Format, gzip: boolean][] = [
    ['-', undefined, 'csv', false],
    ['-', 'ndjson', 'ndjson', false],
    ['out', undefined, 'csv', false],
    ['out.csv', undefined, 'csv', false],
    ['OUT.CSV', 'csv', 'csv', false],
    ['a.b/out.txt', undefined, 'csv', false],
    ['out.csv.gz', undefined, 'csv', true],
    ['out.ndjson.gz', undefined, 'ndjson', true],
    ['out.jsonl', undefined, 'ndjson', false],
    ['out.geojson', undefined, 'geojson', false],
    ['out.json', 'geojson', 'geojson', false],
    ['out.gz', 'csv', 'csv', true],
    ['book.xlsx', undefined, 'xlsx', false],
  ];
  for (const [name, asked, format, gzip] of cases) {
    assert.deepEqual(readOutputName(name, asked), { format, gzip, delimiter: undefined }, name);
  }
  assert.equal(readOutputName('out.tsv', undefined).delimiter, '\t');
});

test('a name with the extension of another format is rejected', () => {
  const refused = (name: string, asked?: Format) => {
    try {
      readOutputName(name, asked);
    } catch (error) {
      return (error as Error).message;
    }
    return undefined;
  };
  const endings = '.csv, .tsv, .xlsx, .ndjson or .geojson, perhaps with .gz';
  assert.equal(refused('book.xls'), `book.xls: expected a name that ends in ${endings}`);
  assert.match(refused('book.xlsx.gz')!, /a workbook is packed already/);
  assert.match(refused('-', 'xlsx')!, /a workbook is written to a file only/);
  for (const name of ['book.xls', 'book.ods', 'book.csv.zip', 'book.json']) {
    assert.match(refused(name)!, /: expected a name that ends in/, name);
  }
  assert.equal(refused('book.xlsx', 'csv'), 'book.xlsx: the name says xlsx, but --format csv');
  assert.equal(refused('a.csv', 'ndjson'), 'a.csv: the name says csv, but --format ndjson');
});

const plain: CsvStyle = { delimiter: ',', bom: false, decimalComma: false, encoding: 'utf-8' };

const separators = [',', ';', '\t', '|'];
const units = ['a', 'β', '"', ...separators, '\n', '\r', ' ', '1', '=', '+', '-', '@', "'", '\0'];
const cell = fc.string({ unit: fc.constantFrom(...units) });
const anyCells = fc.array(cell, { minLength: 2, maxLength: 5 });

function written(cells: readonly string[], delimiter = ',') {
  const names = cells.map((_, i) => `c${i}`);
  const { head, row } = csvWriter(names, { ...plain, delimiter });
  return { head, line: row(cells, []) };
}

test('a CSV reader gets every cell back, with formulas marked as text', async () => {
  await fc.assert(
    fc.asyncProperty(anyCells, async cells => {
      const { head, line } = written(cells);
      const texts = (async function* () {
        yield head + line;
      })();
      const [, read] = await Array.fromAsync(csvRecords('x', texts).rows());
      const expected = cells.map((cell, i) => withoutFormulas(cell, i === 0));
      const isBlank = expected.every(cell => cell.trim() === '');
      // A reader leaves out blank rows.
      assert.deepEqual(read && 'cells' in read ? read.cells : read, isBlank ? undefined : expected);
    }),
  );
});

test('a spreadsheet finds no formula, whatever separator it uses', () => {
  const runs = (cell: string) => {
    const text = cell.replace(/^[ \0"]+|[\s"]+$/g, '');
    return /^[=+\-@]/.test(text) && !/^([+-]?1[1\s,]*|-*)$/.test(text);
  };
  fc.assert(
    fc.property(anyCells, fc.constantFrom(...separators), (cells, delimiter) => {
      const { line } = written(cells, delimiter);
      for (const taken of separators) {
        // Split by a program that ignores quotes, and by one that follows them.
        const parted = line.split(/[\r\n]/).flatMap(row => row.split(taken));
        const read = readRow(line, 0, { delimiter: taken, lineBreak: '\n' });
        assert.deepEqual(parted.filter(runs), [], JSON.stringify(line));
        if ('cells' in read) assert.deepEqual(read.cells.filter(runs), [], JSON.stringify(line));
      }
    }),
    { numRuns: rounds(2_000, 500) },
  );
});

test('formulas become text in headings, input cells and added cells', () => {
  const { head, row } = csvWriter(['=a', 'b', 'c'], plain);
  assert.equal(head, "'=a,b,c\n");
  assert.equal(row(['=1+1', '@x'], ['-cmd']), "'=1+1,'@x,'-cmd\n");
  for (const [cell, text] of Object.entries({
    '=1': "'=1",
    '+x': "'+x",
    '-x': "'-x",
    '@x': "'@x",
    ' =x': " '=x",
    '＝1': "'＝1",
    '-1+2': "'-1+2",
    '+1;=2': "'+1;'=2",
    'x;=1+1;y': "x;'=1+1;y",
    'x|=1\t@y': "x|'=1\t'@y",
    'x;-5': "x;'-5",
    "-1,5+cmd|' /C calc'!A0": "'-1,5+cmd|' /C calc'!A0",
    'a\n=b\r\n -c': "a\n'=b\r\n '-c",
    'x;"=1+1"': 'x;"\'=1+1"',
    'x;\u200b=1': "x;\u200b'=1",
  })) {
    assert.equal(withoutFormulas(cell, false), text);
    assert.equal(withoutFormulas(text, false), text, 'once is enough');
  }
});

test('plain numbers, telephone numbers, dashes and signs inside a text are not changed', () => {
  const texts = ['', 'a=b', '1-2', "'=x", 'a@b.gr', 'Ερμού 15 - 2ος', 'a, b - c'];
  const numbers = ['-12.5', '+30 210 1234567', '-', '--', '-1,5', '+5'];
  for (const cell of [...texts, ...numbers]) assert.equal(withoutFormulas(cell, false), cell);
  for (const cell of texts) assert.equal(withoutFormulas(cell, true), cell);
});

test('a number at the start of a row is marked as text: the next cell may become part of it', () => {
  assert.equal(written(['-1', '5+cmd']).line, "'-1,5+cmd\n");
});

test('a cell of a million separators is as fast as one of letters', () => {
  for (const unit of ['\n', '\t', ' ', '"', ';', '=']) {
    assert.ok(withoutFormulas(`${unit.repeat(1_000_000)}x`, false).length > 1_000_000);
  }
});

test('numbers have a decimal comma on request, and cells are quoted where necessary', () => {
  const greek: CsvStyle = { ...plain, delimiter: ';', bom: true, decimalComma: true };
  const { head, row } = csvWriter(['a', 'b'], greek);
  assert.equal(head, '\ufeffa;b\n');
  assert.equal(row(['x;y'], [1520.5]), '"x;y";1520,5\n');
  const comma = csvWriter(['a'], { ...plain, decimalComma: true });
  assert.equal(comma.row([], [1520.5, null, 3]), '"1520,5",,3\n');
});
