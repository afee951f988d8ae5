import assert from 'node:assert/strict';
import test from 'node:test';
import { readOutputName } from '../../src/portfolio/output-name.ts';
import type { Format } from '../../src/portfolio/row-writer.ts';

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
  assert.equal(
    refused('book.xlsx'),
    'book.xlsx: expected a name that ends in .csv, .tsv, .ndjson or .geojson, perhaps with .gz; Excel opens CSV written with --bom',
  );
  for (const name of ['book.xls', 'book.ods', 'book.csv.zip', 'book.json', 'book.xlsx.gz']) {
    assert.match(refused(name)!, /: expected a name that ends in/, name);
  }
  assert.match(refused('book.xlsx', 'csv')!, /expected a name/);
  assert.equal(refused('a.csv', 'ndjson'), 'a.csv: the name says csv, but --format ndjson');
});
