import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { after, suite, test } from 'node:test';
import { promisify } from 'node:util';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { assertCancels } from '../postgres/cancelled.ts';
import { startCluster, templateDatabase } from '../postgres/cluster.ts';
import { execute, patient } from '../postgres/database.ts';
import { type PoolMode, startPgbouncer } from '../postgres/pgbouncer.ts';
import { waitFor } from '../store/changes.ts';
import { randomNumbers, seed } from '../store/random.ts';
import { cost, parcel } from './api.ts';
import { times } from './auth-instance.ts';
import { ktima, newHome, startKtima } from './ktima.ts';

/** How long it may take on a busy machine until an import is taken up. */
const soonMs = 60_000;

const cluster = await startCluster();
const owner = cluster.url('postgres');
const newDatabase = (name: string) =>
  execute(owner, `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
/** Few connections where they are shared, so that processes meet; one for each client else. */
const poolSizes: Record<PoolMode, number> = { transaction: 3, session: 30, statement: 3 };

async function openPooler(mode: PoolMode, poolSize = poolSizes[mode]) {
  const pooler = await startPgbouncer(cluster, mode, poolSize);
  after(pooler.stop);
  return pooler;
}

for (const mode of ['transaction', 'session'] as const) {
  suite(`two processes behind PgBouncer in ${mode} mode`, async () => {
    const { url } = await openPooler(mode);
    const [data, logins] = [`data_${mode}`, `logins_${mode}`];
    await newDatabase(data);
    await newDatabase(logins);
    const home = newHome();
    const env = {
      ...home.env,
      KTIMA_DATABASE_URL: url(data),
      KTIMA_AUTH_DATABASE_URL: url(logins),
      KTIMA_POSTGRES_POOL: '4',
      KTIMA_LOG_LEVEL: 'info',
    };
    // Both make the tables, one after the other by a lock.
    await Promise.all(times(2).map(() => ktima(env, ['migrate'])));
    const services = [await startKtima(env, '--demo'), await startKtima(env, '--demo')];
    after(async () => {
      await Promise.all(services.map(({ stop }) => stop()));
      home.remove();
    });
    const get = async (service: (typeof services)[number], path: string) => {
      const response = await fetch(`${service.api}/${path}`);
      return { status: response.status, body: await response.text() };
    };
    const post = async (url: string, fields: Record<string, string>) => {
      const response = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) });
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()) as { refresh_token: string };
    };

    test('each request gets its own answer, in whatever order they come', async () => {
      const paths = [
        parcel,
        'api/geocoding/parcel-at/?latitude=37.9752&longitude=23.7354',
        'api/geocoding/reverse/?latitude=37.9752&longitude=23.7354',
        'readyz',
      ];
      // Until then /readyz of the two may differ.
      const isCurrent = async (service: (typeof services)[number]) =>
        (await get(service, 'readyz')).body.includes('"edition_behind":false');
      for (const service of services) await waitFor(() => isCurrent(service), soonMs);
      const answers = await Promise.all(paths.map(path => get(services[0]!, path)));
      assert.equal(answers[0]!.status, 200);
      assert.match(answers[0]!.body, /050099901001/);
      await Promise.all(
        times(40).flatMap(i =>
          paths.map(async (_, j) => {
            const k = (i + j) % paths.length;
            assert.deepEqual(await get(services[i % 2]!, paths[k]!), answers[k], paths[k]);
          }),
        ),
      );
    });

    test('a session goes from one to the other', async () => {
      const [one, other] = services.map(({ auth }) => auth) as [string, string];
      const user = { username: 'demo', password: 'ktima-demo' };
      await Promise.all(
        times(8).map(async () => {
          let { refresh_token } = await post(`${one}/auth/otp/login`, user);
          for (const host of [other, one, other]) {
            ({ refresh_token } = await post(`${host}/auth/token/refresh`, { refresh_token }));
          }
        }),
      );
    });

    test('an import succeeds, and both instances load it', async () => {
      const file = `${home.folder}/rates.csv`;
      const head = 'postal_prefix,property_type,rate_eur_m2,valid_from,source';
      writeFileSync(file, `${head}\n10,house,1234,2026-01-01,test\n`);
      const { code, stderr } = await ktima(env, ['import', 'costs', file]);
      assert.equal(code, 0, stderr);
      const isTakenUp = async (service: (typeof services)[number]) =>
        JSON.parse((await get(service, cost)).body).reconstruction_cost?.as_new === 1234;
      for (const service of services) await waitFor(() => isTakenUp(service), soonMs);
    });

    test('nothing is left in sessions that others get', async () => {
      const left = `SELECT current_setting('statement_timeout') AS timeout,
          (SELECT count(*)::int FROM pg_prepared_statements WHERE NOT from_sql) AS prepared,
          (SELECT count(*)::int FROM pg_locks WHERE locktype = 'advisory') AS locks`;
      const none = { timeout: '0', prepared: 0, locks: 0 };
      for (const database of [data, logins]) {
        const rows = (await Promise.all(times(10).map(() => execute(url(database), left)))).flat();
        assert.deepEqual(rows, Array(10).fill(none));
      }
    });

    test('nothing was lost or answered with 500', () => {
      for (const { log } of services) {
        assert.doesNotMatch(log(), /cannot be used|"status":50\d|request failed|could not be/);
      }
    });
  });
}

test('a statement that takes too long is ended on the server', async t => {
  const { url } = await openPooler('transaction');
  const db = openPostgres(url('postgres'), { timeoutMs: 1_000 });
  t.after(() => db.close());
  await assert.rejects(db.query('SELECT pg_sleep(600)'), { code: 'UNAVAILABLE' });
  const asleep = `SELECT FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(600)' AND state = 'active'`;
  assert.deepEqual(await execute(owner, asleep), []);
});

test('declared as session mode, it prepares statements', async t => {
  const { url } = await openPooler('session');
  await newDatabase('declared');
  const options = { ...patient, pooler: 'session' } as const;
  const db = openPostgres(url('declared'), { ...options, poolSize: 1 });
  t.after(() => db.close());
  const prepared = 'SELECT name FROM pg_prepared_statements WHERE from_sql <> $1';
  assert.equal((await db.read(prepared, [true])).length, 1);
});

test('wrongly declared as session mode: a right answer or UNAVAILABLE, never that of another', async t => {
  const { url } = await openPooler('transaction', 1);
  const reasons: (string | undefined)[] = [];
  const databases = times(2).map(() =>
    openPostgres(url('postgres'), {
      pooler: 'session',
      poolSize: 1,
      onOutage: reason => reasons.push(reason),
    }),
  );
  t.after(() => Promise.all(databases.map(db => db.close())));
  const random = randomNumbers(seed);
  const ask = async (i: number) => {
    const column = `c${random(6)}`;
    const question = databases[i % 2]!.read(`SELECT $1 || '${column}' AS ${column}`, [`${i} `]);
    const rows = await question.catch(error => assert.equal(error.code, 'UNAVAILABLE'));
    if (rows) assert.deepEqual(rows, [{ [column]: `${i} ${column}` }]);
    return rows !== undefined;
  };
  const answered = [];
  for (const i of times(200)) answered.push(await ask(i));
  assert.ok(answered.includes(false), 'else this shows nothing');
  assert.match(reasons.join(), /prepared statement .* \(if there is a transaction pooler, set/);
});

for (const mode of ['transaction', 'session'] as const) {
  test(`PgBouncer in ${mode} mode passes on the cancellation of a statement`, async t => {
    const { url } = await openPooler(mode, 1);
    const db = openPostgres(url('postgres'), { ...patient, poolSize: 1 });
    t.after(() => db.close());
    await assertCancels(db, owner);
  });
}

const refusals: [name: string, mode: PoolMode, query: string, message: RegExp][] = [
  [
    'statement mode',
    'statement',
    '',
    /^ktima: cannot open the property database: \S+: transaction blocks not allowed in statement pooling mode \(Ktima needs transactions: set pool_mode = transaction or session in the pooler\)$/,
  ],
  [
    'a startup parameter that it does not know',
    'transaction',
    '?options=-c%20work_mem%3D64kB',
    /^ktima: cannot open the property database: \S+: unsupported startup parameter: options \(the pooler does not accept it: remove it from the database URL, and use ALTER ROLE … SET\)$/,
  ],
];
for (const [name, mode, query, message] of refusals) {
  test(`what cannot work through a pooler is refused in one sentence: ${name}`, async t => {
    const { url } = await openPooler(mode);
    const env = { ...newHome(t).env, KTIMA_DATABASE_URL: url('postgres') + query };
    const { code, stderr } = await ktima(env, ['status']);
    assert.equal(code, 1);
    assert.match(stderr.trim(), message);
  });
}

test('both stores keep their contracts in transaction mode', async () => {
  const { url } = await openPooler('transaction');
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const files = ['test/store/store.test.ts', 'test/auth/store.test.ts'];
  await promisify(execFile)(process.execPath, ['--test', ...files], {
    env: { ...env, KTIMA_TEST_POSTGRES_URL: url('postgres') },
  });
});
