import assert from 'node:assert/strict';
import test from 'node:test';
import { brotliCompressSync, crc32, gzipSync, zstdCompressSync } from 'node:zlib';
import type { Unreadable } from '../../../../src/files/bytes.ts';
import { toWkb } from '../../../../src/geo/wkb.ts';
import { openReader } from '../../../../src/import/readers/open-reader.ts';
import { openParquet } from '../../../../src/import/readers/parquet/parquet.ts';
import type { Feature } from '../../../../src/import/readers/reader.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { checkDamage, greekGridTriangle, readAll, refusal } from '../files.ts';
import {
  dataPage,
  dataPageV2,
  dictionaryPage,
  flag,
  int,
  levels,
  list,
  parquet,
  plainBytes,
  run,
  struct,
  type Thrift,
  text,
  varint,
  type Written,
} from './parquet-writer.ts';

const { put } = temporaryFolder();

const words = { 6: int(0) };
const greekGrid = { id: { authority: 'EPSG', code: 2100 } };
const geo = (crs: unknown = greekGrid) => ({
  version: '1.1.0',
  primary_column: 'geometry',
  columns: { geometry: { encoding: 'WKB', ...(crs === undefined ? {} : { crs }) } },
});
const geometry = (...pages: readonly Buffer[]): Written => ({ name: 'geometry', type: 6, pages });
const wkb = dataPage(plainBytes([toWkb(greekGridTriangle)]));

const read = (bytes: Buffer) => readAll(openParquet, put('some.parquet', bytes));
const told = (bytes: Buffer) => refusal(openParquet, put('bad.parquet', bytes));

/** The values of one column. */
async function valuesOf(column: Omit<Written, 'name'>, rows = 1): Promise<unknown[]> {
  const items = await read(parquet([{ name: 'x', ...column }], { rows }));
  return items.map(item => (item as Feature).properties.x);
}

test('rows have their columns, their geometry and their EPSG number', async () => {
  const columns: Written[] = [
    {
      name: 'KAEK',
      type: 6,
      schema: words,
      isOptional: true,
      pages: [
        dataPage(Buffer.concat([levels(run(1, 1), run(1, 0)), plainBytes(['050681726003'])]), {
          values: 2,
        }),
      ],
    },
    geometry(wkb, wkb),
  ];
  const path = put('two.parquet', parquet(columns, { rows: 2, geo: geo() }));
  const reader = await openReader(path);
  assert.deepEqual([reader.unit, reader.epsg], ['row', 2100]);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    { number: 1, properties: { KAEK: '050681726003' }, geometry: greekGridTriangle },
    { number: 2, properties: { KAEK: null }, geometry: greekGridTriangle },
  ]);
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('the coordinate system comes from the metadata, and is WGS84 by default', async () => {
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
    const metadata = { primary_column: 'geometry', columns: { geometry: described } };
    const path = put('crs.parquet', parquet([geometry(wkb)], { geo: metadata }));
    assert.equal((await openParquet(path)).epsg, epsg, JSON.stringify(crs));
  }
});

test("Parquet's own type for geometries is read, and a table without any has none", async () => {
  const native = (crs?: string): Written => ({
    ...geometry(wkb),
    schema: { 10: struct({ 17: struct({ 1: crs === undefined ? undefined : text(crs) }) }) },
  });
  for (const [crs, epsg] of [
    [undefined, 4326],
    ['OGC:CRS84', 4326],
    ['srid:2100', 2100],
    ['EPSG:32634', 32634],
    ['projjson:x', undefined],
  ] as const) {
    const reader = await openParquet(put('native.parquet', parquet([native(crs)])));
    assert.equal(reader.epsg, epsg, crs);
    const [item] = await Array.fromAsync(reader.features());
    assert.deepEqual(item, { number: 1, properties: {}, geometry: greekGridTriangle });
  }
  const table = await read(
    parquet([{ name: 'n', type: 1, pages: [dataPage(Buffer.from('07000000', 'hex'))] }]),
  );
  assert.deepEqual(table, [{ number: 1, properties: { n: 7 }, geometry: null }]);
});

test('values of every type are converted by their meaning', async () => {
  const hex = (digits: string) => Buffer.from(digits, 'hex');
  const logical = (number: number, facts: Record<number, Thrift> = {}) => ({
    10: struct({ [number]: struct(facts) }),
  });
  const cases: [number, Record<number, Thrift>, Buffer, unknown][] = [
    [0, {}, hex('01'), true],
    [1, {}, hex('feffffff'), -2],
    [1, { 6: int(13) }, hex('feffffff'), 4_294_967_294],
    [1, logical(10, { 1: int(32), 2: flag(false) }), hex('feffffff'), 4_294_967_294],
    [2, {}, hex('feffffffffffffff'), -2],
    [2, {}, hex('ffffffffffffff7f'), '9223372036854775807'],
    [2, { 6: int(14) }, hex('ffffffffffffffff'), '18446744073709551615'],
    [4, {}, hex('0000c03f'), 1.5],
    [5, {}, hex('000000000000f83f'), 1.5],
    [1, { 6: int(5), 7: int(2) }, hex('39300000'), 123.45],
    [7, { 2: int(3), 6: int(5), 7: int(1) }, hex('fffff6'), -1],
    [7, { 2: int(3), ...logical(5, { 1: int(1), 2: int(5) }) }, hex('00000a'), 1],
    [6, words, plainBytes(['Οδός']), 'Οδός'],
    [6, logical(1), plainBytes(['x']), 'x'],
    [6, {}, plainBytes(['x']), Buffer.from('x')],
    [3, {}, Buffer.alloc(12, 1), Buffer.alloc(12, 1)],
  ];
  for (const [type, schema, page, expected] of cases) {
    assert.deepEqual(await valuesOf({ type, schema, pages: [dataPage(page)] }), [expected]);
  }
});

test('every encoding is read', async () => {
  const deltas = (...values: readonly number[]) => Buffer.of(0x80, 1, 4, ...values, 0, 0, 0, 0);
  const lengths = Buffer.concat([deltas(2, 4, 1), Buffer.from('abc')]);
  const cases: [string, number, Buffer, unknown[], Buffer?][] = [
    ['plain', 0, plainBytes(['a', 'b']), ['a', 'b']],
    [
      'dictionary, runs',
      8,
      Buffer.concat([Buffer.of(1), run(2, 1)]),
      ['b', 'b'],
      plainBytes(['a', 'b']),
    ],
    ['dictionary, packed', 2, Buffer.of(1, 3, 0b10), ['a', 'b'], plainBytes(['a', 'b'])],
    ['delta lengths', 6, lengths, ['ab', 'c']],
    ['delta bytes', 7, Buffer.concat([deltas(2, 0, 2), lengths]), ['ab', 'ac']],
  ];
  for (const [name, encoding, page, expected, dictionary] of cases) {
    const pages = [dataPage(page, { values: 2, encoding })];
    if (dictionary) pages.unshift(dictionaryPage(dictionary, 2));
    assert.deepEqual(await valuesOf({ type: 6, schema: words, pages }, 2), expected, name);
  }
  const numbers = Buffer.of(0x80, 1, 4, 5, 14, 2, 0, 0, 0, 0);
  const pages = [dataPage(numbers, { values: 5, encoding: 5 })];
  assert.deepEqual(await valuesOf({ type: 1, pages }, 5), [7, 8, 9, 10, 11]);
  const split = [dataPage(Buffer.from('0000000080c03f3f', 'hex'), { values: 2, encoding: 9 })];
  assert.deepEqual(await valuesOf({ type: 4, pages: split }, 2), [1, 1.5]);
  const flags = [dataPage(levels(run(2, 1)), { values: 2, encoding: 3 })];
  assert.deepEqual(await valuesOf({ type: 0, pages: flags }, 2), [true, true]);
});

test('every compression is read, in both versions of pages', async () => {
  const page = plainBytes(['abababababab']);
  // A literal of six bytes ("\f\0\0\0ab"), then a copy of ten bytes from two before.
  const snappy = Buffer.concat([
    Buffer.of(16, 5 << 2),
    page.subarray(0, 6),
    Buffer.of((6 << 2) | 1, 2),
  ]);
  const lz4 = Buffer.concat([Buffer.of(0x66), page.subarray(0, 6), Buffer.of(2, 0, 0)]);
  const cases: [number, Buffer][] = [
    [0, page],
    [1, snappy],
    [2, gzipSync(page)],
    [4, brotliCompressSync(page)],
    [6, zstdCompressSync(page)],
    [7, lz4],
  ];
  for (const [codec, packed] of cases) {
    const first = [dataPage(page, { packed })];
    const column = { type: 6, schema: words, codec };
    assert.deepEqual(
      await valuesOf({ ...column, pages: first }),
      ['abababababab'],
      `codec ${codec}`,
    );
    const second = [dataPageV2(run(1, 1), packed, page.length)];
    const optional = { ...column, isOptional: true, pages: second };
    assert.deepEqual(await valuesOf(optional), ['abababababab'], `codec ${codec}, version 2`);
  }
});

test('columns of lists and structs are skipped', async () => {
  const box: Thrift[] = [
    struct({ 3: int(1), 4: text('bbox'), 5: int(2) }),
    struct({ 1: int(5), 3: int(1), 4: text('xmin') }),
    struct({ 1: int(5), 3: int(1), 4: text('ymin') }),
    struct({ 1: int(5), 3: int(2), 4: text('many') }),
  ];
  const bytes = parquet([geometry(wkb)], { geo: geo(), moreSchema: box });
  assert.deepEqual(await read(bytes), [{ number: 1, properties: {}, geometry: greekGridTriangle }]);
});

test('an unreadable geometry is reported, and the rows after it are read', async () => {
  const pages = [dataPage(plainBytes([Buffer.from('0103000000ffffffff', 'hex')])), wkb];
  const items = await read(parquet([geometry(...pages)], { rows: 2, geo: geo() }));
  assert.match((items[0] as Unreadable).problem, /^WKB: ends at byte 9/);
  assert.deepEqual((items[1] as Feature).geometry, greekGridTriangle);
});

test('damage that makes the file unreadable is refused with its place', async () => {
  const column = (pages: readonly Buffer[], more: Partial<Written> = {}) =>
    parquet([{ name: 'x', type: 6, pages, ...more }]);
  const page = plainBytes(['a']);
  const whole = parquet([geometry(wkb)], { geo: geo() });
  const other = { ...geo(), columns: { geometry: { encoding: 'polygon' } } };
  const cases: [Buffer, RegExp][] = [
    [Buffer.from('PAR1'), /cut at byte 4/],
    [Buffer.from('PAR1........PARE'), /it is encrypted/],
    [whole.subarray(0, -1), /expected PAR1 at its end/],
    [Buffer.from('PAR1....\xff\xff\xff\x7fPAR1', 'latin1'), /metadata of \d+ bytes at its end/],
    [parquet([geometry(wkb)], { geo: other }), /encoded as polygon, expected WKB/],
    [parquet([geometry(wkb)], { geo: { ...geo(), primary_column: 'x' } }), /encoded as undefined/],
    [parquet([], { geo: geo() }), /the column that its "geo" metadata name is not there/],
    [column([]), /row 1: column x: it has fewer values than rows/],
    [column([dataPage(page, { encoding: 8 })]), /column x: its dictionary is missing/],
    [column([dataPage(page, { encoding: 77 })]), /column x: encoding 77 is not supported/],
    [column([dataPage(page)], { codec: 3 }), /packed by codec 3, expected Snappy/],
    [column([dataPage(page)], { codec: 6 }), /the packed data are damaged/],
    [column([dataPage(page, { unpackedBytes: 9 })]), /a page of 9 bytes once unpacked, got 5/],
    [column([dataPage(page, { crc: crc32(page) ^ 1 })]), /the checksum of a page is wrong/],
    [column([dataPage(page.subarray(0, 3))]), /column x: it points beyond its end/],
    [column([dataPage(plainBytes(['aa']).subarray(0, 5))]), /column x: a value does not fit/],
  ];
  for (const [bytes, message] of cases) assert.match((await told(bytes)) ?? 'read', message);
  assert.equal(await told(column([dataPage(page, { crc: crc32(page) | 0 })])), undefined);
});

test('false sizes are refused quickly', async () => {
  const column = (pages: readonly Buffer[], more: Partial<Written> = {}, rows = 1) =>
    parquet([{ name: 'x', type: 6, schema: words, pages, ...more }], { rows });
  const page = plainBytes(['a']);
  const long = plainBytes(['x'.repeat(1_000_000)]);
  const runs = dataPage(Buffer.concat([Buffer.of(1), run(2 ** 40, 0)]), {
    values: 2 ** 31,
    encoding: 8,
  });
  const zeros = gzipSync(Buffer.alloc(50_000_000));
  const struct20 = Buffer.concat([
    ...Array.from({ length: 40 }, () => Buffer.of(0x1c)),
    Buffer.alloc(41),
  ]);
  const cases: [Buffer, RegExp][] = [
    [column([dictionaryPage(page, 1), runs], {}, 2 ** 40), /1099511627776 rows in \d+ bytes/],
    [column([dictionaryPage(long, 1), runs], {}, 1_000), /unpacks to over 200 times its size/],
    [column([dictionaryPage(page, 2 ** 30)]), /a dictionary of 1073741824 entries/],
    [column([dataPage(page, { unpackedBytes: 2 ** 40 })]), /a page of 1099511627776 bytes/],
    [
      column([dataPage(page, { unpackedBytes: 50_000_000, packed: zeros })], { codec: 2 }),
      /a page of \d+ bytes that unpacks to 50000000/,
    ],
    [column([dataPage(page, { unpackedBytes: 1_000, packed: zeros })], { codec: 2 }), /damaged/],
    [
      column([
        dataPage(Buffer.concat([varint(128), varint(4), varint(2 ** 40), Buffer.of(0)]), {
          encoding: 6,
        }),
      ]),
      /1099511627776 lengths do not fit/,
    ],
    [footer(list([], 2 ** 31).bytes, 9), /a list of 2147483648 does not fit/],
    [footer(struct20, 12), /structs are nested more than 20 deep/],
  ];
  for (const [bytes, message] of cases) assert.match((await told(bytes)) ?? 'read', message);
});

/** A file whose metadata are one field of a type. */
function footer(value: Buffer, type: number): Buffer {
  const bytes = Buffer.concat([Buffer.of(0x10 | type), value, Buffer.of(0)]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(bytes.length);
  return Buffer.concat([Buffer.from('PAR1'), bytes, length, Buffer.from('PAR1')]);
}

test('a cut file is refused, and a flipped bit gives an error or rows', async () => {
  const page = dataPage(Buffer.concat([Buffer.of(1), run(3, 1)]), { values: 3, encoding: 8 });
  const pages = [dictionaryPage(plainBytes(['a', 'b']), 2), page];
  const kaek = { name: 'KAEK', type: 6, schema: words, pages };
  const whole = parquet([kaek, geometry(wkb, wkb, wkb)], { rows: 3, geo: geo() });
  await checkDamage(openParquet, bytes => put('damaged.parquet', bytes), whole, 500);
});
