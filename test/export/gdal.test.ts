import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { lstatSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { everywhere } from '#domain/property/search-area.ts';
import { toKindSources } from '#domain/zones/zone-answer.ts';
import { exportLayer } from '#storage/export/export-layer.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { square } from '../geo/square.ts';
import { needProgram } from '../programs.ts';
import { places, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { zonesWith } from '../zones/generated.ts';

const run = (args: string[]) => spawnSync('ogrinfo', args, { encoding: 'utf8' });
needProgram('ogrinfo', 'gdal-bin');

const { path: folder } = temporaryFolder();
const store = openSqliteStore(join(folder, 'ktima.db'));
test.after(() => store.close());
const hole = square(23.8003, 38.0003, 0.0001).toReversed();
await replaceRows(store, 'parcels', provenance, [
  {
    kaek: '050681726001',
    areaM2: 412.125,
    geometry: { type: 'Polygon', coordinates: [square(23.8, 38, 0.001), hole] },
  },
  {
    kaek: '12098ΕΚ00029',
    areaM2: 5,
    geometry: {
      type: 'MultiPolygon',
      coordinates: [[square(24, 38, 0.001)], [square(24.01, 38, 0.001)]],
    },
  },
]);
await replaceRows(store, 'places', provenance, places);
const line = [
  [23, 38],
  [23.5, 38],
] as const;
const zones = zonesWith([
  { type: 'Polygon', coordinates: [square(23.8, 38, 0.5)] },
  { type: 'LineString', coordinates: line },
  { type: 'MultiLineString', coordinates: [line, line] },
  { type: 'Point', coordinates: [23.25, 38.25] },
]);
await replaceRows(store, 'zones', provenance, zones);

async function exported(name: string, layer: 'parcels' | 'places' | 'zones', srid: 4326 | 2100) {
  const file = join(folder, name);
  await replaceFileBy(file, async (write, path) => {
    const zones = toKindSources(await store.zoneSources());
    const plan = { layer, format: 'gpkg', area: everywhere, srid, zones } as const;
    await exportLayer(store, plan, { write, path }, () => {});
  });
  return file;
}

/** What GDAL finds in a file; it may not complain. */
function read(file: string): string {
  const { stdout, stderr } = run(['-ro', '-al', file]);
  assert.equal(stderr, '', file);
  return stdout;
}

test('GDAL reads parcels, places and zones, in both coordinate systems', async () => {
  const parcels = read(await exported('parcels.gpkg', 'parcels', 4326));
  assert.match(parcels, /Layer name: parcels\nGeometry: Multi Polygon\nFeature Count: 2\n/);
  assert.match(parcels, /ID\["EPSG",4326\]/);
  assert.match(parcels, /kaek \(String\) = 050681726001\n {2}area \(Real\) = 412\.125\n/);
  assert.match(parcels, /kaek \(String\) = 12098ΕΚ00029\n/);
  const holed = /MULTIPOLYGON \(\(\(23\.8 38\.0(,[\d. ]+){4}\),\(23\.8003 38\.0003[^)]*\)\)\)\n/;
  assert.match(parcels, holed);
  assert.match(parcels, /MULTIPOLYGON \(\(\(24 38,[^)]*\)\),\(\(24\.01 38[^)]*\)\)\)\n/);

  const onGrid = read(await exported('grid.gpkg', 'parcels', 2100));
  assert.match(onGrid, /ID\["EPSG",2100\]/);
  const [x, y] = toGreekGrid([23.8, 38]).map(Math.floor);
  assert.match(onGrid, new RegExp(String.raw`MULTIPOLYGON \(\(\(${x}\.\d+ ${y}\.\d+,`));

  const points = read(await exported('places.gpkg', 'places', 4326));
  assert.match(points, /Geometry: Point\nFeature Count: 4\n/);
  assert.match(points, /name_en \(String\) = airport\n/);
  assert.equal(points.match(/ {2}POINT \(/g)!.length, 4);

  const drawn = read(await exported('zones.gpkg', 'zones', 4326));
  assert.match(drawn, /Geometry: Unknown \(any\)\nFeature Count: 4\n/);
  assert.match(drawn, /label \(String\) = zone 1\n {2}return_period \(String\) = T100\n/);
  assert.match(drawn, /MULTIPOLYGON \(\(\(23\.8 38\.?0?,/);
  assert.match(drawn, / {2}LINESTRING \(23 38,23\.5 38\.0\)\n/);
  assert.match(drawn, /MULTILINESTRING \(\(23 38,23\.5 38\.0\),\(23 38,23\.5 38\.0\)\)\n/);
  assert.match(drawn, / {2}POINT \(23\.25 38\.25\)\n/);
});

test('a GeoPackage has its marks, the tables of the standard and the extent', async () => {
  const db = new DatabaseSync(await exported('marks.gpkg', 'parcels', 4326), { readOnly: true });
  const value = (sql: string) => structuredClone(db.prepare(sql).get());
  assert.deepEqual(value('PRAGMA application_id'), { application_id: 0x47504b47 });
  assert.deepEqual(value('PRAGMA user_version'), { user_version: 10_300 });
  assert.deepEqual(value('PRAGMA integrity_check'), { integrity_check: 'ok' });
  assert.deepEqual(db.prepare('PRAGMA foreign_key_check').all(), []);
  const sql = 'SELECT data_type, min_x, min_y, max_x, max_y, srs_id FROM gpkg_contents';
  const extent = { min_x: 23.8, min_y: 38, max_x: 24.011000000000003, max_y: 38.001 };
  assert.deepEqual(value(sql), { data_type: 'features', ...extent, srs_id: 4326 });
  db.close();
});

test('a GeoPackage is never written through a link', async () => {
  const [file, victim] = [join(folder, 'link.gpkg'), join(folder, 'victim')];
  writeFileSync(victim, '');
  const planted = replaceFileBy(file, async (write, path) => {
    rmSync(path);
    symlinkSync(victim, path);
    const plan = { layer: 'parcels', format: 'gpkg', area: everywhere, srid: 4326 } as const;
    await exportLayer(store, plan, { write, path }, () => {});
  });
  await assert.rejects(planted, { code: 'USAGE', message: /another program replaced it/ });
  assert.equal(lstatSync(victim).size, 0);
});
