import assert from 'node:assert/strict';
import test from 'node:test';
import type { GridKindName } from '#domain/grids/kind.ts';
import { chooseGridColumns, gridNames, gridValues } from '#features/portfolio/row/zone-columns.ts';
import { gridsAtPoint } from '#features/report/grids-section.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { load, writeAscii } from '../grids/files.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('two return periods have columns of their own; two elevations share theirs', async t => {
  const store = openSqliteStore(':memory:');
  t.after(() => store.close());
  const { path } = temporaryFolder(t);
  const put = async (kind: GridKindName, source: string, step: number, value: number) => {
    const file = `${path}/${source}.asc`;
    writeAscii(file, { west: 23, south: 38, step, width: 10, height: 10 }, () => value);
    await load(store, [file], { kind, source, srid: 4326 });
  };
  const row = async () => {
    const columns = await chooseGridColumns({ store }, undefined);
    const values = gridValues(columns, await gridsAtPoint(store, 38.0005, 23.0005));
    return Object.fromEntries(gridNames(columns).map((name, i) => [name, values[i]]));
  };
  await put('flood_depth', 't1000', 0.001, 3);
  assert.deepEqual(await row(), { flood_depth: 3 });
  await put('flood_depth', 't100', 0.0002, 0.5);
  await put('elevation', 'coarse', 0.001, 70);
  await put('elevation', 'fine', 0.0002, 71);
  const flood = { flood_depth_t100: 0.5, flood_depth_t1000: 3 };
  assert.deepEqual(await row(), { elevation_m: 71, slope_percent: 0, ...flood });
  assert.deepEqual(await chooseGridColumns({ store }, false), []);
});
