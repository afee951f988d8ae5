import assert from 'node:assert/strict';
import test from 'node:test';
import { execute, testPostgres } from '../postgres/database.ts';
import { openProxy } from '../postgres/proxy.ts';
import { waitFor } from '../store/changes.ts';
import { cost, parcel, startApi } from './api.ts';
import { ktima, newHome } from './ktima.ts';

test('a frozen database: 503 for what needs it, the rest works, and all works when it responds again', async t => {
  const url = new URL(await testPostgres());
  const proxy = await openProxy(Number(url.port));
  t.after(() => proxy.close());
  url.port = String(proxy.port);
  const api = await startApi(t, url.href, 'api', '--demo');
  const before = await api.get(parcel);
  assert.equal(before.status, 200);

  proxy.freeze();
  const asked = await Promise.all(Array.from({ length: 25 }, () => api.get(parcel)));
  for (const { status, headers, body } of asked) {
    assert.equal(status, 503);
    assert.equal(headers.get('retry-after'), '2');
    assert.match(body, /^\{"error":503,"message":"the database [a-z ]+"\}$/);
  }
  assert.equal((await api.get('healthz')).status, 200);
  const unready = await api.get('readyz');
  assert.deepEqual([unready.status, unready.headers.get('retry-after')], [503, '2']);
  assert.equal((await api.get(cost)).status, 200, 'what is in memory is served');

  proxy.thaw();
  await waitFor(async () => (await api.get('readyz')).status === 200, 60_000);
  assert.equal((await api.get(parcel)).body, before.body);
  assert.match(api.log(), /the database cannot be used/);
});

test('ktima migrate makes the tables, and says so again when there is nothing to do', async t => {
  const url = await testPostgres();
  const home = newHome(t);
  const env = { ...home.env, KTIMA_DATABASE_URL: url };
  for (let i = 0; i < 2; i++) {
    const { code, stdout } = await ktima(env, ['migrate', 'api']);
    assert.deepEqual([code, stdout], [0, 'KTIMA_DATABASE_URL: the tables are up to date\n']);
  }
  const both = await ktima(home.env, ['migrate']);
  assert.match(both.stdout, /^KTIMA_DATABASE_URL: .*\nKTIMA_AUTH_DATABASE_URL: .* up to date\n$/);
  await execute(url, `INSERT INTO ktima_migrations (name, version) VALUES ('store', 999)`);
  const { code, stderr } = await ktima(env, ['status']);
  assert.deepEqual(
    [code, stderr],
    [1, 'ktima: the database was written by a newer version of Ktima\n'],
  );
});
