import assert from 'node:assert/strict';
import test from 'node:test';
import { brotliCompressSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { openReader } from '#importing/readers/open-reader.ts';
import { geoColumns } from '#importing/readers/parquet/geo.ts';
import { openParquet } from '#importing/readers/parquet/parquet.ts';
import type { Feature } from '#importing/readers/reader.ts';
import type { Unreadable } from '#tools/files/bytes.ts';
import { toWkb } from '#tools/geo/wkb.ts';
import { assertHas } from '../../../cases.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { eachCut, greekGridTriangle, readAll, refusal } from '../files.ts';
import {
  dataPage,
  dictionaryPage,
  flag,
  geo,
  geometry,
  int,
  levels,
  parquet,
  plainBytes,
  run,
  struct,
  type Thrift,
  text,
  type Written,
} from './parquet-writer.ts';

// hyparquet reads the format. These tests are about what Ktima adds: which columns are read, what
// their values become, what is refused, and that a hostile file ends only its own reader.
const { put } = temporaryFolder();

const words = { 6: int(0) };
const wkb = dataPage(plainBytes([toWkb(greekGridTriangle)]));

const read = (bytes: Buffer) => readAll(openParquet, put('some.parquet', bytes));
const told = (bytes: Buffer) => refusal(openParquet, put('bad.parquet', bytes));

test('rows have their columns, their geometry and their EPSG number', async () => {
  const page = Buffer.concat([levels(run(1, 1), run(1, 0)), plainBytes(['050681726003'])]);
  const pages = [dataPage(page, { values: 2 })];
  const kaek = { name: 'KAEK', type: 6, schema: words, isOptional: true, pages };
  const box: Thrift[] = [
    struct({ 3: int(1), 4: text('bbox'), 5: int(2) }),
    struct({ 1: int(5), 3: int(1), 4: text('xmin') }),
    struct({ 1: int(5), 3: int(1), 4: text('ymin') }),
    struct({ 1: int(5), 3: int(2), 4: text('many') }),
  ];
  // Columns of structs and lists are skipped.
  const more = { rows: 2, geo: geo(), moreSchema: box, moreColumns: 2 };
  const reader = await openReader(put('two', parquet([kaek, geometry(wkb, wkb)], more)));
  assert.deepEqual([reader.unit, reader.epsg], ['row', 2100]);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    { number: 1, properties: { KAEK: '050681726003' }, geometry: greekGridTriangle },
    { number: 2, properties: { KAEK: null }, geometry: greekGridTriangle },
  ]);
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('the coordinate system comes from the metadata, and is WGS84 by default', () => {
  const cases: [unknown, number | undefined][] = [
    [undefined, 4326],
    [null, undefined],
    [{ id: { authority: 'OGC', code: 'CRS84' } }, 4326],
    [{ id: { authority: 'EPSG', code: 3857 } }, 3857],
    [{ name: 'no id' }, undefined],
    [{ type: 'GeographicCRS', name: 'WGS 84' }, 4326],
    [{ type: 'GeographicCRS', id: { authority: 'EPSG', code: 2100 } }, undefined],
    ['GEOGCS["GCS_GGRS_1987",DATUM["D_GGRS_1987"]]', 4121],
  ];
  for (const [crs, epsg] of cases) {
    const described = crs === undefined ? { encoding: 'WKB' } : { encoding: 'WKB', crs };
    const geo = JSON.stringify({ primary_column: 'geometry', columns: { geometry: described } });
    const { system } = geoColumns('', { rows: 1, geo, columns: [{ name: 'geometry' }] });
    assert.equal(system.epsg, epsg, JSON.stringify(crs));
  }
  for (const [crs, epsg] of [
    [undefined, 4326],
    ['OGC:CRS84', 4326],
    ['srid:2100', 2100],
    ['EPSG:32634', 32634],
    ['projjson:x', undefined],
  ] as const) {
    const columns = [{ name: 'geometry', isGeometry: true, crs }];
    assert.equal(geoColumns('', { rows: 1, geo: undefined, columns }).system.epsg, epsg, crs);
  }
});

test("Parquet's own type for geometries is read, and a table without any has none", async () => {
  const schema = { 10: struct({ 17: struct({ 1: text('srid:2100') }) }) };
  const row = { number: 1, properties: {}, geometry: greekGridTriangle };
  assert.deepEqual(await read(parquet([{ ...geometry(wkb), schema }])), [row]);
  const pages = [dataPage(Buffer.from('07000000', 'hex'))];
  const table = parquet([{ name: 'n', type: 1, pages }]);
  assert.deepEqual(await read(table), [{ number: 1, properties: { n: 7 }, geometry: null }]);
});

test('values of every type are converted by their meaning', async () => {
  const hex = (digits: string) => Buffer.from(digits, 'hex');
  const logical = (number: number, facts: Record<number, Thrift> = {}) => ({
    10: struct({ [number]: struct(facts) }),
  });
  /** What older files have: a converted type, a scale, a length. */
  const old = (converted: number, scale?: number, length?: number) => ({
    6: int(converted),
    ...(scale && { 7: int(scale) }),
    ...(length && { 2: int(length) }),
  });
  const unsigned = logical(10, {
    ...{ 1: { ...int(32), type: 3, bytes: Buffer.of(32) }, 2: flag(false) },
  });
  const cases: [number, Record<number, Thrift>, Buffer, unknown][] = [
    [0, {}, hex('01'), true],
    [1, {}, hex('feffffff'), -2],
    [1, old(13), hex('feffffff'), 4_294_967_294],
    [1, unsigned, hex('feffffff'), 4_294_967_294],
    [2, {}, hex('feffffffffffffff'), -2],
    [2, {}, hex('ffffffffffffff7f'), '9223372036854775807'],
    [2, old(14), hex('ffffffffffffffff'), '18446744073709551615'],
    [4, {}, hex('0000c03f'), 1.5],
    [5, {}, hex('000000000000f83f'), 1.5],
    [1, old(5, 2), hex('39300000'), 123.45],
    [1, old(5, 1), hex('03000000'), 0.3],
    [7, old(5, 1, 3), hex('fffff6'), -1],
    [7, { 2: int(3), ...logical(5, { 1: int(1), 2: int(5) }) }, hex('00000a'), 1],
    [6, words, plainBytes(['Οδός']), 'Οδός'],
    [6, logical(1), plainBytes(['x']), 'x'],
    [6, {}, plainBytes(['x']), 'x'],
    [6, old(19), plainBytes(['{"a":1}']), '{"a":1}'],
    [7, { 2: int(2) }, hex('0aff'), '0aff'],
    [1, old(6), hex('01000000'), '1970-01-02T00:00:00.000Z'],
  ];
  const columns = cases.map(([type, schema, page], i): Written => {
    return { name: `c${i}`, type, schema, pages: [dataPage(page)] };
  });
  const [row] = (await read(parquet(columns))) as Feature[];
  for (const [i, [type, , , expected]] of cases.entries()) {
    assert.deepEqual(row!.properties[`c${i}`], expected, `column ${i} of type ${type}`);
  }
});

test('Snappy, gzip, Brotli and Zstandard are read', async () => {
  const page = plainBytes(['abababababab']);
  // A literal of six bytes ("\f\0\0\0ab"), then a copy of ten bytes from two before.
  const copy = Buffer.of((6 << 2) | 1, 2);
  const snappy = Buffer.concat([Buffer.of(16, 5 << 2), page.subarray(0, 6), copy]);
  const all: [number, Buffer][] = [
    [0, page],
    [1, snappy],
    [2, gzipSync(page)],
    [4, brotliCompressSync(page)],
    [6, zstdCompressSync(page)],
  ];
  const columns = all.map(([codec, packed]): Written => {
    const pages = [dataPage(page, { packed })];
    return { name: `codec ${codec}`, type: 6, schema: words, codec, pages };
  });
  const [row] = (await read(parquet(columns))) as Feature[];
  for (const { name } of columns) assert.equal(row!.properties[name], 'abababababab', name);
});

test('an unreadable geometry is reported, and the rows after it are read', async () => {
  const pages = [dataPage(plainBytes([Buffer.from('0103000000ffffffff', 'hex')])), wkb];
  const items = await read(parquet([geometry(...pages)], { rows: 2, geo: geo() }));
  assert.match((items[0] as Unreadable).problem, /^WKB: ends at byte 9/);
  assert.deepEqual((items[1] as Feature).geometry, greekGridTriangle);
});

test('what cannot be read is refused in one sentence', async () => {
  const page = plainBytes(['a']);
  const column = (pages: readonly Buffer[], more: Partial<Written> = {}, rows = 1) =>
    parquet([{ name: 'x', type: 6, schema: words, pages, ...more }], { rows });
  const other = { ...geo(), columns: { geometry: { encoding: 'polygon' } } };
  const ofDictionary = dataPage(Buffer.concat([Buffer.of(1), run(1, 1)]), { encoding: 8 });
  const cases: [Buffer, string][] = [
    [Buffer.from('PAR1........PARE'), 'bad.parquet: it is encrypted'],
    [Buffer.from('PAR1'), 'bad.parquet: could not be read: '],
    [Buffer.from('PAR1....PAR'), 'cut, or not Parquet: expected PAR1 at its end'],
    [parquet([geometry(wkb)], { geo: other }), 'encoded as polygon, expected WKB'],
    [parquet([], { geo: geo() }), 'the column that its "geo" metadata name is not there'],
    [column([]), 'column x: expected 1 values, some are missing'],
    [column([dictionaryPage(page, 1), ofDictionary]), 'column x: expected 1 values, some are'],
    [column([dataPage(page)], { codec: 7 }), 'column x: packed with LZ4_RAW, expected Snappy, g'],
    [column([dataPage(page)], { codec: 6 }), 'could not be read: Unknown frame descriptor'],
    [
      column([dataPage(page)], { unpackedBytes: 2 ** 30 }),
      'a row group of 1073741824 bytes unpacked, expected at most 536870912; write it with small',
    ],
    [column([dataPage(page)], {}, 2 ** 40), '1099511627776 rows in … bytes, more than any real'],
  ];
  for (const [bytes, message] of cases) assertHas((await told(bytes)) ?? 'read', message);
});

test('a file that needs too much memory ends only its own reader', async () => {
  const runs = Buffer.concat([Buffer.of(1), run(2 ** 30, 0)]);
  const rows = dataPage(runs, { values: 2 ** 30, encoding: 8 });
  const pages = [dictionaryPage(plainBytes(['a']), 1), rows];
  const path = put('runs.parquet', parquet([{ name: 'x', type: 6, schema: words, pages }]));
  const message =
    'runs.parquet: could not be read: it is damaged, or needs more memory than its reader may have';
  assertHas((await refusal(file => openParquet(file, 64), path)) ?? 'read', message);
});

test('a cut file is refused', async () => {
  const whole = parquet([geometry(wkb, wkb, wkb)], { rows: 3, geo: geo() });
  await eachCut(whole, async (cut, length) => {
    assert.ok(await told(cut), `cut at ${length}`);
  });
});
