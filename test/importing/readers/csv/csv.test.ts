import assert from 'node:assert/strict';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { openCsv } from '#importing/readers/csv/csv.ts';
import { isUnreadable } from '#tools/files/bytes.ts';
import { assertHas } from '../../../cases.ts';
import { corners } from '../../../geo/square.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachCut, eachFlip, readAll, refusal } from '../files.ts';

const { put } = temporaryFolder();

/** Asserts that a file is refused. */
const assertRefused = async (content: string | Uint8Array, message: string) =>
  assertHas(await refusal(openCsv, put('refused.csv', content)), message);

/** Properties by row, or the problem. */
async function rowsOf(content: string | Uint8Array, name = 'rows.csv'): Promise<unknown[]> {
  return (await readAll(openCsv, put(name, content))).map(item =>
    isUnreadable(item) ? `${item.number}: ${item.problem}` : item.properties,
  );
}

/** Greek text in a single-byte encoding, by what its letters are there. */
function encoded(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const letters = Array.from({ length: 256 }, (_, byte) => decoder.decode(Buffer.from([byte])));
  return Buffer.from(Array.from(text, letter => letters.indexOf(letter)));
}

test('values are unchanged text, and each row has the number of its first line', async () => {
  const reader = await openCsv(put('plain.csv', 'id, name \n1, Αθήνα \n\n2,"a\nb"\n3,c'));
  assert.equal(reader.unit, 'line');
  assert.equal(reader.epsg, undefined);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    { number: 2, properties: { id: '1', name: ' Αθήνα ' }, geometry: null },
    { number: 4, properties: { id: '2', name: 'a\nb' }, geometry: null },
    { number: 6, properties: { id: '3', name: 'c' }, geometry: null },
  ]);
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('the delimiter is found in the header', async () => {
  for (const delimiter of [',', ';', '\t', '|']) {
    const [row] = await rowsOf(`"a,;|b"${delimiter}b\n1${delimiter}2\n`);
    assert.deepEqual(row, { 'a,;|b': '1', b: '2' });
  }
  assert.deepEqual(await rowsOf('only\n1\n2\n'), [{ only: '1' }, { only: '2' }]);
});

test("Excel's line that names the delimiter is read only before the header", async () => {
  const expected = [{ 'a,b,c': '1', d: '2' }];
  for (const line of ['sep=;', '"sep=;"', 'SEP=;', 'sep=;;;', '\ufeffsep=;', '\nsep=;']) {
    assert.deepEqual(await rowsOf(`${line}\r\na,b,c;d\r\n1;2\r\n`), expected, line);
  }
  assert.deepEqual(await rowsOf('a\nsep=;\n'), [{ a: 'sep=;' }]);
  assert.deepEqual(await rowsOf('sep=,b\n1,2\n'), [{ 'sep=': '1', b: '2' }]);
});

test('blank rows of spreadsheets are left out, and trailing separators are no columns', async () => {
  const asRows = (...rows: string[]) => rows.map(([a = '', b = '']) => ({ a: a.trim(), b }));
  const rows = await rowsOf('a;b\n1;2\n;\n;;;\n" "; \n\t;\n;4\n;\n');
  assert.deepEqual(rows, asRows('12', ' 4'));
  await assertRefused(';;\n1;2\n', 'expected names of columns');
  assert.deepEqual(await rowsOf('a;b;;\n1;2;;\n3;4\n5;6;\n7;;;\n'), asRows('12', '34', '56', '7'));
});

test('a last line without its last columns refuses the file', () =>
  assertRefused('a,b,c\n1,2,3\n4,5', 'refused.csv: line 3: ends in the middle: the file is cut'));

test('the delimiter implies the decimal sign, after the header was read', async () => {
  for (const [separator, sign] of Object.entries({ ';': ',', ',': '.', '\t': undefined })) {
    const reader = await openCsv(put('signs.csv', `a${separator}b\n1${separator}2\n`));
    await Array.fromAsync(reader.features());
    assert.equal(reader.decimalSign?.(), sign);
  }
});

test('lines end with LF, CR LF or CR, and quoted line ends are not changed', async () => {
  for (const end of ['\n', '\r\n', '\r']) {
    const [first, second] = await rowsOf(['a,b', `"x${end}y",2`, '3,"4"', ''].join(end));
    assert.deepEqual(
      [first, second],
      [
        { a: `x${end}y`, b: '2' },
        { a: '3', b: '4' },
      ],
    );
  }
});

test('the encoding is detected', async () => {
  const text = 'name\nΆγιος Νικόλαος Ύδρα\n';
  const expected = [{ name: 'Άγιος Νικόλαος Ύδρα' }];
  const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le');
  const encodings: Record<string, Buffer> = {
    'UTF-8': Buffer.from(text),
    'UTF-8 with mark': Buffer.from(`\ufeff${text}`),
    'UTF-16LE': utf16,
    'UTF-16BE': Buffer.from(utf16).swap16(),
    'windows-1253': encoded(text, 'windows-1253'),
    'ISO-8859-7': encoded(text, 'iso-8859-7'),
  };
  for (const [name, bytes] of Object.entries(encodings)) {
    assert.deepEqual(await rowsOf(bytes), expected, name);
    assert.deepEqual(await rowsOf(gzipSync(bytes), 'rows.csv.gz'), expected, `${name}, gzipped`);
  }
});

test('a guessed encoding is reported', async () => {
  const guessed = async (bytes: Buffer) => {
    const reader = await openCsv(put('guessed.csv', bytes));
    await Array.fromAsync(reader.features());
    return reader.guessedEncoding?.();
  };
  for (const [bytes, encoding] of [
    [Buffer.from([0x80, 0x9f, 0xe3, 0xa4, 0x98]), 'cp737'],
    [encoded('Αθήνα', 'windows-1253'), 'windows-1253'],
    [Buffer.from('Αθήνα'), undefined],
  ] as const) {
    assert.equal(await guessed(Buffer.concat([Buffer.from('name\n'), bytes])), encoding);
  }
  assert.equal(await guessed(Buffer.from('\ufeffname\nΑθήνα', 'utf16le')), undefined);
});

test('the encoding is detected even if the first Greek letter comes late', async () => {
  const ascii = `name\n${`${'y'.repeat(99)}\n`.repeat(9_000)}`;
  for (const encoding of ['utf-8', 'windows-1253']) {
    const last = encoding === 'utf-8' ? Buffer.from('Αθήνα') : encoded('Αθήνα', encoding);
    const rows = await rowsOf(Buffer.concat([Buffer.from(ascii), last]));
    assert.deepEqual(rows.at(-1), { name: 'Αθήνα' });
  }
});

test('an invalid character is reported, and a U+FFFD in the file is read', async () => {
  const bytes = Buffer.from('id,name\n1,Αθήνα και Πάτρα\n2,??\n3,Λάρισα\n');
  bytes.set([0xc1, 0xe8], bytes.indexOf('??'));
  assert.deepEqual(await rowsOf(bytes), [
    { id: '1', name: 'Αθήνα και Πάτρα' },
    '3: name: not valid in the encoding of the file',
    { id: '3', name: 'Λάρισα' },
  ]);
  assert.deepEqual(await rowsOf('a\n37\ufffd36\n'), [{ a: '37\ufffd36' }]);
});

test('rows with wrong quotes or another number of columns are reported with their line', async () => {
  const text = 'a,b\n1\n"2\n2",2\n3,3,3\n"say ""hi""",""\n5" pipe,"x" \n1,"2"x\n4,4\n';
  assert.deepEqual(await rowsOf(text), [
    '2: expected 2 columns, got 1',
    { a: '2\n2', b: '2' },
    '5: expected 2 columns, got 3',
    { a: 'say "hi"', b: '' },
    { a: '5" pipe', b: 'x' },
    '8: column 2: expected a delimiter after the closing quote',
    { a: '4', b: '4' },
  ]);
});

test('a quote that is not closed is refused with the line where it opens', async () => {
  for (const rest of ['x\ny,z\n', 'x'.repeat(9_000_000)]) {
    await assertRefused(`a,b\n1,2\n"two\nlines","${rest}`, 'csv: line 4: a quote opens here');
  }
});

test('a cell or row that is too long is refused with its line', async () => {
  const cell = 'x'.repeat(4_500_000);
  assert.deepEqual(await rowsOf(`a,b\n1,${cell}\n3,4\n`), [
    '2: column 2: longer than 4194304 characters',
    { a: '3', b: '4' },
  ]);
  await assertRefused(`a,b\n1,2\n${','.repeat(9_000_000)}`, 'line 3: longer than 8388608');
});

test('a header must name every column once', async () => {
  for (const [text, message] of [
    ['', 'line 1: expected a header, the file is empty'],
    ['\n\n', 'line 1: expected a header'],
    ['a,,c\n', 'line 1: header: column 2 has no name'],
    ['\na,b,a\n', 'line 2: header: column 3 has the name of another: a'],
    ['geom,geom\n1,2\n', 'the name of another'],
    ['"a"x,b\n', 'line 1: header: column 1: expected a delimiter'],
    ['a\0,b\n', 'line 1: header: expected text'],
    [Buffer.from('a,b\n1,2\n', 'utf16le'), 'line 1: header: expected text'],
  ] as const) {
    await assertRefused(text, message);
  }
});

test('a column may be named __proto__', async () => {
  const [row] = await rowsOf('__proto__\n1\n');
  assert.deepEqual(Object.entries(row as object), [['__proto__', '1']]);
});

test('cut files and flipped bits give rows or a refusal', async () => {
  const text = `id;name\n${'1;"Αγία ""Μαρίνα""\nΛέρος"\r\n22;Πάτμος\n'.repeat(20)}`;
  const wholes: Record<string, Buffer> = {
    'damaged.csv': Buffer.from(text),
    'damaged-1253.csv': encoded(text, 'windows-1253'),
    'damaged-16.csv': Buffer.from(`\ufeff${text}`, 'utf16le'),
    'damaged.csv.gz': gzipSync(text),
  };
  for (const [name, whole] of Object.entries(wholes)) {
    const check = async (bytes: Buffer) => void (await refusal(openCsv, put(name, bytes)));
    await eachCut(whole, check);
    await eachFlip(whole, check);
  }
});

const triangle = corners('0 0, 1 0, 1 1, 0 0');

test('a column of well-known text is the geometry, by its usual names', async () => {
  for (const name of ['WKT', 'geometry', 'GEOM', 'the_geom', 'wkb_geometry', 'Γεωμετρία']) {
    const text = `KAEK;${name};x\n1;POLYGON((0 0,1 0,1 1,0 0));a\n2;;b\n`;
    const geometry = { type: 'Polygon', coordinates: [triangle] };
    assert.deepEqual(await readAll(openCsv, put('wkt.csv', text)), [
      { number: 2, properties: { KAEK: '1', x: 'a' }, geometry },
      { number: 3, properties: { KAEK: '2', x: 'b' }, geometry: null },
    ]);
  }
});

test('the SRID of the first geometry is used, and others are reported with their line', async () => {
  const text = `id,geom
1,
2,SRID=2100;POINT(1 2)
3,POINT(1 2)
4,SRID=4326;POINT(1 2)
5,nowhere
6,0101000020340800000000000000003740000000000000434
7,01010000203408000000000000000037400000000000004340
`;
  const reader = await openCsv(put('srid.csv', text));
  assert.deepEqual([reader.epsg, reader.crsName], [2100, 'SRID=2100']);
  const items = await Array.fromAsync(reader.features());
  assert.deepEqual(
    items.map(item => ('problem' in item ? item.problem : item.geometry?.coordinates)),
    [
      undefined,
      [1, 2],
      'geom: no SRID, expected SRID 2100',
      'geom: SRID 4326, expected SRID 2100',
      'geom: WKT: expected a geometry, got "nowhere"',
      'geom: WKT: expected a geometry, got "01010000203408000000"',
      [23, 38],
    ],
  );
});

test('a file without geometries in its first row has no system', async () => {
  const silent = await openCsv(put('silent.csv', 'id,geom\n1,\n2,POINT(1 2)\n'));
  assert.deepEqual([silent.epsg, silent.crsName], [undefined, undefined]);
});

test('one wrong byte in a long file costs one row', async () => {
  const rows = Array.from({ length: 12_000 }, (_, i) => `${i},${'οδόςΕρμού'.repeat(3)}`);
  for (const header of ['id,name', 'key,name']) {
    const bytes = Buffer.from(`${header}\n${rows.join('\n')}\n`);
    // With one of the headers the first chunk of the file ends in the middle of a letter.
    bytes[bytes.indexOf('ο')] = 0xff;
    const problems = (await rowsOf(bytes)).filter(row => typeof row === 'string');
    assert.deepEqual(problems, ['2: name: not valid in the encoding of the file']);
  }
});
