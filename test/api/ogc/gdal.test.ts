import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { promisify } from 'node:util';
import { replaceRows } from '#storage/store/store.ts';
import { needProgram } from '../../programs.ts';
import { openTestService, provenance } from '../../service.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { triangle } from './triangle.ts';

needProgram('ogr2ogr', 'gdal-bin');

const parcels = Array.from({ length: 60 }, (_, i) => triangle(i, 23.7 + i / 1_000, 37.9));

const { api, store, token } = await openTestService();
await replaceRows(store, 'parcels', provenance, parcels);
await api.listen({ host: '127.0.0.1', port: 0 });
test.after(() => api.close());
const source = `OAPIF:http://127.0.0.1:${(api.server.address() as AddressInfo).port}/ogc`;
const { path: folder } = temporaryFolder();

/** Runs a program of GDAL; not synchronously, because the service is in this process. */
async function run(program: string, args: string[], env = {}): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    env: { ...process.env, ...env },
  });
  return stdout + stderr;
}

/** The rows of a layer of a GeoPackage. */
function rowsOf(file: string, sql: string): unknown[] {
  const db = new DatabaseSync(file, { readOnly: true });
  try {
    return structuredClone(db.prepare(sql).all());
  } finally {
    db.close();
  }
}

test('GDAL lists the collections and copies a box of parcels to a GeoPackage, page by page', async () => {
  const listed = await run('ogrinfo', [source]);
  assert.match(listed, /parcels \(title: Parcels\) \(Polygon\)[\s\S]*places \(title: Places\)/);

  const file = join(folder, 'parcels.gpkg');
  const box = ['-spat', '23.7101', '37.9', '23.7402', '37.9001'];
  assert.equal(await run('ogr2ogr', [...box, '-oo', 'PAGE_SIZE=7', file, source, 'parcels']), '');
  const copied = rowsOf(file, 'SELECT kaek, area_m2 FROM parcels ORDER BY kaek');
  const expected = parcels.slice(10, 41).map(({ kaek, areaM2 }) => ({ kaek, area_m2: areaM2 }));
  assert.deepEqual(copied, expected);
  const system = 'SELECT srs_id, geometry_type_name FROM gpkg_geometry_columns';
  assert.deepEqual(rowsOf(file, system), [{ srs_id: 4326, geometry_type_name: 'POLYGON' }]);
});

test('GDAL copies places with a token, and gets an error without one', async () => {
  const file = join(folder, 'places.gpkg');
  await assert.rejects(run('ogr2ogr', [file, source, 'places']), /a Bearer token is needed/);
  rmSync(file, { force: true });
  const env = { GDAL_HTTP_HEADERS: `Authorization: Bearer ${token}` };
  assert.equal(await run('ogr2ogr', [file, source, 'places'], env), '');
  assert.deepEqual(rowsOf(file, 'SELECT name_en, place_type FROM places ORDER BY fid'), [
    { name_en: 'far bank', place_type: 'bank' },
    { name_en: 'metro', place_type: 'metro_station' },
    { name_en: 'bank', place_type: 'bank' },
    { name_en: 'airport', place_type: 'airport' },
  ]);
});
