import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../scripts/cluster/nginx.ts';
import { newHome, startKtima } from './commands/ktima.ts';
import { freePort } from './postgres/cluster.ts';
import { testPostgres } from './postgres/database.ts';
import { waitFor } from './store/changes.ts';

/** After `fail_timeout` of deploy/nginx.conf, nginx uses an instance again that it found down. */
const nginxNoticesMs = 3_000;

test('instances behind nginx are restarted in turn under load, and no request fails', async t => {
  const home = newHome();
  t.after(home.remove);
  const database = await testPostgres();
  const addresses = await Promise.all(
    [1, 2].map(async () => ({ api: await freePort(), auth: await freePort() })),
  );
  const start = ({ api, auth }: { api: number; auth: number }) =>
    startKtima(
      {
        ...home.env,
        KTIMA_DATABASE_URL: database,
        KTIMA_AUTH_DATABASE_URL: database,
        KTIMA_API_PORT: String(api),
        KTIMA_AUTH_PORT: String(auth),
        KTIMA_ACCESS_LOG: 'off',
        KTIMA_IDLE_SECONDS: '5',
        KTIMA_POSTGRES_TIMEOUT_MS: '60000',
      },
      '--demo',
    );
  const instances = [await start(addresses[0]!), await start(addresses[1]!)];
  const local = (port: number) => `127.0.0.1:${port}`;
  const [api, auth] = [addresses.map(one => local(one.api)), addresses.map(one => local(one.auth))];
  const front = await startNginx({ api, auth });
  const load = { statuses: [] as number[], failures: [] as string[], isOver: false };
  t.after(async () => {
    load.isOver = true;
    await Promise.all([front.stop(), ...instances.map(instance => instance.stop())]);
  });

  const cost = `${front.api}/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=85`;
  const form = 'refresh_token=not-a-token';
  const clients = Array.from({ length: 8 }, (_, i) =>
    i % 2 ? repeat(load, cost) : repeat(load, `${front.auth}/auth/token/refresh`, form),
  );
  const more = (count: number) => {
    const until = load.statuses.length + count;
    return waitFor(() => load.statuses.length >= until, 120_000);
  };
  await more(200);
  for (const [i, address] of addresses.entries()) {
    assert.equal(await instances[i]!.stop(), 0);
    await more(50);
    instances[i] = await start(address);
    assert.equal((await fetch(`http://${local(address.api)}/readyz`)).status, 200);
    await sleep(nginxNoticesMs);
    await more(200);
  }
  load.isOver = true;
  await Promise.all(clients);
  assert.deepEqual(load.failures, []);
  // The token of the refreshes does not exist: what matters is that an instance says so.
  assert.deepEqual([...new Set(load.statuses)].toSorted(), [200, 401]);
});

async function repeat(
  load: { statuses: number[]; failures: string[]; isOver: boolean },
  url: string,
  form?: string,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  while (!load.isOver) {
    try {
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      const sent = request(url, { agent, ...(form && { method: 'POST', headers }) });
      sent.end(form);
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      load.statuses.push(answer.statusCode!);
      await once(answer.resume(), 'end');
    } catch (error) {
      load.failures.push(String(error));
    }
  }
  agent.destroy();
}
