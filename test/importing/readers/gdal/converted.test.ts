import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { convertibleOf } from '#importing/readers/gdal/formats.ts';
import { openConverted } from '#importing/readers/gdal/open-converted.ts';
import { openReader } from '#importing/readers/open-reader.ts';
import { assertHas, casesIn } from '../../../cases.ts';
import { testWith } from '../../../environment.ts';
import { temporaryFolder } from '../../../temporary-folder.ts';
import { readAll, refusal } from '../files.ts';

// formats.long.ts tests GDAL with real files. Here scripts replace ogr2ogr, to test how it is run
// and how its failures are handled.
const { path: folder, put } = temporaryFolder();
const programs = join(folder, 'programs');
mkdirSync(programs);
const rest = join(folder, 'temporary');
mkdirSync(rest);
const test = testWith({ TMPDIR: rest });

const formats = `Supported Formats:
  DXF -vector- (rw+v): AutoCAD DXF
  ESRI Shapefile -vector- (rw+v): ESRI Shapefile
  TopoJSON -vector- (rov): TopoJSON
  OGR_VRT -vector- (rov): VRT - Virtual Datasource
  GPKG -raster,vector- (rw+vs): GeoPackage`;

/** Puts a shell script in the place of ogr2ogr; it answers the query for the list of formats. */
function install(script: string): void {
  const listing = `if [ "$1" = --formats ]; then echo '${formats}'; exit 0; fi`;
  chmodSync(put('programs/ogr2ogr', `#!/bin/sh\n${listing}\n${script}\n`), 0o755);
  process.env.PATH = programs;
}

const dxf = put('plan.dxf', '0\nEOF\n');
const format = convertibleOf(dxf)!;
const told = (limits = {}) => refusal(path => openConverted(path, undefined, format, limits), dxf);

/** A GeoPackage as ogr2ogr would make it. */
function geoPackage(name = 'made.gpkg'): string {
  const path = join(folder, name);
  const db = new DatabaseSync(path);
  db.exec(`
    CREATE TABLE gpkg_contents (table_name TEXT, data_type TEXT);
    CREATE TABLE gpkg_geometry_columns (table_name TEXT, column_name TEXT, srs_id INTEGER);
    INSERT INTO gpkg_contents VALUES ('entities', 'features');
    INSERT INTO gpkg_geometry_columns VALUES ('entities', 'ogr_geometry', 0);
    CREATE TABLE entities (ogr_fid INTEGER PRIMARY KEY, ogr_geometry BLOB, "Layer" TEXT);
    INSERT INTO entities VALUES (1, NULL, 'a'), (2, NULL, NULL), (3, NULL, ' ')`);
  db.close();
  return path;
}

test('without GDAL the message gives the command to run', async () => {
  process.env.PATH = '/nowhere';
  const advice = (await refusal(openReader, put("o' plan.dxf", '0\nEOF\n')))!;
  assert.match(advice, /o' plan\.dxf: DXF is read with the help of GDAL, which is not installed/);
  const command = String.raw`ogr2ogr -f GPKG -dim XY -nlt POLYGON 'o'\'' plan.gpkg' 'o'\'' plan.dxf'`;
  assert.ok(advice.includes(`run where it is: ${command}; then import o' plan.gpkg`), advice);
  const database = join(folder, 'parcels.gdb');
  mkdirSync(database);
  put('parcels.gdb/timestamps', 'x');
  const ofDatabase = ' -nlt CONVERT_TO_LINEAR parcels.gpkg parcels.gdb; then';
  assertHas(await refusal(openReader, `${database}/`), ofDatabase);
  const esri = put('plots.json', '{"geometryType":"esriGeometryPoint","features":[]}');
  const ofEsri = 'EsriJSON is read with … CONVERT_TO_LINEAR plots.gpkg plots.json; then import';
  assertHas(await refusal(openReader, esri), ofEsri);
});

test('TopoJSON is converted whatever its name is, also gzipped', async () => {
  const made = geoPackage('towns.gpkg');
  install(`/bin/grep -q '^{"type":"Topology"' input.topojson && /bin/cp ${made} converted.gpkg`);
  const topology = '{"type":"Topology","objects":{},"arcs":[]}';
  for (const [name, content] of [
    ['towns.json', topology],
    ['towns.topojson.gz', gzipSync(topology)],
    ['towns.TOPOJSON', topology],
  ] as const) {
    assert.equal((await readAll(openReader, put(name, content))).length, 1, name);
  }
  assert.deepEqual(readdirSync(rest), []);
  process.env.PATH = '/nowhere';
  const told = await refusal(openReader, put('a.topojson.gz', gzipSync(topology)));
  assertHas(told, 'CONVERT_TO_LINEAR a.gpkg /vsigzip/a.topojson.gz; then import a.gpkg');
});

test('the converted file is read, and its folder is removed', async () => {
  install(`/bin/cp ${geoPackage()} converted.gpkg`);
  assert.deepEqual(await readAll(openReader, dxf), [
    { number: 1, properties: { Layer: 'a' }, geometry: null },
  ]);
  assert.deepEqual(readdirSync(rest), []);
});

test('ogr2ogr runs in its own folder, with one driver, without network and secrets', async () => {
  process.env.KTIMA_KEY_SECRET = 'a secret of this process';
  const seen = join(folder, 'seen');
  install(`{ /usr/bin/env; /bin/ls -lad . input.dxf; echo "$@"; /bin/pwd; } > ${seen}; exit 1`);
  await told();
  delete process.env.KTIMA_KEY_SECRET;
  const text = readFileSync(seen, 'utf8');
  assert.doesNotMatch(text, /a secret of this process|KTIMA/);
  assert.match(text, /^OGR_SKIP=ESRI Shapefile,TopoJSON,OGR_VRT$/m);
  assert.match(text, /^http_proxy=http:\/\/127\.0\.0\.1:9$/m);
  assert.match(text, /^drwx------ /m);
  assert.match(text, /^l.* input\.dxf -> .*plan\.dxf$/m);
  assert.match(text, /-f GPKG .* converted\.gpkg input\.dxf$/m);
  const [, home] = /^HOME=(.*)$/m.exec(text)!;
  assert.ok(home!.startsWith(rest) && text.includes(`\n${home}\n`) && !existsSync(home!));
});

test('an error of ogr2ogr is reported in one sentence, and no file is left', async () => {
  const warned = geoPackage('warned.gpkg');
  const many = 'i=0; while [ $i -lt 2000 ]; do echo "Warning 1: row $i" >&2; i=$((i+1)); done';
  for (const [script, message] of casesIn(`
    echo "Warning 1: x" >&2; echo "ERROR 4: no such" >&2; echo more >&2; exit 1 | GDAL cannot convert it: ERROR 4: no such$
    echo "ERROR 1: mismatched tag" >&2; exit 0     | GDAL cannot convert it: ERROR 1: mismatched tag$
    ${many}; echo "ERROR 1: cut" >&2; exit 0       | GDAL cannot convert it: ERROR 1: cut$
    echo "Warning 1: skipped" >&2; /bin/cp ${warned} converted.gpkg | it: Warning 1: skipped; if nothing is missing afterwards, run: ogr2ogr -f GPKG .*; then import plan\\.gpkg$
    kill -SEGV $$                                  | GDAL cannot convert it: ogr2ogr was ended by SIGSEGV$
    echo nothing                                   | plan\\.dxf: GDAL finds nothing in it$
  `)) {
    install(script);
    assert.match((await told())!, new RegExp(message));
  }
  assert.deepEqual(readdirSync(rest), []);
});

test('time, memory and output have limits', async () => {
  install('while :; do :; done');
  assert.match((await told({ seconds: 1 }))!, /GDAL cannot convert it: it takes too long$/);
  install('exec /bin/sleep 60');
  assert.match((await told({ seconds: 1 }))!, /GDAL cannot convert it: it takes too long$/);
  install('exec /usr/bin/head -c 3000000 /dev/zero > converted.gpkg');
  const large = { outputBytes: 1_000_000 };
  assert.match((await told(large))!, /GDAL cannot convert it: it becomes too large$/);
  install('exec /bin/dd if=/dev/zero of=/dev/null bs=500M count=1');
  const hungry = { memoryBytes: 100_000_000 };
  assert.match((await told(hungry))!, /GDAL cannot convert it: .*memory/);
});

test('a missing driver, and an SQLite file under another name, are reported', async () => {
  install('exit 0');
  const gpx = await refusal(openReader, put('track.gpx', '<gpx/>'));
  assert.match(gpx!, /GDAL cannot convert it: the GDAL here was built without GPX$/);
  const disguised = put('disguised.dxf', readFileSync(join(folder, 'made.gpkg')));
  assert.match((await refusal(openReader, disguised))!, /an SQLite file under another name$/);
});
