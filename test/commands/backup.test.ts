import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { type TestContext } from 'node:test';
import { ownCopy } from '../own-copy.ts';
import { waitFor } from '../store/changes.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { cost } from './api.ts';
import { assertRefused, ktimaHere, newHome, serveHere, succeed } from './ktima.ts';

/** A home with costs and a user, and commands in it. */
async function newFilledHome(t: TestContext) {
  const { folder, env } = newHome(t);
  const run = (...args: string[]) => succeed(env, args);
  const refused = (args: readonly string[], message: RegExp, name?: string) =>
    assertRefused(ktimaHere(env, args), message, name);
  const load = (layer: string, source: string) =>
    run('import', layer, ownCopy(`data/${layer}.csv`), '--source', source, '--no-build');
  const addUser = (user: string) => succeed(env, ['user', 'add', user], 'correct horse battery\n');
  await load('costs', 'first');
  await addUser('maria');
  return { folder, env, run, refused, load, addUser, at: (name: string) => join(folder, name) };
}

test('SQLite: a backup that is restored has the same users and data; a running service sees it', async t => {
  const { folder, env, run, refused, load, addUser, at } = await newFilledHome(t);
  const file = (service: string) => at(`${service}.backup`);
  const backUp = (service: string) => run('backup', service, file(service));
  const service = await serveHere(env, 'api');
  t.after(service.stop);
  const sources = async () => {
    const ready = await (await fetch(`${service.api}/readyz`)).json();
    return (ready as { layers: { source: string }[] }).layers.map(({ source }) => source);
  };
  const costOf = () => fetch(`${service.api}/${cost}`);

  const backedUp = await backUp('api');
  assert.match(backedUp, /the property data, \d+ tables, \d+ rows.*\nSHA-256 \w{64}\n/);
  execFileSync('sha256sum', ['--check', '--strict', 'api.backup.sha256'], { cwd: folder });
  assert.match(await backUp('auth'), /keys are not sealed, because KTIMA_KEY_SECRET is not set/);
  for (const kind of ['api', 'auth']) {
    assert.equal(statSync(file(kind)).mode & 0o777, 0o600);
    assert.equal(statSync(`${file(kind)}.sha256`).mode & 0o777, 0o600);
    for (const ending of ['.new', '-wal', '-shm', '-journal']) {
      assert.ok(!existsSync(file(kind) + ending), ending);
    }
  }
  const expected = await (await costOf()).text();
  const state = async () => {
    // The indexes are built again.
    const { edition: _, ...data } = JSON.parse(await run('status', '--json'));
    return [data, await run('user', 'list')];
  };
  const before = await state();
  await run('remove', 'all', '--source', 'first');
  await load('places', 'second');
  await addUser('nikos');
  await waitFor(async () => (await costOf()).status !== 200, 30_000);

  for (const kind of ['api', 'auth']) {
    const all = /has data, and a restore replaces all .* give --replace/;
    await refused(['restore', kind, file(kind)], all);
    const done = await run('restore', kind, file(kind), '--replace');
    assert.match(done, /rows in \d+ tables are restored; running services use them/);
    if (kind !== 'api') continue;
    const [, tables, rows] = /(\d+) tables, (\d+) rows/.exec(backedUp)!;
    assert.ok(done.includes(` ${rows} rows in ${tables} tables `), `${backedUp}${done}`);
  }
  assert.deepEqual(await state(), before);
  await waitFor(async () => (await costOf()).status === 200, 30_000);
  assert.equal(await (await costOf()).text(), expected);
  // The indexes of the restored rows are read after the costs.
  await waitFor(async () => (await fetch(`${service.api}/readyz`)).ok, 30_000);
  assert.ok((await sources()).includes('first'));
  // Imports continue.
  await load('places', 'second');

  const empty = { ...env, KTIMA_AUTH_DATABASE_URL: `sqlite:${at('new.db')}` };
  await succeed(empty, ['restore', 'auth', file('auth')]);
  assert.equal(await succeed(empty, ['user', 'list']), before[1]);
});

test('SQLite: a restore that cannot be done is refused with the reason and changes nothing', async t => {
  const { run, refused, at } = await newFilledHome(t);
  for (const service of ['api', 'auth']) await run('backup', service, at(service));
  const status = () => run('status', '--json');
  const before = await status();

  /** Writes a backup that says that its tables are of another version. */
  const backUpAs = async (version: number, file: string) => {
    await run('backup', 'api', file);
    const db = new DatabaseSync(file);
    db.exec(`PRAGMA user_version = ${version}`);
    db.close();
  };
  const whole = readFileSync(at('api'));
  writeFileSync(at('cut'), whole.subarray(0, whole.length - 5_000));
  writeFileSync(at('text'), 'no backup');
  writeFileSync(at('engine'), 'PGDMP and more');
  await backUpAs(999, at('newer'));
  await backUpAs(9, at('older'));
  const cases: [string, RegExp][] = [
    ['auth', /a backup of the service auth, expected one of the property data/],
    ['cut', /cut: is damaged \(.+\); use another backup/],
    ['text', /text: expected a backup of the property data/],
    ['engine', /engine: a backup of \w+, and KTIMA_DATABASE_URL is an? \w+ database/],
    ['newer', /newer: a backup of a newer version of Ktima; restore it with that version/],
    ['older', /older: a backup from before the first release: import the data again into a new/],
    ['nowhere', /nowhere: there is no such file/],
  ];
  const restore = (file: string) => ['restore', 'api', at(file), '--replace'];
  for (const [file, message] of cases) {
    await refused([...restore(file), '--no-checksum'], message, file);
    assert.equal(await status(), before, file);
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
    await refused(restore(file), message, file);
    assert.equal(await status(), before, file);
  }
  await run(...restore('moved'), '--no-checksum');

  symlinkSync(at('elsewhere'), at('link'));
  const outputs: [string, RegExp][] = [
    ['api', /exists already; --force replaces it/],
    ['link', /expected the name of a file, this is a link/],
    ['no/such', /its folder does not exist/],
    ['odd2', /odd2\.sha256: exists already; --force replaces it/],
  ];
  writeFileSync(at('odd2.sha256'), '');
  for (const [file, message] of outputs) await refused(['backup', 'api', at(file)], message, file);
  await run('backup', 'api', at('api'), '--force');
});

test('SQLite: a backup is never written over the database, and one bit of a row is noticed', async t => {
  const { env, run, refused, at } = await newFilledHome(t);
  await refused(
    ['backup', 'api', at('ktima.db'), '--force'],
    /is the same file as .*ktima\.db; choose another output file/,
  );
  const file = at('api.backup');
  await run('backup', 'api', file);
  // Some of these bytes may be of rows that a page no longer uses.
  writeFileSync(file, readFileSync(file, 'latin1').replaceAll('apartment', 'bpartment'), 'latin1');
  await refused(
    ['restore', 'api', file, '--replace', '--no-checksum'],
    /api\.backup: is damaged \(.+\); use another backup/,
  );

  const noDatabase = { ...env, KTIMA_DATABASE_URL: `sqlite:${at('none.db')}` };
  const missing = ktimaHere(noDatabase, ['backup', 'api', at('x')]);
  await assertRefused(missing, /KTIMA_DATABASE_URL: there is no database/);
});

test('SQLite: a backup with other tables, views or triggers is refused before anything changes', async t => {
  const { env, run, refused, at } = await newFilledHome(t);
  const file = at('auth.backup');
  await run('backup', 'auth', file);
  const whole = readFileSync(file);
  const users = await run('user', 'list');
  const fresh = { ...env, KTIMA_AUTH_DATABASE_URL: `sqlite:${at('fresh.db')}` };
  const restore = ['restore', 'auth', file, '--replace', '--no-checksum'];
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
    await refused(restore, message, sql);
    assert.equal(await run('user', 'list'), users, sql);
    await assertRefused(ktimaHere(fresh, restore), message, sql);
    assert.ok(!existsSync(at('fresh.db')), 'no database is made for it');
  }
  // Statistics of SQLite, and other comments of a script, are no reason.
  writeFileSync(file, whole);
  const db = new DatabaseSync(file);
  db.enableDefensive?.(false);
  db.exec(`ANALYZE; PRAGMA writable_schema = on;
    UPDATE sqlite_schema SET sql = replace(sql, '-- The last time step', '--  A time step')`);
  db.close();
  await run(...restore);
});

test('SQLite: a restore while an import writes says so, and changes nothing', async t => {
  const { run, refused, at } = await newFilledHome(t);
  for (const [service, database, writer] of [
    ['api', 'ktima.db', 'an import'],
    ['auth', 'auth.db', 'another process'],
  ] as const) {
    const file = at(`${service}.backup`);
    await run('backup', service, file);
    const importing = new DatabaseSync(at(database));
    importing.exec('BEGIN IMMEDIATE');
    await refused(
      ['restore', service, file, '--replace'],
      new RegExp(`${database} was not changed: ${writer} is writing to it; try again when it has`),
    );
    importing.close();
  }
});

test('SQLite: compact gives the space of removed rows back', async t => {
  const { run, load, at } = await newFilledHome(t);
  await load('places', 'gone');
  await run('remove', 'all', '--source', 'gone');
  const database = at('ktima.db');
  const before = statSync(database).size;
  const others = at(`ktima.db-places-${'a'.repeat(12)}-${'b'.repeat(20)}`);
  writeFileSync(others, 'of another version');
  await run('migrate', 'api');
  assert.ok(existsSync(others), 'a service of that version may run');
  // A service that reads meanwhile.
  const reader = new DatabaseSync(database);
  const stdout = await run('compact');
  assert.match(stdout, /^the property data: \d\.\d MB before, \d\.\d MB now\nthe users and keys: /);
  assert.ok(statSync(database).size < before, `${statSync(database).size} of ${before}`);
  assert.ok(!existsSync(others));
  assert.match(await run('status'), /^edition: /m);
  assert.doesNotMatch(await run('status'), /^indexes: /m);
  assert.equal(reader.prepare('SELECT count(*) AS rows FROM cost_rates').get()?.rows, 210);
  reader.close();
});

const noRoot = process.getuid?.() === 0 ? false : 'needs root';

test('the daily backup of one machine never writes through a link of its user', {
  skip: noRoot,
}, t => {
  const { path, put } = temporaryFolder(t);
  mkdirSync(join(path, 'ktima'));
  for (const name of ['common', 'api', 'auth']) put(`ktima/${name}.env`, '');
  put('theirs', 'of root');
  const copy = `auth-${new Date().toLocaleDateString('sv')}.backup`;
  symlinkSync(join(path, 'theirs'), join(path, copy));
  execFileSync('sh', ['-c', 'chmod 755 . && chown -R nobody . && chown root theirs'], {
    cwd: path,
  });
  const script = readFileSync('deploy/one-machine/backup.sh', 'utf8')
    .replaceAll(/\/(etc(?=\/)|var\/(lib|backups)\/ktima)/g, path)
    // In its place something that follows links.
    .replace(/\/opt\S+ backup \$service (\S+) --force/, 'echo ours > $1')
    .replace('-u ktima', '-u nobody');
  assert.match(script, /echo ours/);
  const refused = spawnSync('sh', { input: script, encoding: 'utf8' });
  assert.match(refused.stderr, /Permission denied/);
  assert.equal(readFileSync(join(path, 'theirs'), 'utf8'), 'of root');
});
