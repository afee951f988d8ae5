import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { templateDatabase } from '../postgres/cluster.ts';
import { execute } from '../postgres/database.ts';
import { appPassword, startStrictCluster } from '../postgres/strict-cluster.ts';
import { waitFor } from '../store/changes.ts';
import { type Scrape, scrape, scrapeUntil } from '../telemetry/scrape.ts';
import { cost, loginAsDemo, parcel } from './api.ts';
import { newHome, serveHere } from './ktima.ts';

/** What can be wrong with a server that runs: how it begins and ends, and what the log must name. */
interface Condition {
  readonly begin: readonly string[];
  readonly end: readonly string[];
  readonly reason: RegExp;
  /** Which of the databases cannot be used; both unless told. */
  readonly lost?: readonly string[];
}

const both = ['property', 'authentication'];

const conditions: Record<string, Condition> = {
  'a rotated password': {
    begin: [`ALTER ROLE app PASSWORD 'another'`],
    end: [`ALTER ROLE app PASSWORD '${appPassword}'`],
    reason: /password authentication failed for user "app" \(check user and password/,
  },
  'a role that may not log in': {
    begin: ['ALTER ROLE app NOLOGIN'],
    end: ['ALTER ROLE app LOGIN'],
    reason: /role "app" is not permitted to log in \(the role must have LOGIN/,
  },
  'databases that are gone': {
    begin: ['ALTER DATABASE data RENAME TO data2', 'ALTER DATABASE logins RENAME TO logins2'],
    end: ['ALTER DATABASE data2 RENAME TO data', 'ALTER DATABASE logins2 RENAME TO logins'],
    reason: /database "\w+" does not exist \(create it with CREATE DATABASE/,
  },
  'closed databases': {
    begin: [
      'ALTER DATABASE data ALLOW_CONNECTIONS false',
      'ALTER DATABASE logins ALLOW_CONNECTIONS false',
    ],
    end: [
      'ALTER DATABASE data ALLOW_CONNECTIONS true',
      'ALTER DATABASE logins ALLOW_CONNECTIONS true',
    ],
    reason: /database "\w+" is not currently accepting connections \(run ALTER DATABASE/,
  },
  'a read-only primary, from which the API still reads': {
    begin: ['ALTER ROLE app SET default_transaction_read_only = on'],
    end: ['ALTER ROLE app RESET default_transaction_read_only'],
    reason: /it is a read-only primary, expected one that accepts writes/,
    lost: ['authentication'],
  },
};

suite('a PostgreSQL server that runs and cannot be used', async () => {
  const cluster = await startStrictCluster();
  const owner = cluster.url('postgres');
  for (const name of ['data', 'logins']) {
    await execute(owner, `CREATE DATABASE ${name} OWNER app TEMPLATE ${templateDatabase}`);
  }
  const home = newHome();
  const url = (database: string) =>
    `postgres://app:${appPassword}@127.0.0.1:${cluster.port}/${database}`;
  const service = await serveHere(
    {
      ...home.env,
      // Loopback, in a form that counts as another host: to be warned of.
      KTIMA_DATABASE_URL: url('data').replace('127.0.0.1', '127.1'),
      KTIMA_AUTH_DATABASE_URL: url('logins'),
      KTIMA_METRICS_PORT: '0',
      KTIMA_LOG_LEVEL: 'info',
    },
    '--demo',
  );
  after(() => service.stop().then(home.remove));

  const cut = () =>
    execute(owner, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'app'`);
  /** Runs a statement, which may have to wait until nobody uses a database. */
  const run = async (sql: string): Promise<void> => {
    await cut();
    await execute(owner, sql).catch(error => {
      if (error.code !== '55006') throw error;
      return run(sql);
    });
  };
  /** Runs statements, and cuts all connections: those that are open would stay otherwise. */
  const change = async (statements: readonly string[]) => {
    for (const sql of statements) await run(sql);
    await cut();
  };
  const getAll = (host: string, ...paths: string[]) => paths.map(path => fetch(`${host}/${path}`));
  /** Asks all that needs a database. */
  const ask = (database: string) =>
    Promise.all(
      database === 'property'
        ? getAll(service.api, parcel, 'readyz')
        : [loginAsDemo(service.auth), ...getAll(service.auth, 'readyz')],
    );
  const reasons = () =>
    service
      .log()
      .split('\n')
      .filter(line => line.includes('database cannot be used"'))
      .map(line => JSON.parse(line).reason as string);
  const areAll = (up: number, databases: readonly string[]) => (metrics: Scrape) =>
    databases.every(database => metrics.sum('ktima_postgres_up', { database }) === up);
  /** Waits until the metrics say this of the databases. */
  const becomes = async (up: number, databases: readonly string[]) => {
    const isSo = areAll(up, databases);
    assert.ok(isSo(await scrapeUntil(service.metrics, isSo)), `${databases}: ${up}`);
  };
  /** Cuts connections until the databases are lost: one that is being opened is not listed yet. */
  const lose = async (statements: readonly string[], databases: readonly string[]) => {
    await change(statements);
    const areLost = areAll(0, databases);
    await waitFor(async () => {
      await cut();
      return areLost(await scrape(service.metrics));
    }, 60_000);
  };

  test('an unencrypted connection to another host is logged', () => {
    const event = /"server":"127\.1:\d+","msg":"the database is reached without/;
    assert.match(service.log(), event);
    assert.doesNotMatch(service.log(), /the authentication database is reached without/);
  });

  test('an outage of a database and its end are detected without a request', async () => {
    await lose(['ALTER ROLE app NOLOGIN'], both);
    await change(['ALTER ROLE app LOGIN']);
    await becomes(1, both);
  });

  for (const [name, { begin, end, reason, lost = both }] of Object.entries(conditions)) {
    test(`${name}: 503 from what needs it, one line in the log, and it recovers by itself`, async () => {
      const before = reasons().length;
      await lose(begin, lost);
      for (const database of both) {
        for (const answer of await ask(database)) {
          assert.equal(answer.status, lost.includes(database) ? 503 : 200, answer.url);
          if (answer.status === 503) assert.equal(answer.headers.get('retry-after'), '2');
        }
      }
      for (const { status } of await Promise.all(getAll(service.api, 'healthz', cost))) {
        assert.equal(status, 200);
      }
      const told = reasons().slice(before);
      assert.equal(told.filter(text => reason.test(text)).length, lost.length, told.join('\n'));

      await change(end);
      const isWell = async () =>
        (await Promise.all(both.map(ask))).flat().every(({ status }) => status === 200);
      await waitFor(isWell, 60_000);
      await becomes(1, both);
    });
  }

  test('nothing was answered with 500', () => {
    assert.doesNotMatch(service.log(), /"status":500|request failed/);
  });
});
