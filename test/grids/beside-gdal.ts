import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { gridsAtPoint, readGridSources, readWindow } from '#features/report/grids-section.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { toWgs84 } from '#tools/geo/crs.ts';
import { seeded } from '../seeded.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { gdal, hills, load, rawValues, writeAscii } from './files.ts';

export const { path: folder } = temporaryFolder();
export const file = (name: string) => join(folder, name);
const place = { west: 470_000, south: 4_200_000, step: 25, width: 300, height: 280 };
writeAscii(file('hills.asc'), place, hills);
gdal('gdal_translate', ['-q', '-a_srs', 'EPSG:2100', file('hills.asc'), file('hills.tif')]);

/** All cells of the only grid in a store. */
export async function cellsIn(store: ReturnType<typeof openSqliteStore>) {
  const grid = (await readGridSources(store))[0]![0]!;
  const { width, height } = grid;
  return readWindow(store, grid, 0, { column: 0, row: 0, columns: width, rows: height });
}

/** Tests that a GeoTIFF of a type, made with options of GDAL, has the values of GDAL. */
export function testFormat(type: string, ...options: string[]): void {
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

/** Tests values between cells in a coordinate system. */
export function testBilinear(epsg: number, points = 500): void {
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
    for (let i = 0; i < points; i++) {
      const inside = (cells: number) => 3 + Math.floor(random() * (cells - 6));
      const [column, row] = size.map(inside) as [number, number];
      const x = west! + (stepX! * (column + 0.5)) / 3;
      const at = [x, north! + (stepY! * (row + 0.5)) / 3] as const;
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
    assert.ok(compared > 0.6 * points);
  });
}
