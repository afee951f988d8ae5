import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { fatalOf, ktimaHere, newHome, serveHere } from '../commands/ktima.ts';
import { ownCopy } from '../own-copy.ts';
import { freePort } from '../postgres/cluster.ts';
import { execute, postgresTest as test, testPostgres } from '../postgres/database.ts';
import { openProxy } from '../postgres/proxy.ts';
import { waitFor } from '../store/changes.ts';

test('a service that starts before its database is alive, not ready, and continues when it comes', async t => {
  const home = newHome();
  t.after(home.remove);
  const url = new URL(await testPostgres());
  const proxy = await openProxy(Number(url.port || 5432));
  t.after(proxy.close);
  url.port = String(proxy.port);
  await proxy.close();
  const port = await freePort();
  const env = {
    ...home.env,
    KTIMA_AUTH_DATABASE_URL: url.href,
    KTIMA_AUTH_PORT: String(port),
    KTIMA_POSTGRES_TIMEOUT_MS: '60000',
  };
  const starting = serveHere(env, 'auth');
  const get = (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${port}${path}`, init);
  await waitFor(async () => (await get('/healthz').catch(() => undefined))?.ok === true, 60_000);
  const ready = await get('/readyz');
  assert.equal(ready.status, 503);
  assert.equal(ready.headers.get('retry-after'), '5');
  assert.match(await ready.text(), /waiting for the database, which cannot be reached yet/);
  const body = new URLSearchParams({ username: 'x', password: 'y' });
  assert.equal((await get('/auth/otp/login', { method: 'POST', body })).status, 503);

  await proxy.listen();
  const service = await starting;
  t.after(service.stop);
  assert.equal(service.auth, `http://127.0.0.1:${port}`);
  assert.equal((await get('/readyz')).status, 200);
  assert.equal((await get('/auth/otp/login', { method: 'POST', body })).status, 401);
  const lines = service.log().split('\n').filter(Boolean);
  const messages = lines.map(line => JSON.parse(line).msg).filter(Boolean);
  const told = messages.filter(msg => /^the authentication database (cannot|is)/.test(msg));
  const name = 'the authentication database';
  assert.deepEqual(told, [`${name} cannot be used`, `${name} is back`]);
});

test('a refusal that waiting does not cure ends the start with a sentence', async t => {
  const home = newHome();
  t.after(home.remove);
  const url = new URL(await testPostgres());
  url.pathname = '/no_such_database';
  const env = { ...home.env, KTIMA_AUTH_DATABASE_URL: url.href };
  const { code, stderr } = await ktimaHere(env, ['serve', 'auth']);
  assert.equal(code, 1);
  const told = /^cannot open the authentication database: .*"no_such_database" does not exist/;
  assert.match(fatalOf(stderr), told);
});

test('a fresh install on an empty database: check waits for the migration, the service for data', async t => {
  const { env } = newHome(t);
  const owner = await testPostgres();
  const role = `ktima_test_${randomBytes(6).toString('hex')}`;
  await execute(owner, `CREATE ROLE ${role} LOGIN`);
  const served = new URL(owner);
  served.username = role;
  const asOwner = { ...env, KTIMA_DATABASE_URL: owner };
  const asRole = { ...env, KTIMA_DATABASE_URL: served.href };
  const codeOf = async (how: Record<string, string>, ...args: string[]) =>
    (await ktimaHere(how, args)).code;
  assert.equal(await codeOf(asRole, 'check', 'api'), 1, 'the init container of Kubernetes waits');
  assert.equal(await codeOf(asOwner, 'migrate', 'api', '--serving-role', role), 0);
  assert.equal(await codeOf(asRole, 'check', 'api'), 0);

  const service = await serveHere(asRole, 'api');
  t.after(async () => {
    await service.stop();
    await execute(owner, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  });
  const statusOf = async (path: string) => (await fetch(service.api + path)).status;
  assert.deepEqual([await statusOf('/healthz'), await statusOf('/readyz')], [200, 503]);
  assert.equal(await codeOf(asOwner, 'import', 'costs', ownCopy('data/costs.csv')), 0);
  await waitFor(async () => (await statusOf('/readyz')) === 200, 60_000);
});
