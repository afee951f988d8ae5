import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test from 'node:test';
import { Worker } from 'node:worker_threads';
import { schema } from '#features/auth/sqlite/auth-schema.ts';
import { openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { withWriteCheck } from '#storage/db/sqlite/write-check.ts';
import { temporaryFolder } from '../temporary-folder.ts';

test('on a full disk the check fails until it can write, although reads work', async () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE tokens (bytes BLOB)');
  const mostPages = (pages: number) => db.exec(`PRAGMA max_page_count = ${pages}`);
  const reasons: (string | undefined)[] = [];
  const store = withWriteCheck(
    db,
    {
      add: async () => db.exec('INSERT INTO tokens VALUES (zeroblob(20000))'),
      count: async () => db.prepare('SELECT count(*) FROM tokens').get(),
    },
    reason => reasons.push(reason),
  );
  await store.check();
  mostPages(4);
  const full = { code: 'UNAVAILABLE', message: 'the disk of the database is full' };
  await assert.rejects(store.add(), full);
  await store.count();
  await assert.rejects(store.check(), full);
  await store.count();
  assert.deepEqual(reasons, ['the disk of the database is full: database or disk is full']);
  mostPages(1_000);
  await store.check();
  assert.deepEqual(reasons.slice(1), [undefined]);
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all();
  assert.deepEqual(
    tables.map(({ name }) => name),
    ['tokens'],
  );
  db.close();
});

test('two processes may open a new file at the same time', async t => {
  const path = temporaryFolder(t).put('new.db', '');
  // As long as the other one makes its tables.
  const other = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads');
    const db = new (require('node:sqlite').DatabaseSync)(workerData);
    db.exec('BEGIN IMMEDIATE');
    parentPort.postMessage('locked');
    setTimeout(() => db.exec('COMMIT') ?? db.close(), 300);`,
    { eval: true, workerData: path },
  );
  await once(other, 'message');
  const db = openSqlite(path, schema, { table: 'users' });
  assert.equal(db.prepare('PRAGMA journal_mode').get()?.journal_mode, 'wal');
  db.close();
  await once(other, 'exit');
});

test('the check of a locked file fails at once, and works again when the lock ends', async t => {
  const path = join(temporaryFolder(t).path, 'auth.db');
  const other = new DatabaseSync(path);
  t.after(() => other.close());
  // A process that was killed during its check leaves this table.
  other.exec('PRAGMA journal_mode = WAL; CREATE TABLE write_probe (bytes BLOB NOT NULL) STRICT');
  other.exec('CREATE TABLE tokens (bytes BLOB)');
  const db = new DatabaseSync(path);
  t.after(() => db.close());
  const store = withWriteCheck(db, { add: async () => db.exec('INSERT INTO tokens VALUES (1)') });
  await store.check();

  other.exec('BEGIN IMMEDIATE');
  const locked = { code: 'UNAVAILABLE', message: 'the database did not answer in time' };
  await assert.rejects(store.add(), locked);
  const patienceMs = 20_000;
  db.exec(`PRAGMA busy_timeout = ${patienceMs}`);
  const patience: unknown[] = [];
  const exec = db.exec.bind(db);
  const mocked = t.mock.method(db, 'exec', (sql: string) => {
    if (sql.startsWith('BEGIN')) patience.push(db.prepare('PRAGMA busy_timeout').get()?.timeout);
    exec(sql);
  });
  await assert.rejects(store.check(), locked);
  mocked.mock.restore();
  assert.deepEqual(patience, [0], 'it does not wait for the lock');
  assert.equal(db.prepare('PRAGMA busy_timeout').get()?.timeout, patienceMs, 'others still wait');

  other.exec('COMMIT');
  await store.check();
  await store.add();
  const probes = other.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'write_probe'").all();
  assert.deepEqual(probes, []);
});

test('whether a network is known is one search of an index, however many a user has', () => {
  const db = openSqlite(':memory:', schema, { table: 'login_keys' });
  const query =
    'EXPLAIN QUERY PLAN SELECT 1 FROM sessions WHERE user_id = ? AND network = ? LIMIT 1';
  const steps = db.prepare(query).all('id', '192.0.2.1');
  assert.deepEqual(
    steps.map(({ detail }) => detail),
    ['SEARCH sessions USING COVERING INDEX sessions_by_user (user_id=? AND network=?)'],
  );
  db.close();
});
