import assert from 'node:assert/strict';
import { appendFileSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { openPostgres } from '../../src/db/postgres.ts';
import { templateDatabase } from '../postgres/cluster.ts';
import { execute } from '../postgres/database.ts';
import { appPassword, startStrictCluster } from '../postgres/strict-cluster.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ktimaHere } from './ktima.ts';

const { put } = temporaryFolder();

suite('a PostgreSQL server that does not let us in', async () => {
  const cluster = await startStrictCluster();
  await execute(cluster.url('postgres'), `CREATE DATABASE full_of TEMPLATE ${templateDatabase}`);
  await execute(cluster.url('postgres'), 'CREATE DATABASE bare OWNER app');
  const run = (url: string, ...args: string[]) => {
    const both = { KTIMA_DATABASE_URL: url, KTIMA_AUTH_DATABASE_URL: url };
    return ktimaHere({ PATH: process.env.PATH!, ...both }, args, 'correct horse battery\n');
  };
  const at = (login: string, database: string, rest = '') =>
    `postgres://${login}@127.0.0.1:${cluster.port}/${database}${rest}`;
  const right = `app:${appPassword}`;

  const cases: [name: string, url: string, args: string[], message: RegExp][] = [
    [
      'a wrong password',
      at('app:hunter2wrong', 'full_of'),
      ['status'],
      /^ktima: cannot open the property database: 127\.0\.0\.1:\d+: password authentication failed for user "app" \(check user and password in the database URL; a running service rereads the URL only from a …_URL_FILE; otherwise restart it\)$/,
    ],
    [
      'no password',
      at('app', 'full_of'),
      ['user', 'list'],
      /^ktima: cannot open the authentication database: \S+: the server asks for a password, and the database URL has none$/,
    ],
    ['a user the rules leave out', at('eve:hunter2', 'full_of'), ['status'], /pg_hba\.conf/],
    ['no such database', at('ktima', 'nowhere'), ['migrate'], /create it with CREATE DATABASE/],
    ['no PostGIS', at(right, 'bare'), ['migrate', 'api'], /CREATE EXTENSION postgis/],
    [
      'no right to make tables',
      at(right, 'full_of'),
      ['migrate', 'auth'],
      /permission denied for schema public \(the role of the database URL needs this privilege/,
    ],
    [
      'a misspelt parameter, which would leave the connection in plain text',
      at(right, 'full_of', '?ssl_mode=verify-full'),
      ['user', 'list'],
      /^ktima: KTIMA_AUTH_DATABASE_URL, ssl_mode: there is no such parameter; did you mean sslmode\?$/,
    ],
    [
      'no TLS where it is asked for',
      at(right, 'full_of', '?sslmode=require'),
      ['status'],
      /^ktima: .*The server does not support SSL connections$/,
    ],
  ];
  for (const [name, url, args, message] of cases) {
    test(`${name}: one sentence that says what to do, without the password`, async () => {
      const { code, stderr } = await run(url, ...args);
      assert.equal(code, 1);
      assert.match(stderr.trim(), message);
      assert.doesNotMatch(stderr, /hunter2/);
    });
  }

  test('a new password in the file of the URL needs no restart', async t => {
    const owner = at('ktima', 'postgres');
    await execute(owner, `CREATE ROLE turning LOGIN PASSWORD 'first'`);
    const rule = 'host all turning 127.0.0.1/32 scram-sha-256\n';
    appendFileSync(`${cluster.folder}/pg_hba.conf`, rule);
    await execute(owner, 'SELECT pg_reload_conf()');
    const urlFile = put('url', at('turning:first', 'full_of'));
    const reasons: (string | undefined)[] = [];
    const files: string[] = [];
    const db = openPostgres(readFileSync(urlFile, 'utf8'), {
      urlFile,
      onOtherDatabase: file => files.push(file),
      onOutage: reason => reasons.push(reason),
    });
    t.after(db.close);
    await db.check();
    const turn = async (password: string) => {
      await execute(owner, `ALTER ROLE turning PASSWORD '${password}'`);
      await execute(
        owner,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'turning'`,
      );
    };
    await turn('second');
    // The first check may meet the lost connection; the next ones open another.
    do await assert.rejects(db.check(), { code: 'UNAVAILABLE' });
    while (reasons.length === 0);
    assert.match(String(reasons[0]), /password authentication failed/);
    put('url', 'half of a');
    await assert.rejects(db.check(), { code: 'UNAVAILABLE' });
    put('url', `${at('turning:second', 'full_of')}\n`);
    await db.check();
    await turn('third');
    put('url', at('turning:third', 'full_of'));
    assert.deepEqual(await db.read('SELECT 1 AS one'), [{ one: 1 }]);
    assert.equal(reasons.at(-1), undefined);

    assert.deepEqual(files, []);
    put('url', at('turning:third', 'postgres'));
    for (const _ of ['first', 'second']) {
      const client = await db.connect();
      const { rows } = await client.query('SELECT current_database() AS name');
      await client.end();
      assert.deepEqual(rows, [{ name: 'full_of' }], 'another database needs a restart');
    }
    assert.deepEqual(files, [urlFile], 'it is reported once');
  });

  test('a read-only role can read, and gets a clear error when it writes', async () => {
    const owner = at('ktima', 'full_of');
    assert.equal((await run(owner, 'migrate')).code, 0);
    await execute(owner, 'GRANT SELECT ON ALL TABLES IN SCHEMA public TO app');
    const reader = at(right, 'full_of');
    assert.equal((await run(reader, 'status')).code, 0);
    for (const args of [
      ['import', 'costs', 'data/costs.csv'],
      ['user', 'add', 'maria'],
    ]) {
      const { code, stderr } = await run(reader, ...args);
      assert.equal(code, 1);
      assert.match(
        stderr,
        /^ktima: the database cannot be used at the moment \(permission denied for \w+ \w+ \(the role .* needs this privilege.*\)\)$/m,
      );
    }
  });
});
