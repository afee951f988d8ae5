import assert from 'node:assert/strict';
import test from 'node:test';
import type { RawGeometry } from '#importing/readers/reader.ts';
import { openShapefile } from '#importing/readers/shapefile/shapefile.ts';
import { isUnreadable } from '#tools/files/bytes.ts';
import { assertHas } from '../../../cases.ts';
import { square as anticlockwise, corners } from '../../../geo/square.ts';
import { checkDamage, readAll, refusal } from '../files.ts';
import { idColumn, nameColumn, type Parts, put, putShapefile } from './put-shapefile.ts';
import { dbf, nullShape, partsShape, pointShape, pointsShape, shp } from './shapefile-writer.ts';

type Ring = [number, number][];

/** A square ring that runs clockwise, as outer rings do. */
const hole = anticlockwise as (x: number, y: number, size: number) => Ring;
const square = (x: number, y: number, size: number): Ring => hole(x, y, size).reverse();

async function geometryOf(type: number, content: Buffer): Promise<RawGeometry | null | string> {
  const [item] = await readAll(openShapefile, putShapefile({ shp: shp(type, [content]) }));
  return isUnreadable(item!) ? item.problem : item!.geometry;
}

test('records have their row, their number, and null as geometry when it is empty', async () => {
  const rows = [['1', 'one'], ['2', ''], ['3', 'three']]; // biome-ignore format: three rows
  const shapes = shp(1, [pointShape(1, 2), nullShape, pointShape(5, 6)]);
  const path = putShapefile({ shp: shapes, dbf: dbf([idColumn, nameColumn], rows) });
  const reader = await openShapefile(path);
  const at = (x: number, y: number) => ({ type: 'Point', coordinates: [x, y] });
  assert.deepEqual(await Array.fromAsync(reader.features()), [
    { number: 1, properties: { id: 1, name: 'one' }, geometry: at(1, 2) },
    { number: 2, properties: { id: 2, name: null }, geometry: null },
    { number: 3, properties: { id: 3, name: 'three' }, geometry: at(5, 6) },
  ]);
  assert.equal(reader.unit, 'record');
  assert.equal(reader.bytesRead(), reader.totalBytes);
});

test('records may be counted from 0, and deleted rows are skipped', async () => {
  const path = putShapefile({
    shp: shp(1, [pointShape(1, 2), pointShape(3, 4)], 0),
    dbf: dbf([idColumn], [['1'], ['2']], { deleted: [0] }),
  });
  const [item, ...more] = await readAll(openShapefile, path);
  assert.deepEqual([item!.number, more], [2, []]);
});

test('every kind of shape is read, without Z and M', async () => {
  const line = corners('0 0, 1 1') as Ring;
  const heights = Buffer.concat([partsShape(15, [square(0, 0, 9)]), Buffer.alloc(56)]);
  const cases: [number, Buffer, string, unknown][] = [
    [11, pointShape(1, 2, 11), 'Point', [1, 2]],
    [8, pointsShape(line), 'MultiPoint', line],
    [3, partsShape(3, [line]), 'LineString', line],
    [23, partsShape(23, [line, line]), 'MultiLineString', [line, line]],
    [15, heights, 'Polygon', [square(0, 0, 9)]],
    [5, partsShape(5, []), 'MultiPolygon', []],
  ];
  for (const [number, shape, type, coordinates] of cases) {
    assert.deepEqual(await geometryOf(number, shape), { type, coordinates });
  }
});

test('holes belong to the smallest polygon around them, whatever the direction of all rings', async () => {
  const [land, lake] = [square(0, 0, 90), hole(10, 10, 50)];
  const [island, pond] = [square(20, 20, 20), hole(25, 25, 5)];
  const [other, stray] = [square(200, 0, 10), hole(300, 0, 5)];
  const turned = (ring: Ring) => ring.toReversed();
  const touching = hole(0, 0, 5);
  const check = async (rings: Ring[], ...polygons: Ring[][]) => {
    const isOne = polygons.length === 1;
    const type = isOne ? 'Polygon' : 'MultiPolygon';
    const coordinates = isOne ? polygons[0] : polygons;
    assert.deepEqual(await geometryOf(5, partsShape(5, rings)), { type, coordinates });
  };
  await check([lake, land], [land, lake]);
  await check([pond, lake, other, land, island], [other], [land, lake], [island, pond]);
  const wrong = [turned(land), turned(lake)];
  await check([turned(lake), turned(land), turned(other)], wrong, [turned(other)]);
  // A hole that touches its polygon belongs to it, and one outside all is a polygon.
  await check([land, other, touching, stray], [land, touching], [other], [stray]);
});

test('a hole that touches a slanted edge belongs to its polygon, though rounding moved it off', async () => {
  const [land, other] = [corners('0 0, 30 90, 60 0, 0 0') as Ring, square(200, 0, 10)];
  const touch = [7 / 3, 7] as const;
  const touching: Ring = [[...touch], [20, 5], [25, 30], [...touch]];
  const coordinates = [[land, touching], [other]];
  const geometry = await geometryOf(5, partsShape(5, [land, other, touching]));
  assert.deepEqual(geometry, { type: 'MultiPolygon', coordinates });
});

test('too many rings are refused', async () => {
  const rings = Array.from({ length: 14_000 }, (_, i) => (i % 2 ? hole(i, 0, 1) : square(i, 0, 2)));
  assert.match(String(await geometryOf(5, partsShape(5, rings))), /too many rings/);
});

test('a damaged shape is reported, and the next ones are read', async () => {
  const change = (at: number, value: number) => {
    const content = partsShape(5, [square(0, 0, 1), square(5, 5, 1)]);
    content.writeInt32LE(value, at);
    return content;
  };
  const nan = partsShape(5, [square(0, 0, Number.NaN)]);
  const changes = corners('0 3, 36 -1, 36 1e9, 40 1e9, 40 -4, 44 7, 48 99');
  const bad = [...changes.map(([at, value]) => change(at, value)), nan, Buffer.from([5, 0, 0, 0])];
  const path = putShapefile({
    shp: shp(5, [...bad, partsShape(5, [square(0, 0, 1)])]),
    dbf: dbf([idColumn], Array(bad.length + 1).fill(['1'])),
  });
  const items = await readAll(openShapefile, path);
  assert.deepEqual(items.map(isUnreadable), [...bad.map(() => true), false]);
  for (const item of items.filter(isUnreadable)) assert.match(item.problem, /^geometry: /);
});

test('companion files may have extensions in capitals', async () => {
  put('CAPITAL.SHP', shp(1, [pointShape(1, 2)]));
  const path = put('CAPITAL.DBF', dbf([idColumn], [['7']])).replace('.DBF', '.SHP');
  const [item] = await readAll(openShapefile, path);
  assert.ok(item && !isUnreadable(item));
  assert.deepEqual(item.properties, { id: 7 });
});

test('damage that makes the file unreadable is refused with its place', async () => {
  const two = shp(1, [pointShape(1, 2), pointShape(3, 4)]);
  const changed = (at: number, value: number) => {
    const bytes = Buffer.from(two);
    bytes.writeInt32BE(value, at);
    return bytes;
  };
  const rows = dbf([idColumn], [['1'], ['2']]);
  const wide = dbf([idColumn], [['1'], ['2']]);
  wide[48] = 200;
  const shape = 'byte 136: expected a shape of 4 to 20 bytes, got';
  const unknown = 'some.shp: its .cpg file names an encoding that is not known:';
  const cases: [Parts, string][] = [
    [{ shp: Buffer.from('not one'), dbf: rows }, 'some.shp: byte 7: ends in the middle'],
    [{ shp: changed(0, 9993), dbf: rows }, 'some.shp: byte 0: expected a Shapefile'],
    [{ shp: shp(31, []), dbf: rows }, 'some.shp: byte 32: shape type 31 is not supported'],
    [{ shp: two.subarray(0, -4), dbf: rows }, 'some.shp: cut at byte 152, expected 156 bytes'],
    [{ shp: changed(128, 5), dbf: rows }, 'some.shp: byte 128: expected the header of record 2'],
    [{ shp: changed(132, 0x7fffffff), dbf: rows }, `${shape} 4294967294`],
    [{ shp: changed(132, -5), dbf: rows }, `${shape} -10`],
    [{ shp: two }, 'some.shp: holds over 1 shapes, while its .dbf has 1 rows'],
    [{ dbf: rows }, 'some.shp: holds 1 shapes, while its .dbf has 2 rows'],
    [{ shp: two, dbf: rows.subarray(0, -3) }, 'some.dbf: cut at byte 73, expected 75 bytes'],
    [{ shp: two, dbf: wide }, 'some.dbf: its columns are wider than its rows'],
    [{ shp: two, dbf: dbf([], []) }, 'some.dbf: byte 32: expected at least one column'],
    [{ shp: two, dbf: Buffer.alloc(40) }, 'some.dbf: byte 8: expected a dBase header'],
    [{ cpg: 'Klingon' }, `${unknown} "Klingon"`],
    [{ cpg: 'constructor' }, `${unknown} "constructor"`],
  ];
  for (const [parts, message] of cases) {
    assertHas((await refusal(openShapefile, putShapefile(parts))) ?? 'read', message);
  }
  const told = await refusal(openShapefile, put('alone.shp', shp(1, [])));
  assertHas(told, 'alone.shp: expected a .dbf file of the same name beside it');
});

test('cut files are refused, and flipped bits give records or a refusal', async () => {
  const rings = [square(0, 0, 9), hole(1, 1, 2), square(20, 0, 5)];
  const shapes = shp(5, Array(6).fill(partsShape(5, rings)));
  const table = dbf([idColumn, nameColumn], Array(6).fill(['1', 'Ύδρα']));
  await checkDamage(openShapefile, bytes => putShapefile({ shp: bytes, dbf: table }), shapes);
  const damagedTable = (bytes: Buffer) => putShapefile({ shp: shapes, dbf: bytes, cpg: 'UTF-8' });
  // Without its last byte, which only marks the end.
  await checkDamage(openShapefile, damagedTable, table.subarray(0, -1));
});

test('the .prj gives the EPSG number of its system', async () => {
  const wgs84 =
    'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]]]';
  assert.equal((await openShapefile(putShapefile({ prj: wgs84 }))).epsg, 4326);
  for (const parts of [{}, { prj: '' }]) {
    assert.equal((await openShapefile(putShapefile(parts))).epsg, undefined);
  }
});

test('the name of the system in the .prj is returned unchanged', async () => {
  const cases: [string | undefined, string | undefined][] = [
    ['PROJCS["Greek_Grid_shifted",GEOGCS["GCS_GGRS_1987"]]', 'Greek_Grid_shifted'],
    ['  GEOGCS [ "My own" ]', 'My own'],
    ['+proj=tmerc +lat_0=0', '+proj=tmerc +lat_0=0'],
    ['', undefined],
    [undefined, undefined],
  ];
  for (const [prj, crsName] of cases) {
    const reader = await openShapefile(putShapefile(prj === undefined ? {} : { prj }));
    assert.equal(reader.crsName, crsName, prj);
  }
});
