import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { ownCopy } from '../own-copy.ts';
import { waitFor } from '../store/changes.ts';
import { assertRefused, ktimaHere, newHome, serveHere } from './ktima.ts';

test(`SQLite: a backup that is restored has the same users and data; a running service sees it`, async t => {
  const home = newHome(t);
  const { env } = home;
  const run = async (args: string[], input = '') => {
    const { code, stdout, stderr } = await ktimaHere(env, args, input);
    assert.equal(code, 0, `${args.join(' ')}: ${stderr}`);
    return stdout;
  };
  const file = (service: string) => join(home.folder, `${service}.backup`);
  const backUp = (service: string) => run(['backup', service, file(service)]);
  const addUser = (user: string) => run(['user', 'add', user], 'correct horse battery\n');
  await run(['import', 'costs', ownCopy('data/costs.csv'), '--source', 'first']);
  await addUser('maria');
  const service = await serveHere(env, 'api');
  t.after(service.stop);
  const sources = async () => {
    const ready = await (await fetch(`${service.api}/readyz`)).json();
    return (ready as { layers: { source: string }[] }).layers.map(({ source }) => source);
  };
  const costOf = () =>
    fetch(
      `${service.api}/api/reconstruction-cost/?postal_code=10563&property_type=apartment&build_area=100&construction_year=2000`,
    );

  const backedUp = await backUp('api');
  assert.match(backedUp, /the property data, \d+ tables, \d+ rows.*\nSHA-256 \w{64}\n/);
  execFileSync('sha256sum', ['--check', '--strict', 'api.backup.sha256'], { cwd: home.folder });
  assert.match(await backUp('auth'), /keys are not sealed, because KTIMA_KEY_SECRET is not set/);
  for (const kind of ['api', 'auth']) {
    assert.equal(statSync(file(kind)).mode & 0o777, 0o600);
    assert.equal(statSync(`${file(kind)}.sha256`).mode & 0o777, 0o600);
    for (const ending of ['.new', '-wal', '-shm', '-journal']) {
      assert.ok(!existsSync(file(kind) + ending), ending);
    }
  }
  const expected = await (await costOf()).text();
  const before = [await run(['status', '--json']), await run(['user', 'list'])];
  await run(['remove', 'all', '--source', 'first']);
  await run(['import', 'places', ownCopy('data/places.csv'), '--source', 'second']);
  await addUser('nikos');
  await waitFor(async () => (await costOf()).status !== 200, 30_000);

  for (const kind of ['api', 'auth']) {
    await assertRefused(
      ktimaHere(env, ['restore', kind, file(kind)]),
      /has data, and a restore replaces all .* give --replace/,
    );
    const done = await run(['restore', kind, file(kind), '--replace']);
    assert.match(done, /rows in \d+ tables are restored; running services use them/);
    if (kind !== 'api') continue;
    const [, tables, rows] = /(\d+) tables, (\d+) rows/.exec(backedUp)!;
    assert.ok(done.includes(` ${rows} rows in ${tables} tables `), `${backedUp}${done}`);
  }
  assert.deepEqual([await run(['status', '--json']), await run(['user', 'list'])], before);
  await waitFor(async () => (await costOf()).status === 200, 30_000);
  assert.equal(await (await costOf()).text(), expected);
  // The indexes of the restored rows are read after the costs.
  await waitFor(async () => (await fetch(`${service.api}/readyz`)).ok, 30_000);
  assert.ok((await sources()).includes('first'));
  // Imports continue.
  await run(['import', 'places', ownCopy('data/places.csv'), '--source', 'second']);

  const empty = {
    ...env,
    KTIMA_AUTH_DATABASE_URL: env.KTIMA_AUTH_DATABASE_URL.replace('auth.db', 'new.db'),
  };
  const fresh = await ktimaHere(empty, ['restore', 'auth', file('auth')]);
  assert.equal(fresh.code, 0, fresh.stderr);
  assert.equal((await ktimaHere(empty, ['user', 'list'])).stdout, before[1]);
});

test(`SQLite: a restore that cannot be done is refused with the reason and changes nothing`, async t => {
  const home = newHome(t);
  const { env } = home;
  const at = (file: string) => join(home.folder, file);
  await ktimaHere(env, ['import', 'costs', ownCopy('data/costs.csv'), '--source', 'first']);
  await ktimaHere(env, ['user', 'add', 'maria'], 'correct horse battery\n');
  await ktimaHere(env, ['backup', 'api', at('api')]);
  await ktimaHere(env, ['backup', 'auth', at('auth')]);
  const status = () => ktimaHere(env, ['status', '--json']);
  const before = (await status()).stdout;

  const whole = readFileSync(at('api'));
  writeFileSync(at('cut'), whole.subarray(0, whole.length - 5_000));
  writeFileSync(at('text'), 'no backup');
  writeFileSync(at('engine'), 'PGDMP and more');
  await makeOfVersion(env, at('newer'), 999);
  await makeOfVersion(env, at('older'), 9);
  const cases: [string, RegExp][] = [
    ['auth', /a backup of the service auth, expected one of the property data/],
    ['cut', /cut: is damaged \(.+\); use another backup/],
    ['text', /text: expected a backup of the property data/],
    ['engine', /engine: a backup of \w+, and KTIMA_DATABASE_URL is an? \w+ database/],
    ['newer', /newer: a backup of a newer version of Ktima; restore it with that version/],
    ['older', /older: a backup from before the first release: import the data again into a new/],
    ['nowhere', /nowhere: there is no such file/],
  ];
  const restore = (file: string, ...options: string[]) =>
    ktimaHere(env, ['restore', 'api', at(file), '--replace', ...options]);
  for (const [file, message] of cases) {
    await assertRefused(restore(file, '--no-checksum'), message, file);
    assert.equal((await status()).stdout, before, file);
  }

  // The middle of the file, which is in the rows.
  const changed = Buffer.from(whole);
  changed[whole.length >> 1]! ^= 1;
  writeFileSync(at('changed'), changed);
  const checksum = readFileSync(at('api.sha256'), 'utf8');
  writeFileSync(at('cut.sha256'), checksum);
  writeFileSync(at('changed.sha256'), checksum);
  writeFileSync(at('moved'), whole);
  writeFileSync(at('odd'), whole);
  writeFileSync(at('odd.sha256'), 'no checksum');
  const checked: [string, RegExp][] = [
    ['cut', /cut: is damaged \(its SHA-256 is not the one in \S+cut\.sha256\); use another/],
    ['changed', /changed: is damaged \(its SHA-256 is not the one in \S+\); use another backup/],
    ['moved', /moved\.sha256: there is no such file; restore without it only by --no-checksum/],
    ['odd', /odd\.sha256: expected a SHA-256, as ktima backup wrote it/],
    ['nowhere', /nowhere: there is no such file/],
  ];
  for (const [file, message] of checked) {
    await assertRefused(restore(file), message, file);
    assert.equal((await status()).stdout, before, file);
  }
  assert.equal((await restore('moved', '--no-checksum')).code, 0);

  symlinkSync(at('elsewhere'), at('link'));
  const outputs: [string, RegExp][] = [
    ['api', /exists already; --force replaces it/],
    ['link', /expected the name of a file, this is a link/],
    ['no/such', /its folder does not exist/],
    ['odd2', /odd2\.sha256: exists already; --force replaces it/],
  ];
  writeFileSync(at('odd2.sha256'), '');
  for (const [file, message] of outputs) {
    await assertRefused(ktimaHere(env, ['backup', 'api', at(file)]), message, file);
  }
  assert.equal((await ktimaHere(env, ['backup', 'api', at('api'), '--force'])).code, 0);
});

/** Writes a backup that says that its tables are of another version. */
async function makeOfVersion(env: Record<string, string>, file: string, version: number) {
  await ktimaHere(env, ['backup', 'api', file]);
  const db = new DatabaseSync(file);
  db.exec(`PRAGMA user_version = ${version}`);
  db.close();
}

test('SQLite: a backup is never written over the database, and one bit of a row is noticed', async t => {
  const home = newHome(t);
  await ktimaHere(home.env, ['import', 'costs', ownCopy('data/costs.csv'), '--source', 'first']);
  const database = join(home.folder, 'ktima.db');
  const over = await ktimaHere(home.env, ['backup', 'api', database, '--force']);
  assert.equal(over.code, 1);
  assert.match(over.stderr, /is the same file as .*ktima\.db; choose another output file/);
  const file = join(home.folder, 'api.backup');
  await ktimaHere(home.env, ['backup', 'api', file]);
  // Some of these bytes may be of rows that a page no longer uses.
  const text = readFileSync(file, 'latin1').replaceAll('apartment', 'bpartment');
  writeFileSync(file, text, 'latin1');
  const args = ['restore', 'api', file, '--replace', '--no-checksum'];
  const { code, stderr } = await ktimaHere(home.env, args);
  assert.equal(code, 1);
  assert.match(stderr, /api\.backup: is damaged \(.+\); use another backup/);

  truncateSync(file, 0);
  const noDatabase = { ...home.env, KTIMA_DATABASE_URL: `sqlite:${home.folder}/none.db` };
  const missing = await ktimaHere(noDatabase, ['backup', 'api', join(home.folder, 'x')]);
  assert.match(missing.stderr, /KTIMA_DATABASE_URL: there is no database/);
});

test('SQLite: a backup with other tables, views or triggers is refused before anything changes', async t => {
  const home = newHome(t);
  const run = (args: string[], input = '') => ktimaHere(home.env, args, input);
  await run(['user', 'add', 'maria'], 'correct horse battery\n');
  const file = join(home.folder, 'auth.backup');
  await run(['backup', 'auth', file]);
  const whole = readFileSync(file);
  const users = await run(['user', 'list']);
  const fresh = { ...home.env, KTIMA_AUTH_DATABASE_URL: `sqlite:${home.folder}/fresh.db` };
  const hostile: [string, RegExp][] = [
    [
      `ALTER TABLE users RENAME TO others; CREATE VIEW users AS SELECT * FROM others`,
      /its (table others|view users) is not as Ktima makes it, or missing/,
    ],
    [
      `CREATE TRIGGER t AFTER INSERT ON sessions BEGIN DELETE FROM users; END`,
      /its trigger t is not as Ktima makes it/,
    ],
    [`DROP TABLE audit`, /its table audit is not as Ktima makes it, or missing/],
    [`CREATE TABLE more (x)`, /its table more is not as/],
    [`DROP INDEX demo_users`, /its index demo_users is not as Ktima makes it, or missing/],
    [
      `PRAGMA writable_schema = on; UPDATE sqlite_schema SET sql = replace(sql,
         'event     TEXT NOT NULL,', 'event     TEXT NOT NULL CHECK (event = ''--''), -- x')`,
      /its table audit is not as Ktima makes it/,
    ],
  ];
  for (const [sql, message] of hostile) {
    writeFileSync(file, whole);
    const db = new DatabaseSync(file, { enableForeignKeyConstraints: false });
    db.enableDefensive?.(false);
    db.exec(sql);
    db.close();
    const args = ['restore', 'auth', file, '--replace', '--no-checksum'];
    await assertRefused(run(args), message, sql);
    assert.deepEqual(await run(['user', 'list']), users, sql);
    await assertRefused(ktimaHere(fresh, args), message, sql);
    assert.ok(!existsSync(join(home.folder, 'fresh.db')), 'no database is made for it');
  }
  // Statistics of SQLite, and other comments of a script, are no reason.
  writeFileSync(file, whole);
  const db = new DatabaseSync(file);
  db.enableDefensive?.(false);
  db.exec(`ANALYZE; PRAGMA writable_schema = on;
    UPDATE sqlite_schema SET sql = replace(sql, '-- The last time step', '--  A time step')`);
  db.close();
  const { code, stderr } = await run(['restore', 'auth', file, '--replace', '--no-checksum']);
  assert.equal(code, 0, stderr);
});

test('SQLite: a restore while an import writes says so, and changes nothing', async t => {
  const home = newHome(t);
  await ktimaHere(home.env, ['import', 'costs', ownCopy('data/costs.csv'), '--source', 'first']);
  await ktimaHere(home.env, ['user', 'add', 'maria'], 'correct horse battery\n');
  for (const [service, database, writer] of [
    ['api', 'ktima.db', 'an import'],
    ['auth', 'auth.db', 'another process'],
  ] as const) {
    const file = join(home.folder, `${service}.backup`);
    await ktimaHere(home.env, ['backup', service, file]);
    const importing = new DatabaseSync(join(home.folder, database));
    importing.exec('BEGIN IMMEDIATE');
    await assertRefused(
      ktimaHere(home.env, ['restore', service, file, '--replace']),
      new RegExp(`${database} was not changed: ${writer} is writing to it; try again when it has`),
    );
    importing.close();
  }
});

test('SQLite: compact gives the space of removed rows back', async t => {
  const home = newHome(t);
  await ktimaHere(home.env, ['migrate']);
  await ktimaHere(home.env, ['import', 'costs', ownCopy('data/costs.csv'), '--source', 'kept']);
  await ktimaHere(home.env, ['import', 'places', ownCopy('data/places.csv'), '--source', 'gone']);
  await ktimaHere(home.env, ['remove', 'all', '--source', 'gone']);
  const database = join(home.folder, 'ktima.db');
  const before = statSync(database).size;
  // A service that reads meanwhile.
  const reader = new DatabaseSync(database);
  const { code, stdout, stderr } = await ktimaHere(home.env, ['compact']);
  assert.equal(code, 0, stderr);
  assert.match(stdout, /^the property data: \d\.\d MB before, \d\.\d MB now\nthe users and keys: /);
  assert.ok(statSync(database).size < before, `${statSync(database).size} of ${before}`);
  assert.equal(reader.prepare('SELECT count(*) AS rows FROM cost_rates').get()?.rows, 210);
  reader.close();
});
