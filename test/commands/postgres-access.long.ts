import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { openPostgres } from '#storage/db/postgres/postgres.ts';
import { openPostgresStore } from '#storage/store/postgres-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { ownCopy } from '../own-copy.ts';
import { templateDatabase } from '../postgres/cluster.ts';
import { execute, patient } from '../postgres/database.ts';
import { postgresPrograms } from '../postgres/install.ts';
import { appPassword, startStrictCluster } from '../postgres/strict-cluster.ts';
import { museum, provenance } from '../service.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { ktimaHere, serveHere } from './ktima.ts';

const { put, path: folder } = temporaryFolder();

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
      const ending = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'turning'`;
      await execute(owner, ending);
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
      ['import', 'costs', ownCopy('data/costs.csv')],
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

  test('a serving role reads, or serves logins, also from tables that are created later', async t => {
    const [owner, reader, writer] = ['the "owner"', 'api-reader', 'Auth "writer"'];
    const quoted = (role: string) => `"${role.replaceAll('"', '""')}"`;
    const admin = (sql: string) => execute(cluster.url('postgres'), sql);
    appendFileSync(`${cluster.folder}/pg_hba.conf`, 'host all all 127.0.0.1/32 trust\n');
    await admin('SELECT pg_reload_conf()');
    for (const role of [owner, reader, writer]) await admin(`CREATE ROLE ${quoted(role)} LOGIN`);
    const databases = { KTIMA_DATABASE_URL: 'property', KTIMA_AUTH_DATABASE_URL: 'users' };
    for (const name of Object.values(databases)) {
      await admin(`CREATE DATABASE ${name} OWNER ${quoted(owner)} TEMPLATE ${templateDatabase}`);
      await admin(`REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC`);
    }
    const urlOf = (role: string, name: string) => at(encodeURIComponent(role), name);
    const ktimaAs = (role: string, ...args: string[]) => {
      const urls = Object.entries(databases).map(([key, name]) => [key, urlOf(role, name)]);
      const env = { PATH: process.env.PATH!, ...Object.fromEntries(urls) };
      return ktimaHere(env, args, 'correct horse battery\n');
    };
    const succeed = async (role: string, ...args: string[]) => {
      const { code, stdout, stderr } = await ktimaAs(role, ...args);
      assert.equal(code, 0, stderr);
      return stdout;
    };
    const refused = async (args: string[], message: RegExp) => {
      const { code, stderr } = await ktimaAs(owner, 'migrate', ...args);
      assert.notEqual(code, 0);
      assert.match(stderr.trim(), message);
    };

    await succeed(owner, 'migrate');
    await succeed(owner, 'import', 'costs', ownCopy('data/costs.csv'), '--source', 'before');
    await refused(
      ['--serving-role', 'ghost'],
      /^ktima: --serving-role: the server has no role ghost;/,
    );
    await refused(['--serving-role', owner], /expected another role than the "owner"/);
    assert.match(
      await succeed(owner, 'migrate', 'api', '--serving-role', reader),
      /KTIMA_DATABASE_URL: api-reader may read them, and those that come later/,
    );
    await succeed(owner, 'migrate', 'auth', '--serving-role', writer);
    await succeed(owner, 'migrate', 'auth', '--serving-role', writer);

    // An import makes new partitions, an upgrade new tables.
    await succeed(owner, 'import', 'costs', ownCopy('data/costs.csv'), '--source', 'after');
    const make = 'CREATE TABLE "Later" (id bigint GENERATED BY DEFAULT AS IDENTITY, name text)';
    for (const name of Object.values(databases)) await execute(urlOf(owner, name), make);
    assert.match(await succeed(reader, 'status'), /after/);
    const property = urlOf(reader, 'property');
    const listing = `SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'`;
    const tables = await execute(property, listing);
    assert.ok(tables.length > 15);
    for (const { name } of tables) await execute(property, `SELECT 1 FROM ${name} LIMIT 1`);
    await assert.rejects(execute(property, 'DELETE FROM cost_rates'), /permission denied/);
    await assert.rejects(execute(urlOf(reader, 'users'), 'SELECT 1'), /permission denied/);
    // It counts requests in tables of its own.
    await succeed(reader, 'user', 'quota', 'alice', '--issuer', 'urn:other', '--day', '9');
    await succeed(reader, 'check', 'usage');

    // It reads what the owner has built, and builds nothing itself.
    const store = await openPostgresStore(urlOf(owner, 'property'), patient);
    await replaceRows(store, 'named_places', provenance, [museum]);
    await store.close();
    assert.match((await ktimaAs(reader, 'geocode', 'Ermou 7')).stderr, /run ktima migrate api/);
    const env = { PATH: process.env.PATH!, KTIMA_API_PORT: '0', KTIMA_DATABASE_URL: property };
    const unbuilt =
      'the indexes are not built from the loaded rows: run ktima migrate api, as the owner of the database';
    await assert.rejects(serveHere(env, 'api'), { code: 'UNAVAILABLE', message: unbuilt });
    await succeed(owner, 'migrate', 'api');
    const service = await serveHere(env, 'api');
    t.after(service.stop);
    const cost = 'postal_code=10563&property_type=apartment&build_area=90&construction_year=2000';
    for (const path of [
      '/readyz',
      `/api/reconstruction-cost/?${cost}`,
      '/api/geocoding/address-search/?address=Ermou%207',
    ]) {
      assert.equal((await fetch(`${service.api}${path}`)).status, 200, path);
    }

    await succeed(writer, 'user', 'add', 'maria');
    assert.match(await succeed(writer, 'user', 'list'), /maria/);
    const users = urlOf(writer, 'users');
    await execute(users, `INSERT INTO "Later" (name) VALUES ('new')`);
    await execute(users, `UPDATE "Later" SET name = nextval('"Later_id_seq"')::text`);
    await assert.rejects(execute(users, 'CREATE TABLE mine ()'), /permission denied/);

    // The message for a role without rights names the command.
    await admin(`GRANT CONNECT ON DATABASE property TO ${quoted(writer)}`);
    const { stderr } = await ktimaAs(writer, 'status');
    assert.match(stderr, /permission denied .*run ktima migrate --serving-role ROLE/);

    // One database for both services: a role of one must not read the tables of the other.
    databases.KTIMA_AUTH_DATABASE_URL = 'property';
    await succeed(owner, 'migrate');
    await refused(['api', '--serving-role', reader], /has the tables of both services/);
    await refused(['auth', '--serving-role', reader], /has the tables of both services/);
    await succeed(owner, 'migrate', '--serving-role', writer);
    assert.match(await succeed(writer, 'status'), /after/);
  });

  test('the databases and roles of compose.yaml serve, each only its own', async () => {
    await execute(cluster.url('postgres'), `CREATE DATABASE ktima TEMPLATE ${templateDatabase}`);
    for (const name of ['api', 'auth']) put(`${name}-password`, `${name}'s secret\n`);
    const script = readFileSync('deploy/create-databases.sql', 'utf8');
    const file = put('create.sql', script.replaceAll('/run/secrets', folder));
    const psql = join(postgresPrograms(), 'psql');
    execFileSync(psql, ['-q', '-v', 'ON_ERROR_STOP=1', '-d', at('ktima', 'ktima'), '-f', file]);
    const databases = { api: 'ktima', auth: 'auth' };
    for (const [service, database] of Object.entries(databases)) {
      const role = `ktima_${service}`;
      const granted = await run(at('ktima', database), 'migrate', service, '--serving-role', role);
      assert.equal(granted.code, 0, granted.stderr);
      await execute(at(role, database), 'SELECT 1 FROM ktima_migrations');
      const other = service === 'api' ? 'auth' : 'ktima';
      await assert.rejects(execute(at(role, other), 'SELECT 1'), /permission denied for database/);
    }
  });

  test('a serving role of SQLite is refused', async () => {
    const { code, stderr } = await run('sqlite::memory:', 'migrate', 'api', '--serving-role', 'x');
    assert.notEqual(code, 0);
    assert.match(stderr, /--serving-role: KTIMA_DATABASE_URL names no database of PostgreSQL/);
  });
});
