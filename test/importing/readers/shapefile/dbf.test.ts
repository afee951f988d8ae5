import assert from 'node:assert/strict';
import test from 'node:test';
import { openShapefile } from '#importing/readers/shapefile/shapefile.ts';
import { isUnreadable } from '#tools/files/bytes.ts';
import { casesIn } from '../../../cases.ts';
import { readAll } from '../files.ts';
import { nameColumn, type Parts, putShapefile } from './put-shapefile.ts';
import { type DbfColumn, dbf, pointShape, shp } from './shapefile-writer.ts';

async function valuesOf(column: DbfColumn, value: string | Buffer, parts: Parts = {}) {
  const table = dbf([column], [[value]]);
  const [item] = await readAll(openShapefile, putShapefile({ dbf: table, ...parts }));
  return isUnreadable(item!) ? item.problem : Object.values(item!.properties)[0];
}

test('values are numbers, booleans, dates and texts', async () => {
  for (const [type, text, expected] of casesIn(`
    N | 12.50                | 12.5
    N | -3                   | -3
    F | 1.5e+03              | 1500
    N |                      | null
    N | *****                | null
    N | 050681726003         | "050681726003"
    N | 12345678901234567890 | "12345678901234567890"
    N | 12,5                 | "12,5"
    L | T                    | true
    L | n                    | false
    L | ?                    | null
    D | 20250131             | "2025-01-31"
    D |                      | null
    C | ab\0junk             | "ab"
    B | \xff\xff             | null
  `)) {
    const value = await valuesOf({ name: 'x', type, width: 20 }, text);
    assert.deepEqual(value, JSON.parse(expected), `${type} ${text}`);
  }
  assert.equal(await valuesOf({ name: 'x', type: 'C', width: 20 }, ' x '), ' x');
});

const greek = (encoding: string, text: string): Buffer => {
  const decoder = new TextDecoder(encoding);
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Buffer.from([byte])));
  return Buffer.from(Array.from(text, letter => letters.indexOf(letter)));
};

test('the .cpg names the encoding, in any usual notation', async () => {
  const dos = Buffer.from([0x80, 0xe1, 0x9c]);
  const mac = Buffer.from([0xb0, 0xc0, 0xe5]);
  for (const [bytes, text, notations] of [
    [greek('windows-1253', 'Άνδρος ¶'), 'Άνδρος ¶', '1253,windows-1253,CP1253\r\n,ANSI 1253'],
    [greek('iso-8859-7', 'Άνδρος'), 'Άνδρος', 'ISO-8859-7,8859_7,88597,28597,ISO 8859-7,iso88597'],
    ['Άνδρος', 'Άνδρος', 'UTF-8,utf8,65001,\ufeffUTF-8'],
    [dos, 'Αάε', '737'],
    [mac, 'Αάε', '10006,MacGreek,x-mac-greek'],
  ] as [Buffer | string, string, string][]) {
    for (const cpg of notations.split(',')) {
      assert.equal(await valuesOf(nameColumn, bytes, { cpg }), text, cpg);
    }
  }
});

test('without .cpg the language byte decides the encoding, otherwise the bytes', async () => {
  const dos = Buffer.from([0x80, 0xe1, 0x9c]);
  const withLanguage = (language: number, value: Buffer) =>
    valuesOf(nameColumn, '', { dbf: dbf([nameColumn], [[value]], { language }) });
  assert.equal(await withLanguage(0x6a, dos), 'Αάε');
  assert.equal(await withLanguage(0, dos), 'Αάε');
  assert.equal(await withLanguage(0xcb, greek('windows-1253', 'Ύδρα')), 'Ύδρα');
  assert.equal(await withLanguage(0x57, greek('windows-1253', 'Ύδρα')), 'Ύδρα');
  assert.equal(await withLanguage(0, Buffer.from('Ύδρα')), 'Ύδρα');
});

test('an undeclared encoding is guessed from all rows, not from the first alone', async () => {
  // Μύλος, Λάρισα, Ξάνθη and Κέρκυρα as old Macs wrote them; the first may be windows-1253 too.
  const rows = ['bbe0eceff7', 'a4c0f2e9f3e1', 'a5c0eef5e8', 'badbf2ebf9f2e1'].map(hex =>
    Buffer.from(hex, 'hex'),
  );
  const shapes = shp(1, rows.map(() => pointShape(1, 2))); // biome-ignore format: a line
  const path = putShapefile({ shp: shapes, dbf: dbf([nameColumn], rows.map(row => [row])) }); // biome-ignore format: a line
  const reader = await openShapefile(path);
  const items = await Array.fromAsync(reader.features());
  const names = items.map(item => (isUnreadable(item) ? item.problem : item.properties.name));
  assert.deepEqual(names, ['Μύλος', 'Λάρισα', 'Ξάνθη', 'Κέρκυρα']);
  assert.equal(reader.guessedEncoding?.(), 'MacGreek');
});

test('one Greek letter is enough to guess the encoding, and a text may have over 255 bytes', async () => {
  const letter: DbfColumn = { name: 'sector', type: 'C', width: 1 };
  const path = putShapefile({
    shp: shp(1, [pointShape(1, 2), pointShape(3, 4)]),
    dbf: dbf([letter], [[Buffer.from([0xc2])], [Buffer.from([0xc1])]]),
  });
  const items = await readAll(openShapefile, path);
  const sectors = items.map(item => (isUnreadable(item) ? item.problem : item.properties.sector));
  assert.deepEqual(sectors, ['Β', 'Α']);
  const long = dbf([{ name: 'note', type: 'C', width: 300 }], [['x'.repeat(290)]]);
  long.writeUInt16LE(300, 48);
  assert.equal(await valuesOf(nameColumn, '', { dbf: long }), 'x'.repeat(290));
});

test('column names may be Greek, and equal after they were cut', async () => {
  const column = { name: greek('windows-1253', 'ΕΜΒΑΔΟΝ'), type: 'N', width: 3 };
  const table = dbf([column, column], [['1', '2']]);
  const [item] = await readAll(openShapefile, putShapefile({ dbf: table }));
  assert.ok(item && !isUnreadable(item));
  assert.deepEqual(item.properties, { ΕΜΒΑΔΟΝ: 1, ΕΜΒΑΔΟΝ_2: 2 });
});

test('a character cut by the column width is dropped, and text in another encoding is reported', async () => {
  const narrow: DbfColumn = { name: 'n', type: 'C', width: 5 };
  assert.equal(await valuesOf(narrow, 'Ύδρα', { cpg: 'UTF-8' }), 'Ύδ');
  const told = await valuesOf(nameColumn, greek('windows-1253', 'Ύδρα'), { cpg: 'UTF-8' });
  assert.equal(told, 'name: not valid in the encoding of the file');
});
