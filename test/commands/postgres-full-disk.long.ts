import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { ownFolder, startCluster } from '../postgres/cluster.ts';
import { execute } from '../postgres/database.ts';
import { waitFor } from '../store/changes.ts';
import { scrape } from '../telemetry/scrape.ts';
import { openInstance, password, times, tokensOf } from './auth-instance.ts';
import { ktima, newHome } from './ktima.ts';
import { smallDisk } from './small-disk.ts';

test('the disk of PostgreSQL is full: 503 and not up, until there is space', async t => {
  const cluster = await startCluster();
  // Only this database: without space for its log the server would end, and that is another test.
  const disk = smallDisk(t, 12);
  ownFolder(disk.folder);
  const owner = cluster.url('postgres');
  await execute(owner, `CREATE TABLESPACE small LOCATION '${disk.folder}'`);
  await execute(owner, 'CREATE DATABASE logins TABLESPACE small');
  const url = cluster.url('logins');
  const env = { ...newHome(t).env, KTIMA_AUTH_DATABASE_URL: url, KTIMA_METRICS_PORT: '0' };
  const service = await openInstance(env);
  t.after(async () => void (await service.stop()));
  await ktima(env, ['user', 'add', 'maria'], `${password}\n`);
  const login = () => service.login({ username: 'maria' });
  const { refresh_token } = await tokensOf(await login());

  disk.fill();
  // What is free in the pages that are there is used first.
  const statuses = new Set<number>();
  const isFull = async () => {
    for (const { status } of await Promise.all(times(20).map(login))) statuses.add(status);
    return statuses.has(503);
  };
  await waitFor(isFull, 300_000);
  assert.deepEqual([...statuses].sort(), [200, 503]);
  const refused = await service.get('/readyz');
  assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '2']);
  assert.equal(await refused.text(), '{"error":503,"message":"the disk of the database is full"}');
  assert.equal((await service.get('/healthz')).status, 200);
  const isUp = async () =>
    (await scrape(service.metrics)).sum('ktima_postgres_up', { database: 'authentication' }) === 1;
  // No user logs in meanwhile: the service itself checks again.
  for (const _ of times(15)) {
    assert.equal(await isUp(), false);
    await sleep(1_000);
  }
  const lines = service.log().match(/.*the authentication database cannot be used.*/g) ?? [];
  assert.equal(lines.length, 1);
  assert.match(lines.join(), /could not (extend|write).*free space on the disk of the server/);

  disk.free();
  await waitFor(isUp, 60_000);
  await tokensOf(await login());
  await tokensOf(await service.refresh(refresh_token));
  assert.equal((await service.get('/readyz')).status, 200);
  assert.match(service.log(), /the authentication database is back/);
  assert.doesNotMatch(service.log(), /"status":500|request failed/);
});
