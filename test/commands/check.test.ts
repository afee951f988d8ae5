import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { gazetteerIndex } from '#app/services/artefacts/build.ts';
import { clock } from '#storage/db/postgres/inspect-postgres.ts';
import { openSqliteStore } from '#storage/store/sqlite-store.ts';
import { replaceRows } from '#storage/store/store.ts';
import { execute, postgresTest, testPostgres } from '../postgres/database.ts';
import { museum, places, provenance } from '../service.ts';
import { assertRefused, ktimaHere, newHome, succeed } from './ktima.ts';

interface Finding {
  service: string;
  check: string;
  state: string;
  message: string;
  mending?: string;
}

async function check(env: Record<string, string>, ...args: string[]) {
  const { code, stdout, stderr } = await ktimaHere(env, ['check', ...args, '--json']);
  assert.equal(stderr, '');
  const { ok, findings } = JSON.parse(stdout) as { ok: boolean; findings: Finding[] };
  assert.equal(code, ok ? 0 : 1);
  return { code, findings, named: (name: string) => findings.find(one => one.check === name) };
}

test('indexes that are missing or older than the rows are named by check and status, until they are built', async t => {
  const { env } = newHome(t);
  // Stored with the program, for all databases.
  await gazetteerIndex();
  const store = openSqliteStore(env.KTIMA_DATABASE_URL.slice('sqlite:'.length));
  t.after(store.close);
  const state = async () => {
    const { message, state, mending = '' } = (await check(env, 'api')).named('indexes')!;
    const { edition } = JSON.parse(await succeed(env, ['status', '--json']));
    assert.equal(edition.problem === null, state === 'ok');
    assert.equal(mending.startsWith('ktima migrate api'), state === 'warning');
    if (state === 'ok') assert.ok(message.startsWith(`edition ${edition.name}, `));
    return message.replace(/(edition|built) \d\S+/g, '$1');
  };
  await replaceRows(store, 'places', provenance, places);
  assert.equal(await state(), 'not built yet');
  assert.match(await succeed(env, ['status']), /indexes: not built yet; ktima migrate builds them/);
  await succeed(env, ['migrate', 'api']);
  const built = 'edition built from the loaded rows';
  assert.equal(await state(), built);
  await replaceRows(store, 'named_places', provenance, [museum]);
  assert.equal(await state(), 'built before the last change of the rows');
  await succeed(env, ['remove', 'named_places', '--source', 'test']);
  assert.equal(await state(), built);
  await store.artefacts.remove('places', () => false);
  assert.equal(await state(), 'missing or damaged: places');
  await succeed(env, ['migrate', 'api']);
  assert.equal(await state(), built);
});

test('SQLite: a correct installation passes; wrong modes, secret and issuer are named', async t => {
  const home = newHome(t);
  const secret = 'a secret of more than thirty-two characters';
  const env = { ...home.env, KTIMA_KEY_SECRET: secret };
  const early = await check(env);
  assert.equal(early.code, 0);
  assert.match(early.named('file')!.message, /there is no database .*ktima\.db yet/);
  await succeed(env, ['migrate']);
  await succeed(env, ['keys', 'rotate', '--now']);
  const sound = await check(env);
  const each = (service: string) =>
    ['file', 'mode', 'disk', 'damage', 'tables'].map(name => `${service} ${name} ok`);
  assert.deepEqual(
    sound.findings.map(({ service, check, state }) => `${service} ${check} ${state}`),
    [
      ...each('api'),
      ...['api data warning', 'api rates warning', 'api indexes ok'],
      ...each('auth'),
      'auth keys ok',
      ...each('usage'),
    ],
  );
  // As `/readyz` and `status` say it: addresses are not empty, they come from what ships.
  assert.match(
    sound.named('data')!.message,
    /^no data are loaded: costs, places, parcels, settlements, .* are empty; addresses are only/,
  );
  const { message, mending } = sound.named('rates')!;
  assert.match(message, /^no rates are loaded: there are no rebuilding costs/);
  assert.ok((await succeed(env, ['status'])).includes(`\n${message}; ${mending}\n`));

  const { KTIMA_KEY_SECRET, ...withoutSecret } = env;
  const sealed = await check(withoutSecret, 'auth');
  assert.equal(sealed.code, 1);
  const needed = /KTIMA_KEY_SECRET is needed: signing key .* is sealed/;
  assert.match(sealed.named('keys')!.message, needed);

  const noIssuer = await check({ ...env, KTIMA_JWKS_URL: 'http://127.0.0.1:9/jwks' }, 'api');
  assert.equal(noIssuer.code, 1);
  assert.match(noIssuer.named('issuer')!.mending!, /KTIMA_JWKS_URL/);

  const exposed = { ...env, KTIMA_HOST: '0.0.0.0' };
  const proxied = { ...env, KTIMA_TRUST_PROXY: '127.0.0.1' };
  const named = {
    KTIMA_PUBLIC_URL: 'https://a.example',
    KTIMA_PUBLIC_AUTH_URL: 'https://b.example',
  };
  for (const [settings, count] of [
    [exposed, 2],
    [proxied, 2],
    [{ ...proxied, ...named }, 0],
    [{ ...env, KTIMA_HOST: '127.0.0.2' }, 0],
  ] as const) {
    const { findings } = await check(settings);
    const warned = findings.filter(({ check }) => check === 'public address');
    assert.deepEqual(
      warned.map(({ service, state, message }) => [service, state, message.split(' ')[0]]),
      [
        ['api', 'warning', 'KTIMA_PUBLIC_URL'],
        ['auth', 'warning', 'KTIMA_PUBLIC_AUTH_URL'],
      ].slice(0, count),
    );
  }

  chmodSync(join(home.folder, 'ktima.db'), 0o644);
  const open = await check(env, 'api');
  assert.equal(open.code, 1);
  assert.match(open.named('mode')!.message, /ktima\.db has the mode 644/);
  assert.match(open.named('mode')!.mending!, /^chmod 600 .*ktima\.db$/);

  const letter = 'no database, but long enough to look like one '.repeat(99);
  writeFileSync(join(home.folder, 'auth.db'), letter);
  assert.match((await check(env, 'auth')).named('damage')!.message, /file is not a database/);
  const text = await ktimaHere(env, ['check']);
  assert.equal(text.code, 1);
  assert.match(text.stdout, /failed {3}auth {2}damage: .*\n +to do: .*ktima restore/);
});

/** A database with another encoding or without PostGIS, on the server of the tests. */
async function otherDatabase(t: TestContext, options: string): Promise<string> {
  const server = await testPostgres();
  const name = `ktima_test_${randomBytes(6).toString('hex')}`;
  await execute(server, `CREATE DATABASE ${name} TEMPLATE template0 ${options}`);
  t.after(() => execute(server, `DROP DATABASE ${name} WITH (FORCE)`));
  const url = new URL(server);
  url.pathname = name;
  return url.href;
}

const { PATH = '' } = process.env;
const both = (url: string) => ({ PATH, KTIMA_DATABASE_URL: url, KTIMA_AUTH_DATABASE_URL: url });

postgresTest(
  'PostgreSQL: a database in another encoding is refused by check, migrate and serve with the remedy',
  async t => {
    const url = await otherDatabase(t, "ENCODING 'SQL_ASCII' LC_COLLATE 'C' LC_CTYPE 'C'");
    const { code, named } = await check(both(url), 'auth');
    assert.equal(code, 1);
    assert.match(named('encoding')!.message, /has the encoding SQL_ASCII/);
    assert.match(named('encoding')!.mending!, /CREATE DATABASE … ENCODING 'UTF8'/);
    const env = { ...both(url), KTIMA_API_PORT: '0', KTIMA_AUTH_PORT: '0' };
    for (const command of [['migrate'], ['serve', 'auth']]) {
      const reason = /the database has the encoding SQL_ASCII, .*: create another one with/;
      await assertRefused(ktimaHere(env, command), reason);
    }
  },
);

postgresTest(
  'PostgreSQL: PostGIS in a schema outside search_path is named by check and migrate',
  async t => {
    const url = await otherDatabase(t, '');
    const postgis = async (code: number, message: RegExp) => {
      const { code: found, named } = await check(both(url), 'api');
      assert.equal(found, code);
      assert.match(named('postgis')!.message, message);
    };
    await postgis(1, /PostGIS is missing/);
    await execute(url, 'CREATE SCHEMA gis; CREATE EXTENSION postgis SCHEMA gis');
    await postgis(1, /in the schema gis, which search_path .* leaves out/);
    await assertRefused(
      ktimaHere(both(url), ['migrate', 'api']),
      /^ktima: PostGIS is in the schema gis, .*SET search_path = .*, gis/,
    );
    const name = new URL(url).pathname.slice(1);
    await execute(url, `ALTER DATABASE ${name} SET search_path = public, gis`);
    await succeed(both(url), ['migrate', 'api']);
    await postgis(0, /in the schema gis$/);
  },
);

postgresTest(
  'PostgreSQL: missing rights, tables and search_path are named with the command that grants them',
  async t => {
    const url = await testPostgres();
    const role = `ktima_test_${randomBytes(6).toString('hex')}`;
    await execute(url, `CREATE ROLE ${role} LOGIN`);
    t.after(() => execute(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`));
    const asRole = new URL(url);
    asRole.username = role;
    const env = both(asRole.href);
    const none = /none yet, and this role may not/;
    assert.match((await check(env, 'auth')).named('tables')!.message, none);

    await succeed(both(url), ['migrate']);
    const without = await check(env, 'auth');
    assert.equal(without.code, 1);
    const asOwner = `as the owner of the tables: ktima migrate --serving-role ${role}`;
    assert.equal(without.named('rights')!.mending, asOwner);
    await execute(url, `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${role}`);
    assert.equal((await check(env, 'api')).named('rights')!.state, 'ok');
    // A service with this role could not migrate, so the pod of a new version waits.
    const setVersion = (to: string) =>
      execute(url, `UPDATE ktima_migrations SET version = ${to} WHERE name = 'store'`);
    await setVersion('version - 1');
    const { state, mending } = (await check(env, 'api')).named('tables')!;
    assert.equal(`${state}: ${mending}`, 'failed: ktima migrate as the owner of the tables');
    assert.equal((await check(both(url), 'api')).named('tables')!.state, 'warning');
    await setVersion('version + 1');
    assert.match(
      (await check(env, 'auth')).named('rights')!.message,
      /lacks DELETE, INSERT, UPDATE on audit; .* and on 8 more tables$/,
    );

    await execute(url, `ALTER ROLE ${role} SET search_path = nowhere`);
    const lost = await check(env, 'api');
    assert.match(lost.named('search_path')!.message, /no schema of search_path \(nowhere\) exists/);
    assert.match(lost.named('tables')!.message, /in the schema public, and search_path is nowhere/);

    const gone = await check(both(url.replace(/\/ktima_test_\w+/, '/nowhere')), 'api');
    assert.match(gone.named('connection')!.message, /does not exist/);
  },
);

test('a clock that is more than five seconds off is named', () => {
  assert.equal(clock({ nowMs: 10_000 }, 14_900).state, 'ok');
  const late = clock({ nowMs: 100_000 }, 93_500);
  assert.deepEqual([late.state, late.message], ['failed', '6.5 s from the clock of the server']);
});

test('check names the last backup, one that failed later, and that none is recorded', async t => {
  const { env: own, folder } = newHome(t);
  const env = { ...own, KTIMA_BACKUP_RECORDS: folder };
  await succeed(env, ['user', 'add', 'maria'], 'correct horse battery\n');
  const backup = async () => (await check(env, 'auth')).named('backup')!;
  const file = join(folder, 'auth.backup');
  assert.deepEqual(await backup(), {
    service: 'auth',
    check: 'backup',
    state: 'warning',
    message: 'none is recorded',
    mending: 'ktima backup auth FILE',
  });
  // A folder of records that does not exist ends a backup before its work.
  const nowhere = { ...own, KTIMA_BACKUP_RECORDS: join(folder, 'none') };
  const reason = /none\/auth\.json: its folder does not exist/;
  await assertRefused(ktimaHere(nowhere, ['backup', 'auth', file]), reason);
  assert.equal(existsSync(file), false);
  await succeed(env, ['backup', 'auth', file]);
  const made = await backup();
  assert.match(`${made.state}: ${made.message}`, /^ok: the last was made 20\S+Z, 0\.\d MB$/);
  assert.equal((await ktimaHere(env, ['backup', 'auth', file])).code, 1);
  const failed = await backup();
  assert.match(
    `${failed.state}: ${failed.message}`,
    /^warning: failed 20\S+Z: .*exists already; --force replaces it; the last was/,
  );
  assert.equal((await check(own, 'auth')).named('backup'), undefined, 'not without the setting');
});
