import assert from 'node:assert/strict';
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { authDatabase } from '#features/auth/auth-upkeep.ts';
import { tables as runTables } from '#features/runs/run-schema.ts';
import { tables as usageTables } from '#http/usage/usage-schema.ts';
import { storeDatabase } from '#storage/store/store-upkeep.ts';
import { ownCopy } from '../own-copy.ts';
import { execute, noPostgres, postgresTest as test, testPostgres } from '../postgres/database.ts';
import { longTest } from '../sample.ts';
import { ktimaHere, newHome, succeed } from './ktima.ts';

/** A database of a role that owns it and has no other rights, for both services. */
async function ownedDatabase(): Promise<string> {
  const url = new URL(await testPostgres());
  const role = 'ktima_test_owner';
  await execute(
    url.href,
    `DO $$ BEGIN CREATE ROLE ${role} LOGIN PASSWORD 'hunter2owner';
     EXCEPTION WHEN duplicate_object THEN END $$;
     ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`,
  );
  url.username = role;
  url.password = 'hunter2owner';
  return url.href;
}

const run = promisify(execFile);

/** Runs shell lines; returns what they print on both outputs, and the exit code. */
async function shell(lines: string, env: Record<string, string>) {
  return run('sh', ['-c', lines], { env: { PATH: process.env.PATH!, ...env } }).then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    ({ code, stdout, stderr }) => ({ code, output: `${stdout}${stderr}` }),
  );
}

/** What `ktima backup` or `ktima restore` prints for PostgreSQL. */
async function printed(env: Record<string, string>, args: string[]): Promise<string> {
  const { code, stdout, stderr } = await ktimaHere(env, args);
  assert.equal(code, 2, stderr);
  assert.equal(stdout, '');
  const [head, lines] = stderr.split('\n\n');
  assert.match(head!, /^ktima: nothing was done\. KTIMA_\w*DATABASE_URL is a PostgreSQL database/);
  return lines!;
}

longTest(
  'PostgreSQL: a nightly backup is restored into a new database, without the code in its dump',
  async t => {
    const { folder, env: home } = newHome(t);
    const [url, authUrl] = [await ownedDatabase(), await ownedDatabase()];
    const databases = { KTIMA_DATABASE_URL: url, KTIMA_AUTH_DATABASE_URL: authUrl };
    const env = { ...home, ...databases, KTIMA_BACKUP_RECORDS: folder };
    await succeed(env, ['import', 'costs', ownCopy('data/costs.csv'), '--source', 'first']);
    await succeed(env, ['import', 'parcels', ownCopy('data/parcels.geojson'), '--source', 'first']);
    await succeed(env, ['user', 'add', 'maria'], 'correct horse battery\n');
    await succeed(env, ['user', 'quota', 'x', '--issuer', 'urn:x', '--day', '9']);
    await execute(
      authUrl,
      `CREATE FUNCTION steal() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
     CREATE TRIGGER spy BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION steal();
     CREATE RULE quiet AS ON DELETE TO audit DO INSTEAD NOTHING`,
    );
    const found = JSON.parse((await ktimaHere(env, ['check', 'auth', '--json'])).stdout).findings;
    assert.match(
      found.find(({ check }: { check: string }) => check === 'code').message,
      /^not made by Ktima: function steal\(\), rule quiet on audit, trigger spy on users$/,
    );
    await execute(authUrl, `ALTER TABLE users DISABLE TRIGGER spy`);

    // Records have whole seconds.
    const began = Math.floor(Date.now() / 1_000) * 1_000;
    const night = await shell(`sh deploy/backup-postgres.sh ${folder}`, env);
    assert.equal(night.code, 0, night.output);
    const names = readdirSync(folder).filter(name => name.includes('.dump'));
    const shown = names.toSorted().map(name => name.replace(/\d{4}-\d\d-\d\d/, 'DAY'));
    const files = 'api-DAY.dump api-DAY.dump.sha256 auth-DAY.dump auth-DAY.dump.sha256';
    assert.equal(shown.join(' '), files);
    const file = (name: string) => join(folder, names.find(one => one.startsWith(name))!);
    for (const name of names) assert.equal(statSync(join(folder, name)).mode & 0o777, 0o600);
    for (const service of ['api', 'auth', 'usage']) {
      const record = JSON.parse(readFileSync(join(folder, `${service}.json`), 'utf8'));
      assert.equal(record.bytes, statSync(file(service === 'auth' ? 'auth' : 'api')).size, service);
      assert.ok(Date.parse(record.finished_at) >= began, service);
    }
    const statesOf = (own: Record<string, string>) =>
      Promise.all([
        // Without the edition: the indexes are built again.
        succeed(own, ['status', '--json']).then(text => ({ ...JSON.parse(text), edition: null })),
        succeed(own, ['user', 'list']),
        succeed(own, ['usage', '--json']),
      ]);
    const states = await statesOf(env);

    // A new, empty database that has PostGIS; the owner is no administrator.
    const [fresh, freshAuth] = [await ownedDatabase(), await ownedDatabase()];
    await execute(await asAdministrator(fresh), 'CREATE EXTENSION IF NOT EXISTS postgis');
    const restored = { ...home, KTIMA_DATABASE_URL: fresh, KTIMA_AUTH_DATABASE_URL: freshAuth };
    const restore = async (service: string) => {
      const lines = await printed(env, ['restore', service, file(service)]);
      return shell(`ktima() { ${process.cwd()}/bin/ktima "$@"; }\n${lines}`, restored);
    };
    for (const service of ['auth', 'api']) {
      const { code, output } = await restore(service);
      assert.equal(code, 0, output);
    }
    assert.deepEqual(await statesOf(restored), states);
    const parcel = `SELECT kaek, ST_AsText(outline) AS outline FROM parcels ORDER BY kaek`;
    assert.deepEqual(await execute(fresh, parcel), await execute(url, parcel));
    const code = `SELECT tgname FROM pg_trigger WHERE NOT tgisinternal
    UNION SELECT proname FROM pg_proc WHERE proname = 'steal'
    UNION SELECT rulename FROM pg_rewrite WHERE rulename = 'quiet'`;
    assert.deepEqual(await execute(freshAuth, code), []);
    // Imports continue.
    await succeed(restored, ['import', 'places', ownCopy('data/places.csv'), '--source', 'second']);

    // A second restore meets its tables, and changes nothing.
    assert.match((await restore('auth')).output, /already exists/);
    assert.equal(await succeed(restored, ['user', 'list']), states[1]);
    const bytes = readFileSync(file('auth'));
    bytes[bytes.length >> 1]! ^= 1;
    writeFileSync(file('auth'), bytes);
    assert.match((await restore('auth')).output, /FAILED/);
  },
);

/** The same database as the superuser of the test server. */
async function asAdministrator(url: string): Promise<string> {
  const administrator = new URL(await testPostgres());
  administrator.pathname = new URL(url).pathname;
  return administrator.href;
}

test('PostgreSQL: ktima backup prints lines that make the same backup', async t => {
  const { folder, env } = newHome(t);
  const url = await ownedDatabase();
  const own = { ...env, KTIMA_AUTH_DATABASE_URL: url };
  await succeed(own, ['migrate', 'auth']);
  const file = join(folder, "it's.dump");
  const lines = await printed(own, ['backup', 'auth', file]);
  const { code, output } = await shell(lines, { KTIMA_AUTH_DATABASE_URL: url });
  assert.equal(code, 0, output);
  execFileSync('sha256sum', ['--check', '--strict', `${file}.sha256`], { cwd: folder });
  const list = execFileSync('pg_restore', ['--list', file], { encoding: 'utf8' });
  assert.match(list, / TABLE DATA public users /);
});

longTest(
  'PostgreSQL: a nightly backup that fails is recorded, and leaves no file',
  { skip: noPostgres },
  async t => {
    const { folder, env: home } = newHome(t);
    const url = await ownedDatabase();
    // Both services in one database: one dump.
    const urls = { KTIMA_DATABASE_URL: url, KTIMA_AUTH_DATABASE_URL: url };
    const env = { ...home, ...urls, KTIMA_BACKUP_RECORDS: folder };
    await succeed(env, ['migrate']);
    execFileSync('touch', ['-d', '2001-01-01', join(folder, 'auth-2001-01-01.dump')]);
    const backUp = (own: Record<string, string>) =>
      shell(`sh deploy/backup-postgres.sh ${folder}`, own);
    assert.equal((await backUp(env)).code, 0);
    const dumps = () => readdirSync(folder).filter(name => name.includes('.dump'));
    assert.equal(dumps().length, 2, 'one dump with its checksum; the old one is removed');
    assert.match(dumps()[0]!, /^ktima-/);

    const broken = {
      ...env,
      KTIMA_AUTH_DATABASE_URL: url.replace(/\/ktima_test_\w+/, '/no"where'),
    };
    const { code, output } = await backUp(broken);
    assert.equal(code, 1);
    assert.match(output, /no"where/);
    assert.deepEqual(
      dumps().filter(name => name.startsWith('auth')),
      [],
    );
    const record = JSON.parse(readFileSync(join(folder, 'auth.json'), 'utf8'));
    assert.deepEqual(Object.keys(record), ['finished_at', 'bytes', 'failed_at', 'error']);
    assert.match(record.error, /nowhere.* does not exist/);
    const { stdout } = await ktimaHere(env, ['check', 'auth']);
    assert.match(
      stdout,
      /backup: failed 20\S+Z: .*nowhere.*; the last was made 20.*\n +to do: deploy\/backup-postgres\.sh/,
    );
    // The other database is backed up all the same.
    assert.ok(dumps().some(name => name.startsWith('api-')));
  },
);

test('PostgreSQL: backups have every table of the migrations', async () => {
  const url = await testPostgres();
  await succeed({ KTIMA_DATABASE_URL: url, KTIMA_AUTH_DATABASE_URL: url }, ['migrate']);
  const tables = await execute(
    url,
    `SELECT relname FROM pg_class WHERE relkind IN ('r', 'p') AND NOT relispartition
       AND relnamespace = 'public'::regnamespace
       AND oid NOT IN (SELECT objid FROM pg_depend WHERE deptype = 'e')`,
  );
  // Artefacts are built again after a restore.
  const derived = storeDatabase.postgres.derivedTables!;
  const known = [...storeDatabase.postgres.tables, ...authDatabase.postgres.tables, ...usageTables];
  assert.deepEqual(
    tables.map(({ relname }) => relname).sort(),
    // Portfolios expire after a day, and are in no backup.
    [...known, ...derived, ...runTables, 'ktima_migrations'].sort(),
  );
});
