import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { assertHas, casesIn } from '../cases.ts';
import { house, provenance } from '../service.ts';
import { assertRefused, ktimaHere, newHome, succeed } from './ktima.ts';

const home = newHome(test);
const at = (name: string) => join(home.folder, name);
const store = openSqliteStore(at('ktima.db'));
await replaceRows(store, 'addresses', provenance, [house]);
await store.close();

const run = (...args: string[]) => ktimaHere(home.env, ['export', ...args]);
const done = (...args: string[]) => succeed(home.env, ['export', ...args]);

test('addresses of a box are written to a file, which is replaced only with --force', async () => {
  const toFile = ['addresses', '-o', at('addresses.csv')];
  const lines = () => readFileSync(at('addresses.csv'), 'utf8').split('\n').length - 2;
  assert.equal(await done(...toFile), 'addresses: 1 rows written\n');
  assert.equal(lines(), 1);

  const elsewhere = [...toFile, '--bbox', '0,0,1,1'];
  await assertRefused(run(...elsewhere), /addresses\.csv: exists already; --force replaces it/);
  await done(...elsewhere, '--force');
  assert.equal(lines(), 0);
  assert.ok(!readdirSync(home.folder).some(name => name.endsWith('.new')));
});

test('standard output gets rows alone', async () => {
  const { code, stdout, stderr } = await run('addresses', '-o', '-');
  assert.equal(code, 0);
  const head = 'external_id,street,house_number,postal_code,city,reach_m,latitude,longitude\n';
  assert.ok(stdout.startsWith(head) && stdout.split('\n').length === 3, stdout);
  assert.equal(stderr, 'addresses: 1 rows written\n');
});

test('a wrong layer, box or place is reported with what to do', async () => {
  mkdirSync(at('folder.csv'));
  writeFileSync(at('file'), '');
  for (const [args, message] of casesIn(`
    parcels   -o @a.csv             | layer: expected costs or addresses; got parcels; ogr2ogr reads others from /ogc/
    addresses -o @a.csv --source x  | --source: expected with costs
    costs     -o @a.csv --bbox 1    | --bbox: costs have no positions
    addresses -o @a.csv --bbox 1,2,3   | --bbox: expected four numbers … west,south,east,north … ; got 1,2,3
    addresses -o @a.csv --bbox 1,3,2,2 | --bbox: expected … ; got 1,3,2,2
    addresses -o @none/a.csv        | a.csv … : its folder does not exist
    addresses -o @file/a.csv        | its folder does not exist
    addresses -o @folder.csv        | expected the name of a file, this is a folder
    addresses -o @ktima.db --force  | ktima.db: is the same file as … choose another output file
  `)) {
    const { code, stdout, stderr } = await run(...args.replace('@', at('/')).split(/ +/));
    assert.equal(code, 1, args);
    assertHas(stderr, message);
    assert.equal(stdout, '');
  }
  assert.ok(!existsSync(at('a.csv')));
});

test('a full standard output is reported', () => {
  const args = ['export', 'addresses', '-o', '-'];
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync('bin/ktima', args, {
    env: home.env,
    encoding: 'utf8',
    stdio: ['ignore', full, 'pipe'],
  });
  assert.equal(status, 1);
  assert.match(stderr, /standard output: could not be written \(ENOSPC\)/);
});
