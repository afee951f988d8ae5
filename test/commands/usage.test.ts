import assert from 'node:assert/strict';
import { join } from 'node:path';
import test from 'node:test';
import { openUsageStore } from '#http/usage/open-usage-store.ts';
import { assertHas, casesIn } from '../cases.ts';
import { testPostgres } from '../postgres/database.ts';
import { sampleOf } from '../sample.ts';
import { ktimaHere, linesOf, newHome, serveHere, succeed } from './ktima.ts';

const engines = {
  SQLite: async () => ({}),
  PostgreSQL: async () => {
    return { KTIMA_DATABASE_URL: await testPostgres(), KTIMA_POSTGRES_TIMEOUT_MS: '60000' };
  },
};

for (const [name, newEnv] of sampleOf(Object.entries(engines))) {
  test(`${name}: a nightly job has a quota, and the operator sees what it used`, async t => {
    const home = newHome(t);
    const env = { ...home.env, ...(await newEnv()), KTIMA_LOOKUP_LOG: 'on' };
    const run = (...args: string[]) => succeed(env, args);
    const { client_id, client_secret } = JSON.parse(
      await run('client', 'add', 'nightly', '--scopes', 'places,report', '--json'),
    );
    const quota = (...more: string[]) => run('client', 'quota', 'nightly', ...more);
    assert.equal(await quota(), 'client nightly: no quota\n');
    const both = await quota('--minute', '1000', '--day', '3');
    assert.equal(both, 'client nightly: 1000 requests a minute, 3 requests a day\n');
    const left = 'client nightly: 3 requests a day\n';
    assert.equal(await quota('--minute', 'none'), left);

    const serving = await serveHere({ ...env, KTIMA_LOG_LEVEL: 'info' }, '--demo');
    t.after(serving.stop);
    const issued = await fetch(`${serving.auth}/auth/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${client_id}:${client_secret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await issued.json()) as { access_token: string };
    const type = { 'content-type': 'application/json' };
    const headers = { authorization: `Bearer ${access_token}`, ...type };
    const ask = (path: string, body?: object) => {
      const sent = body && { method: 'POST', body: JSON.stringify(body) };
      return fetch(serving.api + path, { headers, ...sent });
    };
    const place = { latitude: 37.9755, longitude: 23.7348 };
    for (let i = 0; i < 3; i++) {
      assert.equal((await ask('/api/points-of-interest/', place)).status, 200);
    }
    const own = (await (await ask('/api/usage/')).json()) as Record<string, unknown>;
    assert.equal(own.subject, client_id);
    const refused = await ask('/api/points-of-interest/', place);
    assert.equal(refused.status, 429);
    assert.match(refused.headers.get('ratelimit')!, /^"day";r=0;t=\d+$/);
    assert.equal(refused.headers.get('ratelimit-policy'), '"day";q=3;w=86400');
    // The end writes what is left in memory.
    await serving.stop();
    const logged = linesOf(serving.log()).filter(({ route }) => route === '/api/usage/');
    assert.equal(logged[0]!.subject, client_id);

    assert.match(await run('usage'), /nightly +pointsOfInterest +3 /);
    const rows = linesOf(await run('usage', 'nightly', '--json'));
    const { hour: _, ...row } = rows[0]!;
    const account = { issuer: 'urn:ktima:auth', subject: client_id, name: 'nightly' };
    assert.deepEqual(row, { ...account, operation: 'pointsOfInterest', requests: 3 });
    assert.equal(rows.length, 1);
    assert.match(await run('usage', 'nobody'), /^no requests since /);
    assert.equal(await run('usage', '--since', '2999-01-01', '--json'), '');
    const lookups = linesOf(await run('lookups', 'nightly'));
    assert.deepEqual(
      lookups.map(({ name, operation, status, asked }) => [name, operation, status, asked]),
      [1, 2, 3].map(() => ['nightly', 'pointsOfInterest', 200, place]),
    );

    // PostgreSQL is backed up by its own programs: postgres-backup.test.ts.
    if (name === 'SQLite') {
      const backup = join(home.folder, 'usage.backup');
      assert.match(await run('backup', 'usage', backup), /the usage, 4 tables/);
      await quota('--day', 'none');
      await run('restore', 'usage', backup, '--replace');
    }
    assert.equal(await quota(), left);
    const checked = JSON.parse(await run('check', 'usage', '--json'));
    assert.equal(checked.ok, true);
    assert.ok(checked.findings.length >= 5);

    // Deleting a client keeps what it used, under its id.
    await run('client', 'delete', 'nightly');
    assert.match(await run('usage', client_id), new RegExp(`${client_id} +pointsOfInterest +3 `));
    assert.equal(linesOf(await run('lookups', client_id))[0]!.name, null);
  });
}

test('odd names of subjects harm neither CSV, JSON lines nor the terminal', async t => {
  const { env, folder } = newHome(t);
  const store = await openUsageStore({ url: `sqlite:${folder}/ktima.db-usage` });
  const hourMs = Date.now() - (Date.now() % 3_600_000);
  const names = ['=cmd|calc', 'a,"b"', 'line\nbreak', '\u001b[31mred', "O'Neill", '-1+1'];
  const sums = names.map(subject => {
    return { hourMs, issuer: 'urn:other', subject, operation: 'reverse', requests: 1 };
  });
  await store.write({ sums, windows: [], lookups: [] });
  await store.close();
  const run = (...args: string[]) => succeed(env, args);
  const csv = (await run('usage', '--csv')).trimEnd().split('\n');
  assert.equal(csv[0], 'hour,issuer,subject,name,operation,requests');
  const hour = new Date(hourMs).toISOString();
  assert.deepEqual(
    csv.slice(1).sort(),
    [`'=cmd|calc`, `"a,""b"""`, `"line\\u000abreak"`, '\\u001b[31mred', "O'Neill", "'-1+1"]
      .map(subject => `${hour},urn:other,${subject},,reverse,1`)
      .sort(),
  );
  const subjects = linesOf(await run('usage', '--json')).map(({ subject }) => subject);
  assert.deepEqual(subjects.toSorted(), names.toSorted());
  const text = await run('usage');
  assert.equal(text.split('\n').length, names.length + 2);
  assert.ok(!text.includes('\u001b[31m'));
});

test('quotas of other issuers, and mistakes', async t => {
  const { env, folder } = newHome(t);
  const refused = async (args: string, message: string) => {
    const { code, stderr } = await ktimaHere(env, args.split(' '));
    assert.equal(code, 1, args);
    assertHas(stderr, message);
  };
  for (const command of ['usage', 'lookups', 'backup usage x']) {
    await refused(command, `there is no database ${folder}/ktima.db-usage`);
  }
  await succeed(env, ['user', 'add', 'maria'], 'correct horse battery\n');
  await succeed(env, ['client', 'add', 'maria', '--scopes', 'places']);
  const alice = 'user quota alice@corp --issuer https://id.example --day 9 --json'.split(' ');
  const account = { issuer: 'https://id.example', subject: 'alice@corp' };
  assert.deepEqual(JSON.parse(await succeed(env, alice)), { ...account, minute: null, day: 9 });
  for (const [args, message] of casesIn(`
    user quota nobody           | no user nobody; 'ktima user list' shows all
    client quota nobody         | no client nobody
    user quota maria --minute 0 | Expected a whole number from 1 to 999999999, or none
    usage maria                 | a user and a client have this name; give the id
    usage --json --csv          | expected --json or --csv, got both
    usage --since yesterday     | Expected a day such as 2026-11-01
    usage --since 2026-02-30    | Expected a day such as 2026-11-01
  `)) {
    await refused(args, message);
  }
});
