import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { openPostgresStore } from '#storage/store/postgres-store.ts';
import { execute, patient, postgresTest as test, testPostgres } from '../postgres/database.ts';
import { openTestService } from '../service.ts';

/** An API over a PostgreSQL database in which every query of parcels and addresses waits. */
async function openWaitingApi(t: TestContext, workMs: number) {
  const url = await testPostgres();
  const store = await openPostgresStore(url, patient);
  const { api, token } = await openTestService({ store, timeouts: { workMs } });
  const address = await api.listen({ host: '127.0.0.1', port: 0 });
  const holder = new Client({ connectionString: url });
  await holder.connect();
  await holder.query('BEGIN; LOCK TABLE parcels, addresses IN ACCESS EXCLUSIVE MODE');
  t.after(async () => {
    await holder.end();
    await api.close();
    await store.close();
  });
  const waiting = async () =>
    (
      await execute(
        url,
        `SELECT FROM pg_stat_activity WHERE datname = current_database() AND state = 'active'
         AND wait_event_type = 'Lock'`,
      )
    ).length;
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(address + path, {
      ...init,
      headers: {
        authorization: `Bearer ${token}`,
        ...(init.body && { 'content-type': 'application/json' }),
      },
    });
  return { ask, waiting, release: () => holder.query('COMMIT') };
}

const point = 'latitude=38&longitude=23';
const batch = { method: 'POST', body: '{"requests":[{"latitude":38,"longitude":23}]}' };
const operations: readonly (readonly [path: string, init?: RequestInit])[] = [
  ['/ogc/collections/parcels/items?bbox=23,37,24,38'],
  [`/api/geocoding/reverse/?${point}`],
  [`/api/property-report/?${point}`],
  ['/api/property-report/batch/', batch],
  ['/api/geocoding/suggest/?text=050681726'],
];

test('a query of a client that has left is cancelled in PostgreSQL', async t => {
  const { ask, waiting, release } = await openWaitingApi(t, 60_000);
  for (const [path, init] of operations) {
    const leave = new AbortController();
    const answer = ask(path, { ...init, signal: leave.signal });
    while ((await waiting()) === 0);
    leave.abort();
    await assert.rejects(answer, { name: 'AbortError' });
    while ((await waiting()) > 0);
  }
  await release();
  for (const one of operations) assert.equal((await ask(...one)).status, 200, one[0]);
});

test('a query that takes longer than a request may take is cancelled, and the response is 503', async t => {
  const { ask, waiting } = await openWaitingApi(t, 200);
  for (const [path, init] of operations) {
    const answer = await ask(path, init);
    assert.equal(answer.status, 503, path);
    assert.match(answer.headers.get('retry-after')!, /^[1-3]$/);
    const { message } = (await answer.json()) as { message: string };
    assert.equal(message, 'the request took longer than 0.2 s; ask for less at once, or try again');
    assert.equal(await waiting(), 0, path);
  }
});
