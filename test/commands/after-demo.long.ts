import assert from 'node:assert/strict';
import test from 'node:test';
import { cost, loginAsDemo, parcel } from './api.ts';
import { ktima, newHome, startKtima } from './ktima.ts';

async function layersOf(api: string): Promise<unknown> {
  const ready = await (await fetch(`${api}/readyz`)).json();
  return (ready as { layers: unknown }).layers;
}

test('after --demo, a plain serve of several processes serves neither the demo user nor the sample; the next --demo both', async t => {
  const home = newHome(t);
  const first = await startKtima(home.env, '--demo');
  const before = await layersOf(first.api);
  const tokens = (await (await loginAsDemo(first.auth)).json()) as Record<string, string>;
  assert.equal(await first.stop(), 0);

  const plain = await startKtima({ ...home.env, KTIMA_WORKERS: '2' });
  t.after(plain.stop);
  const body = new URLSearchParams({ refresh_token: tokens.refresh_token! });
  const statuses = {
    login: loginAsDemo(plain.auth),
    refresh: fetch(`${plain.auth}/auth/token/refresh`, { method: 'POST', body }),
    access: fetch(`${plain.api}/api/points-of-interest/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tokens.access_token}` },
    }),
    cost: fetch(`${plain.api}/${cost}`),
    parcel: fetch(`${plain.api}/${parcel}`),
  };
  const expected = { login: 401, refresh: 401, access: 401, cost: 422, parcel: 404 };
  for (const [what, status] of Object.entries(expected)) {
    const response = await statuses[what as keyof typeof statuses];
    assert.equal(response.status, status, what);
  }
  const ready = await fetch(`${plain.api}/readyz`);
  assert.equal(ready.status, 503);
  const { message } = (await ready.json()) as { message: string };
  assert.match(
    message,
    /sample data of costs, places, parcels, map, zones are served only with --demo or KTIMA/,
  );
  assert.match(plain.log(), /sample data are treated as absent/);
  await plain.stop();
  const status = await ktima(home.env, ['status']);
  assert.match(status.stdout, /^costs +sample +\d+/m, 'other commands read the sample');
  assert.match(
    status.stdout,
    /^sample: costs, places, parcels, map, zones; not served, except by serve --demo/m,
  );

  const second = await startKtima(home.env, '--demo');
  assert.deepEqual(await layersOf(second.api), before);
  assert.equal((await loginAsDemo(second.auth)).status, 200);
  assert.equal(await second.stop(), 0);
});
