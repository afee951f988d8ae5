import assert from 'node:assert/strict';
import { join } from 'node:path';
import { gridsAtPoint } from '#features/report/grids-section.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { toWgs84 } from '#tools/geo/crs.ts';
import { longTest } from '../sample.ts';
import { seeded } from '../seeded.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { gdal, hills, load, rawValues, writeAscii } from './files.ts';

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
