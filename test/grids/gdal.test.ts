import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import {
  gridsAtPoint,
  readGridSources,
  readWindow,
} from '../../src/features/report/grids-section.ts';
import { openSqliteStore } from '../../src/keep/store/sqlite-store.ts';
import { fromWgs84, toWgs84 } from '../../src/tools/geo/crs.ts';
import { rounds } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { gdal, hills, load, rawValues, writeAscii } from './files.ts';

const { path: folder } = temporaryFolder();
const file = (name: string) => join(folder, name);
const place = { west: 470_000, south: 4_200_000, step: 25, width: 300, height: 280 };
writeAscii(file('hills.asc'), place, hills);
gdal('gdal_translate', ['-q', '-a_srs', 'EPSG:2100', file('hills.asc'), file('hills.tif')]);

/** All cells of the only grid in a store. */
async function cellsIn(store: ReturnType<typeof openSqliteStore>) {
  const grid = (await readGridSources(store))[0]![0]!;
  const { width, height } = grid;
  return readWindow(store, grid, 0, { column: 0, row: 0, columns: width, rows: height });
}

const bigTiled = ['TILED=YES', 'BLOCKXSIZE=64', 'BLOCKYSIZE=48', 'BIGTIFF=YES'];
const formats: [type: string, ...options: string[]][] = [
  ['Float32'],
  ['Float32', 'COMPRESS=DEFLATE', 'PREDICTOR=3', 'TILED=YES'],
  ['Float32', 'COMPRESS=LZW', 'PREDICTOR=2', 'ENDIANNESS=BIG'],
  ['Float32', 'COMPRESS=ZSTD', 'PREDICTOR=3', 'ENDIANNESS=BIG', ...bigTiled],
  ['Float64', 'COMPRESS=LZW', 'PREDICTOR=3', ...bigTiled],
  ['Float64', 'ENDIANNESS=BIG', 'BLOCKYSIZE=7'],
  ['Int16', 'COMPRESS=LZW', 'PREDICTOR=2', 'ENDIANNESS=BIG', ...bigTiled],
  ['Int16', 'COMPRESS=DEFLATE', 'PREDICTOR=2'],
  ['UInt16', 'COMPRESS=PACKBITS'],
  ['Int32', 'COMPRESS=DEFLATE', 'PREDICTOR=2', 'ENDIANNESS=BIG'],
  ['UInt32', 'COMPRESS=LZW'],
  ['Byte', 'COMPRESS=LZW', 'PREDICTOR=2', 'TILED=YES'],
];

for (const [type, ...options] of formats.slice(0, rounds(formats.length, 2))) {
  test(`${type} ${options.join(' ')} has the values of GDAL`, async t => {
    const path = file('format.tif');
    const made = options.flatMap(option => ['-co', option]);
    const nodata = type.startsWith('U') || type === 'Byte' ? ['-a_nodata', '0'] : [];
    gdal('gdal_translate', ['-q', '-ot', type, ...nodata, ...made, file('hills.tif'), path]);
    const store = openSqliteStore(':memory:');
    t.after(() => store.close());
    // GDAL 3.6 writes other values with PREDICTOR=3 and ENDIANNESS=BIG: no elevation has them.
    await load(store, [path], { kind: 'other' });
    assert.deepEqual((await cellsIn(store)).values, rawValues(path, folder));
  });
}

test('a Cloud Optimized GeoTIFF, scale and offset, and points as cells', async t => {
  gdal('gdal_translate', [
    '-q',
    '-of',
    'COG',
    '-co',
    'BLOCKSIZE=128',
    file('hills.tif'),
    file('cog.tif'),
  ]);
  const scaled = ['-ot', 'Int16', '-a_scale', '0.5', '-a_offset', '100'];
  gdal('gdal_translate', ['-q', ...scaled, file('hills.tif'), file('scaled.tif')]);
  const asPoints = ['-mo', 'AREA_OR_POINT=Point'];
  gdal('gdal_translate', ['-q', ...asPoints, file('hills.tif'), file('points.tif')]);
  for (const name of ['cog', 'points', 'scaled']) {
    const store = openSqliteStore(':memory:');
    t.after(() => store.close());
    await load(store, [file(`${name}.tif`)]);
    const [[grid]] = (await readGridSources(store)) as unknown as [
      [{ west: number; north: number }],
    ];
    assert.deepEqual([grid.west, grid.north], [470_000, 4_207_000], name);
    const wanted = rawValues(file(`${name}.tif`), folder);
    const scale =
      name === 'scaled' ? (value: number) => value * 0.5 + 100 : (value: number) => value;
    assert.deepEqual((await cellsIn(store)).values, wanted.map(scale), name);
  }
});

/** Longitudes and latitudes of random points around the hills. */
function randomPoints(count: number, seed: number): [number, number][] {
  const random = seeded(seed);
  const along = (from: number, length: number) => from + (random() * 1.1 - 0.05) * length;
  return Array.from({ length: count }, () =>
    toWgs84(2100)!([along(470_000, 7_500), along(4_200_000, 7_000)]),
  ) as [number, number][];
}

test('classes at random points are those of gdallocationinfo', async t => {
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  await load(store, [file('hills.tif')], { values: 'classes' });
  const points = randomPoints(rounds(20_000, 1_000), 1);
  // In its own system: the change of datum is compared elsewhere.
  const input = points.map(point => `${fromWgs84(2100)!(point).join(' ')}\n`).join('');
  const lines = gdal('gdallocationinfo', ['-valonly', '-geoloc', file('hills.tif')], input).split(
    '\n',
  );
  for (const [i, [longitude, latitude]] of points.entries()) {
    const [answer] = await gridsAtPoint(store, latitude, longitude, ['elevation']);
    const wanted = lines[i] === '' || lines[i] === '-9999' ? null : Number(lines[i]);
    assert.equal(
      answer!.value,
      wanted === null ? null : Number(Math.fround(wanted).toPrecision(7)),
    );
    assert.equal(
      answer!.result,
      wanted !== null ? 'measured' : lines[i] === '' ? 'outside' : 'no_data',
    );
  }
});

for (const epsg of [3035, 4326, 4258, 2100, 3857].slice(0, rounds(5, 1))) {
  test(`EPSG:${epsg}: values between cells are those of a bilinear gdalwarp`, async t => {
    const [path, finer] = [file(`${epsg}.tif`), file(`${epsg}-finer.img`)];
    const overwrite = ['-q', '-overwrite'];
    gdal('gdalwarp', [
      ...overwrite,
      '-t_srs',
      `EPSG:${epsg}`,
      '-dstnodata',
      'nan',
      file('hills.tif'),
      path,
    ]);
    const info = JSON.parse(
      gdal('gdalinfo', ['-json', path]).replaceAll(/\bNaN\b|"nan"/gi, 'null'),
    );
    const [west, stepX, , north, , stepY] = info.geoTransform as number[];
    const [width, height] = info.size as [number, number];
    const size = [3 * width, 3 * height];
    gdal('gdalwarp', [
      ...overwrite,
      ...['-of', 'ENVI', '-ot', 'Float64', '-wt', 'Float64', '-r', 'bilinear', '-et', '0'],
      ...['-ts', ...size.map(String), '-dstnodata', 'nan', path, finer],
    ]);
    const wanted = rawValues(finer, folder);
    const store = openSqliteStore(':memory:');
    t.after(() => store.close());
    await load(store, [path]);
    const random = seeded(epsg);
    let compared = 0;
    for (let i = 0; i < rounds(5_000, 500); i++) {
      const [column, row] = size.map(cells => 3 + Math.floor(random() * (cells - 6))) as [
        number,
        number,
      ];
      const at = [
        west! + (stepX! * (column + 0.5)) / 3,
        north! + (stepY! * (row + 0.5)) / 3,
      ] as const;
      const [longitude, latitude] = toWgs84(epsg)!(at);
      const [answer] = await gridsAtPoint(store, latitude, longitude, ['elevation']);
      const value = wanted[row * size[0]! + column]!;
      // Beside a cell without value GDAL and Ktima both leave it out; the value is the same.
      if (Number.isNaN(value)) assert.equal(answer!.value, null, `${column} ${row}`);
      else
        assert.ok(
          Math.abs(answer!.value! - value) < 4e-4,
          `${column} ${row}: ${answer!.value} ${value}`,
        );
      compared += Number(!Number.isNaN(value));
    }
    assert.ok(compared > 300);
  });
}
