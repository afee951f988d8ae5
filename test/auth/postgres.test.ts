import assert from 'node:assert/strict';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { execute, postgresTest as test, testPostgres } from '../postgres/database.ts';

test('every table is explained in the database', async () => {
  const url = await testPostgres();
  await (await openAuthStore(url)).close();
  const tables = await execute(
    url,
    `SELECT relname AS name, obj_description(oid) AS comment FROM pg_class
     WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace
       AND relname <> 'spatial_ref_sys'`,
  );
  assert.ok(tables.length >= 8);
  for (const { name, comment } of tables) assert.ok(comment, name);
});

test('a server that is not reachable or not writable gives a one-sentence error without the password', async () => {
  const url = new URL(await testPostgres());
  url.password = 'geheim';
  const readOnly = `${url.href}?options=-c%20default_transaction_read_only%3Don`;
  url.port = '1';
  for (const [address, message] of [
    [url.href, /^cannot open the authentication database: 127\.0\.0\.1:1: connect ECONNREFUSED/],
    [
      readOnly,
      /^cannot open the authentication database: .* it is a read-only primary, expected one that accepts writes$/,
    ],
    [
      'postgres://u:geheim@host:port/db',
      /^KTIMA_AUTH_DATABASE_URL: expected postgres:\/\/user:password@host:port/,
    ],
  ] as const) {
    await assert.rejects(openAuthStore(address), (error: Error) => {
      assert.match(error.message, message);
      assert.doesNotMatch(String(error.stack), /geheim/);
      return true;
    });
  }
});

test('the tables may be in the same database as the property data', async t => {
  const url = await testPostgres();
  const { openPostgresStore } = await import('#storage/store/postgres-store.ts');
  const [store, authStore] = await Promise.all([openPostgresStore(url, {}), openAuthStore(url)]);
  t.after(() => Promise.all([store.close(), authStore.close()]));
  assert.deepEqual(await authStore.listUsers(), []);
  assert.deepEqual(await authStore.signingKeys(), []);
});

test('rows that were created only for locking are deleted', async t => {
  const url = await testPostgres();
  const store = await openAuthStore(url);
  t.after(() => store.close());
  await store.changeBuckets(['a', 'b'], () => []);
  const count = async () => (await execute(url, 'SELECT FROM failures')).length;
  assert.equal(await count(), 2);
  await store.deleteOldBuckets(1, 'kept');
  assert.equal(await count(), 0);
});
