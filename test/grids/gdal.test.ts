import assert from 'node:assert/strict';
import { join } from 'node:path';
import { gridsAtPoint, readGridSources } from '#features/report/grids-section.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { fromWgs84, toWgs84 } from '#tools/geo/crs.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cellsIn, file, folder, testBilinear, testFormat } from './beside-gdal.ts';
import { gdal, hills, load, rawValues, writeAscii } from './files.ts';

// The other formats and coordinate systems are in `gdal.long.ts`.
testFormat('Float32', 'COMPRESS=DEFLATE', 'PREDICTOR=3', 'TILED=YES');
testBilinear(3035);

longTest('a Cloud Optimized GeoTIFF, scale and offset, and points as cells', async t => {
  const options = ['-q', '-of', 'COG', '-co', 'BLOCKSIZE=128'];
  gdal('gdal_translate', [...options, file('hills.tif'), file('cog.tif')]);
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

longTest('classes at random points are those of gdallocationinfo', async t => {
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  await load(store, [file('hills.tif')], { values: 'classes' });
  const points = randomPoints(1_000, 1);
  // In its own system: the change of datum is compared elsewhere.
  const input = points.map(point => `${fromWgs84(2100)!(point).join(' ')}\n`).join('');
  const lines = gdal('gdallocationinfo', ['-valonly', '-geoloc', file('hills.tif')], input).split(
    '\n',
  );
  for (const [i, [longitude, latitude]] of points.entries()) {
    const [answer] = await gridsAtPoint(store, latitude, longitude, ['elevation']);
    const wanted = lines[i] === '' || lines[i] === '-9999' ? null : Number(lines[i]);
    const expected = wanted === null ? null : Number(Math.fround(wanted).toPrecision(7));
    assert.equal(answer!.value, expected);
    const result = wanted !== null ? 'measured' : lines[i] === '' ? 'outside' : 'no_data';
    assert.equal(answer!.result, result);
  }
});

longTest('slope and aspect are those of gdaldem', async t => {
  const { path: folder } = temporaryFolder(t);
  const file = (name: string) => join(folder, name);
  // On the central meridian of the projection its north is that of the ground.
  const place = { west: 498_000, south: 4_200_000, step: 25, width: 160, height: 140 };
  writeAscii(file('hills.asc'), place, hills);
  gdal('gdal_translate', ['-q', '-a_srs', 'EPSG:2100', file('hills.asc'), file('hills.tif')]);
  gdal('gdaldem', ['slope', '-q', '-p', file('hills.tif'), file('slope.tif')]);
  gdal('gdaldem', ['aspect', '-q', file('hills.tif'), file('aspect.tif')]);
  const [slopes, aspects] = ['slope', 'aspect'].map(name =>
    rawValues(file(`${name}.tif`), folder),
  ) as [Float64Array, Float64Array];
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  await load(store, [file('hills.tif')]);

  const random = seeded(12);
  const toDegrees = toWgs84(2100)!;
  let known = 0;
  for (let i = 0; i < 400; i++) {
    const column = Math.floor(random() * place.width);
    const row = Math.floor(random() * place.height);
    const [longitude, latitude] = toDegrees([
      place.west + (column + 0.5) * place.step,
      place.south + (place.height - row - 0.5) * place.step,
    ]);
    const [{ slope }] = (await gridsAtPoint(store, latitude, longitude, ['elevation'])) as [
      Awaited<ReturnType<typeof gridsAtPoint>>[0],
    ];
    const at = row * place.width + column;
    assert.equal(slope === null, Number.isNaN(slopes[at]), `${column} ${row}`);
    if (!slope) continue;
    known++;
    // The ground is 0.04 % longer than the plane of the projection.
    assert.ok(Math.abs(slope.percent / slopes[at]! - 1) < 1e-3, `${slope.percent} ${slopes[at]}`);
    const turn = Math.abs(slope.aspectDegrees! - aspects[at]!) % 360;
    assert.ok(Math.min(turn, 360 - turn) < 0.05, `${slope.aspectDegrees} ${aspects[at]}`);
  }
  assert.ok(known > 320, String(known));
});
