import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { TestContext } from 'node:test';
import {
  openPostgres,
  type Postgres,
  type PostgresOptions,
} from '#storage/db/postgres/postgres.ts';
import { assertCancels } from '../postgres/cancelled.ts';
import { patient, postgresTest as test, testPostgres } from '../postgres/database.ts';
import { openProxy } from '../postgres/proxy.ts';

const unavailable = { code: 'UNAVAILABLE', retryAfterSeconds: 2 };

/** A database behind a relay that can fail. */
async function behindProxy(t: TestContext, options: PostgresOptions = {}) {
  const url = new URL(await testPostgres());
  const proxy = await openProxy(Number(url.port));
  url.port = String(proxy.port);
  const db = openPostgres(url.href, { timeoutMs: 500, ...options });
  t.after(async () => {
    await db.close();
    await proxy.close();
  });
  return { db, proxy, url };
}

const nameOf = async (db: Postgres) =>
  (await db.read<{ name: string }>('SELECT current_database() AS name'))[0]!.name;
const one = async (db: Postgres) => (await db.read<{ one: number }>('SELECT 1 AS one'))[0]?.one;

test('whole numbers of 64 bits and doubles are read as they were written', async t => {
  const db = openPostgres(await testPostgres());
  t.after(() => db.close());
  const values = [2 ** 53 - 1, 0.1 + 0.2, 5e-324, 1.7976931348623157e308];
  const sql = 'SELECT $1::int8 AS a, $2::float8 AS b, $3::float8 AS c, $4::float8 AS d';
  const [row] = await db.read(sql, values);
  assert.deepEqual(Object.values(row!), values);
});

test('an idle connection that breaks causes no error', async t => {
  const { db, proxy } = await behindProxy(t, { timeoutMs: 2_500 });
  assert.equal(await one(db), 1);
  proxy.hangUp();
  assert.equal(await one(db), 1);
});

test('a server that refuses is UNAVAILABLE, and used again as soon as it is back', async t => {
  const outages: (string | undefined)[] = [];
  const onOutage = (reason: string | undefined) => outages.push(reason);
  const { db, proxy } = await behindProxy(t, { onOutage, timeoutMs: 2_500 });
  assert.equal(await one(db), 1);
  await proxy.refuse();
  await assert.rejects(one(db), unavailable);
  await assert.rejects(one(db), unavailable);
  await proxy.listen();
  assert.equal(await one(db), 1);
  await db.check();
  const [lost, ...rest] = outages.filter(reason => reason !== 'Connection terminated unexpectedly');
  assert.match(lost!, /^127\.0\.0\.1:\d+: connect ECONNREFUSED/);
  assert.deepEqual(rest, [undefined], 'lost and back are reported once each');
});

/** The result of the first try that succeeds, for a client that respects Retry-After. */
async function soon<T>(work: () => Promise<T>, tries = 5): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (tries === 1) throw error;
    return soon(work, tries - 1);
  }
}

test('a frozen server is noticed in time, and used again when it thaws', async t => {
  const { db, proxy } = await behindProxy(t);
  assert.equal(await soon(() => one(db)), 1);
  proxy.freeze();
  // Without a limit of their own they would wait for the thaw.
  await Promise.all(Array.from({ length: 30 }, () => assert.rejects(one(db), unavailable)));
  proxy.thaw();
  assert.equal(await soon(() => one(db)), 1);
});

test('a statement that takes too long is UNAVAILABLE and ended on the server', async t => {
  const db = openPostgres(await testPostgres(), { timeoutMs: 200 });
  t.after(() => db.close());
  await assert.rejects(db.query('SELECT pg_sleep(5)'), unavailable);
  const [row] = await db.read<{ n: number }>(
    `SELECT count(*) AS n FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(5)' AND state = 'active'`,
  );
  assert.equal(row!.n, 0);
});

for (const pooler of ['session', 'transaction'] as const) {
  test(`a statement whose signal is aborted is cancelled, and its connection is used again: ${pooler}`, async t => {
    const url = await testPostgres();
    const db = openPostgres(url, { ...patient, poolSize: 1, pooler });
    t.after(() => db.close());
    await assertCancels(db, url);
  });
}

test('when the pool is busy a statement waits, and fails after the time limit', async t => {
  const db = openPostgres(await testPostgres(), { poolSize: 2, timeoutMs: 2_500 });
  t.after(() => db.close());
  const held = [1, 2].map(() => db.query('SELECT pg_sleep(0.2)'));
  assert.equal(await one(db), 1);
  await Promise.all(held);
  const long = [1, 2].map(() => db.transaction(() => new Promise(r => setTimeout(r, 2_000))));
  await assert.rejects(one(db), { ...unavailable, message: /in time/ });
  await Promise.all(long);
});

test('when too many statements wait, the next one is rejected immediately', async t => {
  const db = openPostgres(await testPostgres(), { poolSize: 1 });
  t.after(() => db.close());
  const asked = Array.from({ length: 52 }, () => one(db));
  await assert.rejects(asked[51]!, { code: 'BUSY', retryAfterSeconds: 2 });
  assert.deepEqual(await Promise.all(asked.slice(0, 51)), Array(51).fill(1));
  assert.equal(await one(db), 1, 'there is room again');
});

test('a connection that cannot be opened is an error of its request; the others stay', async t => {
  const { db, proxy } = await behindProxy(t, { ...patient, poolSize: 2 });
  const inUse = Promise.withResolvers<void>();
  const begun = Promise.withResolvers<number>();
  const processId = 'SELECT pg_backend_pid() AS id';
  const held = db.transaction(async client => {
    begun.resolve((await client.query(processId)).rows[0].id);
    await inUse.promise;
    return (await client.query(processId)).rows[0].id;
  });
  const id = await begun.promise;
  proxy.cutNew();
  await assert.rejects(one(db), unavailable);
  inUse.resolve();
  assert.equal(await held, id);
  assert.deepEqual(await db.read(processId), [{ id }]);
});

test('a server that becomes read-only is not used, and used again when it is writable', async t => {
  const outages: (string | undefined)[] = [];
  const onOutage = (reason: string | undefined) => outages.push(reason);
  const { db, proxy, url } = await behindProxy(t, { onOutage, writes: true, timeoutMs: 5_000 });
  const { pathname } = url;
  const set = (value: string) =>
    db.query(`ALTER DATABASE ${pathname.slice(1)} SET default_transaction_read_only = ${value}`);
  await set('on');
  assert.equal(await one(db), 1, 'sessions that are open are not concerned');
  // Idle connections are gone, as after a switchover; no query runs until the server is a standby.
  proxy.hangUp();
  const write = () => db.transaction(async () => {});
  await assert.rejects(write(), unavailable);
  await assert.rejects(one(db), unavailable);
  await assert.rejects(db.check(), unavailable);
  const told = /127\.0\.0\.1:\d+: it is a read-only primary, expected one that accepts writes/;
  assert.match(outages.join(), told);
  const owner = openPostgres(await testPostgres());
  t.after(() => owner.close());
  await owner.query(`ALTER DATABASE ${pathname.slice(1)} RESET default_transaction_read_only`);
  await write();
  await db.check();
  assert.equal(outages.at(-1), undefined);
});

test('a read-only primary is still read where nothing is written', async t => {
  const db = openPostgres(await testPostgres());
  t.after(() => db.close());
  await db.query(`ALTER DATABASE ${await nameOf(db)} SET default_transaction_read_only = on`);
  const client = await db.connect();
  assert.equal((await client.query('SELECT 1 AS one')).rows[0].one, 1);
  await client.end();
  await assert.rejects(db.connect({ writes: true }), unavailable);
});

test('an open session that becomes read-only is noticed by the check', async t => {
  const db = openPostgres(await testPostgres(), { writes: true, poolSize: 1 });
  t.after(() => db.close());
  await db.check();
  await db.query('SET default_transaction_read_only = on');
  // It is left; the next one can be written again.
  await assert.rejects(db.check(), unavailable);
  await db.check();
});

test('a missing table is UNAVAILABLE and reported, and the server stays in use', async t => {
  const outages: (string | undefined)[] = [];
  const db = openPostgres(await testPostgres(), { onOutage: reason => outages.push(reason) });
  t.after(() => db.close());
  for (const _ of [1, 2]) await assert.rejects(db.read('SELECT * FROM nowhere'), unavailable);
  assert.match(outages.join(), /^relation "nowhere" does not exist \(create the tables with/);
  await assert.rejects(db.check(), unavailable, 'not yet over');
  assert.equal(await one(db), 1);
});

test('a prepared statement is named by its text, not by the order of its use', async t => {
  const db = openPostgres(await testPostgres(), { poolSize: 1 });
  t.after(() => db.close());
  const text = 'SELECT name, statement FROM pg_prepared_statements WHERE from_sql <> $1';
  await db.read('SELECT $1 AS before', ['x']);
  const named = await db.read<{ name: string; statement: string }>(text, [true]);
  assert.equal(named.length, 2);
  for (const { name, statement } of named) {
    const hash = createHash('sha256').update(statement).digest('hex');
    assert.equal(name, `ktima_${hash.slice(0, 32)}`);
  }
});

test('an error rolls back the transaction', async t => {
  const db = openPostgres(await testPostgres());
  t.after(() => db.close());
  await db.query('CREATE TABLE t (n integer)');
  const failing = db.transaction(async client => {
    await client.query('INSERT INTO t VALUES (1)');
    throw new Error('no');
  });
  await assert.rejects(failing, /^Error: no$/);
  assert.deepEqual(await db.read('SELECT * FROM t'), []);
});

test('an idle transaction is rolled back and no longer blocks others', async t => {
  const url = await testPostgres();
  const [left, other] = [openPostgres(url, { timeoutMs: 500 }), openPostgres(url)];
  t.after(() => Promise.all([left.close(), other.close()]));
  // A busy machine may not connect within the short limit.
  await soon(() => left.query('CREATE TABLE t (n integer)'));
  const waiting = left.transaction(async client => {
    await client.query('LOCK TABLE t');
    await client.query('INSERT INTO t VALUES (1)');
    await other.query('INSERT INTO t VALUES (2)');
  });
  await assert.rejects(waiting, unavailable);
  assert.deepEqual(await other.read('SELECT n FROM t'), [{ n: 2 }]);
});

test('no error shows the password', async () => {
  const db = openPostgres('postgres://u:geheim@127.0.0.1:1/db', { timeoutMs: 30_000 });
  const error = await one(db).catch(error => error);
  assert.match(String(error.cause), /127\.0\.0\.1:1: .*ECONNREFUSED/);
  const { inspect } = await import('node:util');
  assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /geheim/);
});
