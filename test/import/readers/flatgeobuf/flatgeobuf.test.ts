import assert from 'node:assert/strict';
import test from 'node:test';
import type { Unreadable } from '../../../../src/files/bytes.ts';
import { openFlatGeobuf } from '../../../../src/import/readers/flatgeobuf/flatgeobuf.ts';
import { openReader } from '../../../../src/import/readers/open-reader.ts';
import type { Feature } from '../../../../src/import/readers/reader.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { assertUnreadable, checkDamage, readAll, refusal } from '../files.ts';
import {
  byte,
  double,
  type Field,
  feature,
  header,
  int,
  list,
  long,
  magic,
  multiPolygon,
  polygon,
  short,
  sized,
  table,
  tables,
  text,
} from './flatgeobuf-writer.ts';

const { put } = temporaryFolder();

const outline = [
  [475_000, 4_204_000],
  [475_020, 4_204_000],
  [475_020, 4_204_020],
  [475_000, 4_204_000],
] as const;
const hole = [
  [475_010, 4_204_004],
  [475_012, 4_204_004],
  [475_012, 4_204_006],
  [475_010, 4_204_004],
] as const;

const make = (...parts: readonly Buffer[]) => put('some.fgb', Buffer.concat([magic, ...parts]));
const read = (...parts: readonly Buffer[]) => readAll(openFlatGeobuf, make(...parts));
const value = (column: number, bytes: Buffer) => Buffer.concat([short(column), bytes]);
const words = (column: number, content: string) =>
  value(column, Buffer.concat([int(Buffer.byteLength(content)), Buffer.from(content)]));

test('features have their columns and their geometry, in the system of the header', async () => {
  const columns = [
    ['ΚΑΕΚ', 11],
    ['AREA', 10],
    ['big', 7],
  ] as const;
  const path = make(
    header({ columns, features: 2 }),
    feature(
      polygon([outline, hole]),
      Buffer.concat([words(0, '050681726003'), value(1, double(5.5))]),
    ),
    feature(undefined, value(2, Buffer.from('ffffffffffffff7f', 'hex'))),
  );
  const reader = await openReader(path);
  assert.deepEqual([reader.unit, reader.epsg], ['feature', 2100]);
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    {
      number: 1,
      properties: { ΚΑΕΚ: '050681726003', AREA: 5.5, big: null },
      geometry: { type: 'Polygon', coordinates: [outline, hole] },
    },
    {
      number: 2,
      properties: { ΚΑΕΚ: null, AREA: null, big: '9223372036854775807' },
      geometry: null,
    },
  ]);
});

test('points, multipolygons and features with their own type are read, others are returned by name', async () => {
  const point = [undefined, list([double(23.7), double(38)])];
  const cases: [number, readonly Field[], unknown][] = [
    [1, point, { type: 'Point', coordinates: [23.7, 38] }],
    [1, [undefined, list([double(Number.NaN), double(Number.NaN)])], null],
    [0, polygon([outline], 3), { type: 'Polygon', coordinates: [outline] }],
    [
      6,
      multiPolygon([[outline, hole], [hole]]),
      { type: 'MultiPolygon', coordinates: [[outline, hole], [hole]] },
    ],
    [4, point, { type: 'MultiPoint', coordinates: [[23.7, 38]] }],
    [2, point, { type: 'LineString', coordinates: [[23.7, 38]] }],
    [0, point, { type: 'Geometry', coordinates: null }],
    [99, point, { type: 'Unknown', coordinates: null }],
  ];
  for (const [geometryType, geometry, expected] of cases) {
    const [item] = await read(header({ geometryType }), feature(geometry));
    assert.deepEqual((item as Feature).geometry, expected);
  }
});

test('every type of column is read', async () => {
  const cases: [number, Buffer, unknown][] = [
    [0, byte(0xff), -1],
    [1, byte(0xff), 255],
    [2, byte(1), true],
    [3, short(-2), -2],
    [4, Buffer.from('feff', 'hex'), 65_534],
    [5, int(-3), -3],
    [6, Buffer.from('ffffffff', 'hex'), 4_294_967_295],
    [7, long(-4), -4],
    [8, long(4), 4],
    [9, Buffer.from('0000c03f', 'hex'), 1.5],
    [10, double(0.1), 0.1],
    [12, Buffer.concat([int(2), Buffer.from('{}')]), '{}'],
    [13, Buffer.concat([int(10), Buffer.from('2026-01-01')]), '2026-01-01'],
    [14, Buffer.concat([int(1), byte(7)]), Buffer.of(7)],
  ];
  const columns = cases.map(([type], i) => [`c${i}`, type] as const);
  const properties = Buffer.concat(cases.map(([, bytes], i) => value(i, bytes)));
  const [item] = await read(header({ columns }), feature(undefined, properties));
  const values = Object.values((item as Feature).properties);
  for (const [i, [type, , expected]] of cases.entries()) {
    assert.deepEqual(values[i], expected, `type ${type}`);
  }
});

test('the index before the features is skipped, whatever its size', async () => {
  for (const [features, nodeSize, nodes] of [
    [1, 16, 2],
    [2, 16, 3],
    [3, 2, 6],
    [17, 16, 20],
  ] as const) {
    const index = Buffer.alloc(40 * nodes, 0xee);
    const rows = Array.from({ length: features }, () => feature(polygon([outline])));
    const items = await read(header({ features, nodeSize }), index, ...rows);
    assert.equal(items.length, features);
    assert.ok(items.every(item => 'geometry' in item && item.geometry?.type === 'Polygon'));
  }
});

test('the coordinate system is read from its number, otherwise from its well-known text', async () => {
  const wkt = 'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]]]';
  const cases: [readonly Field[] | undefined, number | undefined][] = [
    [[text('EPSG'), int(3857)], 3857],
    [[undefined, int(4326)], 4326],
    [[text('OTHER'), int(7)], undefined],
    [[text('OTHER'), int(7), undefined, undefined, text(wkt)], 4326],
    [[text('EPSG'), int(4326), undefined, undefined, text(wkt)], 4326],
    [[text('EPSG'), int(2100), undefined, undefined, text(wkt)], undefined],
    [[], undefined],
  ];
  for (const [crs, epsg] of cases) {
    assert.equal((await openFlatGeobuf(make(header({ crs })))).epsg, epsg);
  }
});

test('a feature may have columns of its own', async () => {
  const own = sized([
    undefined,
    list([...words(0, 'x')].map(byte)),
    tables([[text('mine'), byte(11)]]),
  ]);
  const [item] = await read(header({ columns: [['theirs', 11]] }), own);
  assert.deepEqual((item as Feature).properties, { mine: 'x' });
});

test('an unreadable feature is reported, and those after it are read', async () => {
  const columns = [['a', 11] as const, ['b', 99] as const];
  const shared: Field = { elsewhere: write => write.append(Buffer.concat([int(2e9)])) };
  const bad: [Buffer, RegExp][] = [
    [feature([undefined, shared]), /a list of 2000000000 does not fit/],
    [feature([list([int(5)]), list([double(1), double(2)])]), /ring 1 of 1 is out of range/],
    [feature([undefined, list([double(1)])]), /1 coordinates do not fit/],
    [feature(undefined, value(7, byte(1))), /there is no column 7/],
    [feature(undefined, value(1, int(0))), /column b: a value that cannot be read/],
    [feature(undefined, value(0, int(9))), /column a: a value that cannot be read/],
    [Buffer.concat([int(2), Buffer.alloc(2)]), /it points beyond its end/],
  ];
  const items = await read(
    header({ columns }),
    ...bad.map(([bytes]) => bytes),
    feature(polygon([outline])),
  );
  assertUnreadable(
    items,
    bad.map(([, expected]) => expected),
  );
});

test('parts that reuse the same bytes are limited by the size of the feature', async () => {
  const ring = Array.from({ length: 1_000 }, (_, i) => [i, i] as const);
  const parts: Field = {
    elsewhere(write) {
      const at = write.append(Buffer.concat([int(1_000), Buffer.alloc(4_000)]));
      const part = table(polygon([ring])) as { elsewhere: (w: typeof write) => number };
      const target = part.elsewhere(write);
      for (let i = 0; i < 1_000; i++) write.pointAt(at + 4 + 4 * i, target);
      return at;
    },
  };
  const geometry = [...new Array<Field>(7).fill(undefined), parts];
  const [item] = await read(header({ geometryType: 6 }), feature(geometry));
  assert.match((item as Unreadable).problem, /coordinates do not fit/);
});

test('damage that makes the file unreadable is refused with its place', async () => {
  const one = feature(polygon([outline]));
  const cases: [Buffer[], RegExp][] = [
    [[Buffer.from('fgb\x02fgb\0....')], /byte 0: expected FlatGeobuf version 3/],
    [[magic, int(-1)], /byte 8: a header of 4294967295 bytes/],
    [[magic, int(100)], /byte 12: ends in the middle/],
    [[magic, int(4), int(-1)], /byte 12: not a valid header/],
    [[magic, header({ features: 1e15 })], /not a valid header: 1000000000000000 features/],
    [[magic, header({ features: 5, nodeSize: 16 })], /ends in the middle/],
    [[magic, header(), int(2e9)], /a feature of 2000000000 bytes/],
    [[magic, header({ features: 2 }), one], /holds 1 features, while its header says 2/],
    [[magic, header({ features: 1 }), one, one], /holds 2 features, while its header says 1/],
  ];
  for (const [parts, message] of cases) {
    const told = await refusal(openFlatGeobuf, put('bad.fgb', Buffer.concat(parts)));
    assert.match(told ?? 'read', message);
  }
});

test('a cut file is refused, and a flipped bit gives an error or features', async () => {
  const columns = [['KAEK', 11] as const];
  const row = feature(polygon([outline, hole]), words(0, '050681726003'));
  const top = header({ columns, features: 3, nodeSize: 16 });
  const whole = Buffer.concat([magic, top, Buffer.alloc(40 * 4), row, row, row]);
  await checkDamage(openFlatGeobuf, bytes => put('damaged.fgb', bytes), whole, 500);
});
