import assert from 'node:assert/strict';
import { gridsAtPoint, readGridSources } from '#features/report/grids-section.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { fromWgs84, toWgs84 } from '#tools/geo/crs.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { cellsIn, file, folder, testBilinear, testFormat } from './beside-gdal.ts';
import { gdal, load, rawValues } from './files.ts';

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
