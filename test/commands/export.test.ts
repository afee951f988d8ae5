import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { assertHas, casesIn } from '../cases.ts';
import { parcels, provenance } from '../service.ts';
import { assertRefused, ktimaHere, newHome, succeed } from './ktima.ts';

const home = newHome(test);
const at = (name: string) => join(home.folder, name);
const store = openSqliteStore(at('ktima.db'));
await replaceRows(store, 'parcels', provenance, parcels);
await store.close();

const run = (...args: string[]) => ktimaHere(home.env, ['export', ...args]);
const done = (...args: string[]) => succeed(home.env, ['export', ...args]);

test('parcels of a box are written to a file, which is replaced only with --force', async () => {
  const box = ['--bbox', '23.69,37.89,23.71,37.91'];
  const parcelsTo = ['parcels', '-o', at('parcels.geojson')];
  const features = () => JSON.parse(readFileSync(at('parcels.geojson'), 'utf8')).features;
  assert.equal(await done(...parcelsTo, ...box), 'parcels: 1 rows written\n');
  assert.deepEqual(features()[0].geometry, parcels[0]!.geometry);

  const elsewhere = [...parcelsTo, '--bbox', '0,0,1,1'];
  await assertRefused(run(...elsewhere), /parcels\.geojson: exists already; --force replaces it/);
  await done(...elsewhere, '--force');
  assert.deepEqual(features(), []);
  assert.ok(!readdirSync(home.folder).some(name => name.endsWith('.new')));
});

test('a GeoPackage on the Greek Grid is replaced with --force, and imported again', async () => {
  const args = ['parcels', '-o', at('grid.gpkg'), '--srid', '2100'];
  await done(...args);
  await assertRefused(run(...args), /grid\.gpkg: exists already/);
  assert.equal(await done(...args, '--force'), 'parcels: 1 rows written\n');
  const back = ['import', 'parcels', at('grid.gpkg'), '--dry-run'];
  assert.match(await succeed(home.env, back), /usable +1/);
  assert.ok(!readdirSync(home.folder).some(name => /\.new|-journal|-wal$/.test(name)));
});

test('standard output gets rows alone', async () => {
  const { code, stdout, stderr } = await run('parcels', '-o', '-', '--format', 'csv');
  assert.equal(code, 0);
  assert.equal(
    stdout,
    'kaek,area,address,main_use,description,vertical_property,horizontal_property,perimeter,link,kind,town_plan,geometry\n050681726003,412.5,,,,,,,,,,"POLYGON ((23.7 37.9, 23.7002 37.9, 23.7002 37.9002, 23.7 37.9))"\n',
  );
  assert.equal(stderr, 'parcels: 1 rows written\n');
});

test('a wrong layer, ending, box or place is reported with what to do', async () => {
  mkdirSync(at('folder.csv'));
  writeFileSync(at('file'), '');
  for (const [args, message] of casesIn(`
    houses  -o @a.csv                         | layer: expected parcels, places, addresses, zones, costs; got houses
    parcels -o @a.shp                         | expected a name that ends in … , got .shp; change the name
    parcels -o - --format gpkg                | --format gpkg: expected a file, got standard out
    parcels -o @a.json --srid 2100            | --srid 2100: GeoJSON is always WGS84
    parcels -o @a.csv --srid 3857             | --srid: expected 4326 or 2100; got 3857
    parcels -o @a.csv --bbox 1,2,3            | --bbox: expected four numbers … west,south,east,north … ; got 1,2,3
    parcels -o @a.csv --bbox 1,3,2,2          | --bbox: expected … ; got 1,3,2,2
    parcels -o @none/a.csv                    | a.csv … : its folder does not exist
    parcels -o @file/a.csv                    | its folder does not exist
    parcels -o @folder.csv                    | expected the name of a file, this is a folder
    parcels -o @ktima.db --format csv --force | ktima.db: is the same file as … choose another output file
  `)) {
    const { code, stdout, stderr } = await run(...args.replace('@', at('/')).split(/ +/));
    assert.equal(code, 1, args);
    assertHas(stderr, message);
    assert.equal(stdout, '');
  }
  assert.ok(!existsSync(at('a.csv')));
});

test('a full standard output is reported', () => {
  const args = ['export', 'parcels', '-o', '-', '--format', 'geojson'];
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync('bin/ktima', args, {
    env: home.env,
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  });
  assert.equal(status, 1);
  assert.match(stderr, /standard output: could not be written \(ENOSPC\)/);
});
