import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { type Cluster, startCluster, templateDatabase } from '../postgres/cluster.ts';
import { execute } from '../postgres/database.ts';
import { startHaproxy } from '../postgres/haproxy.ts';
import { caughtUp, startStandby, switchOver } from '../postgres/standby.ts';
import { waitFor } from '../store/changes.ts';
import { scrape } from '../telemetry/scrape.ts';
import { cost, parcel } from './api.ts';
import { times } from './auth-instance.ts';
import { ktimaHere, newHome, startKtima } from './ktima.ts';

/** How long it may take on a busy machine until all is well again. */
const soonMs = 60_000;

suite('a planned switchover of PostgreSQL behind HAProxy, twice', async () => {
  const one = await startCluster();
  for (const name of ['data', 'logins']) {
    await execute(one.url('postgres'), `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  }
  const other = await startStandby(one);
  const haproxy = await startHaproxy(one, other);
  const home = newHome();
  const service = await startKtima(
    {
      ...home.env,
      KTIMA_DATABASE_URL: haproxy.url('data'),
      KTIMA_AUTH_DATABASE_URL: haproxy.url('logins'),
      KTIMA_METRICS_PORT: '0',
      KTIMA_LOG_LEVEL: 'info',
    },
    '--demo',
  );
  after(() => service.stop().then(haproxy.stop).then(home.remove));
  await caughtUp(one, other);

  /** Every status that a client saw. */
  const statuses = new Set<number>();
  const ask = async (url: string, fields?: Record<string, string>) => {
    const init = fields && { method: 'POST', body: new URLSearchParams(fields) };
    const response = await fetch(url, init);
    statuses.add(response.status);
    return { status: response.status, body: await response.text() };
  };
  const login = () =>
    ask(`${service.auth}/auth/otp/login`, { username: 'demo', password: 'ktima-demo' });
  const refresh = (refresh_token: string) =>
    ask(`${service.auth}/auth/token/refresh`, { refresh_token });
  const tokenOf = (body: string) => (JSON.parse(body) as { refresh_token: string }).refresh_token;
  const right = (await ask(`${service.api}/${parcel}`)).body;

  const isUp = async () => {
    const metrics = await scrape(service.metrics);
    const up = ['property', 'authentication'].map(database =>
      metrics.sum('ktima_postgres_up', { database }),
    );
    return up.every(value => value === 1);
  };
  /** All is well by itself: nothing was restarted. */
  const recovers = async () => {
    await waitFor(async () => (await login()).status === 200, soonMs);
    await waitFor(async () => (await ask(`${service.auth}/readyz`)).status === 200, soonMs);
    await waitFor(isUp, soonMs);
    assert.deepEqual(await ask(`${service.api}/${parcel}`), { status: 200, body: right });
    assert.deepEqual(
      [...statuses].filter(status => ![200, 503].includes(status)),
      [],
    );
  };
  const turns: [name: string, primary: Cluster, standby: Cluster][] = [
    ['there', one, other],
    ['and back', other, one],
  ];

  test('a standby is not used, and named', async () => {
    const env = { ...home.env, KTIMA_DATABASE_URL: other.url('data') };
    const { code, stderr } = await ktimaHere(env, ['status']);
    assert.equal(code, 1);
    assert.match(
      stderr,
      /cannot open the property database: \S+: it is a standby, expected the primary$/m,
    );
  });

  for (const [turn, primary, standby] of turns) {
    test(`without a request in those seconds, ${turn}`, async () => {
      const { refresh_token } = JSON.parse((await login()).body);
      await switchOver(primary, standby);
      await recovers();
      assert.equal((await refresh(refresh_token)).status, 200);
    });
  }

  for (const [turn, primary, standby] of turns) {
    test(`under load, ${turn}: 200 or 503, and no chain of tokens is lost`, async () => {
      let loaded = true;
      const logins = await Promise.all(times(4).map(login));
      const clients = logins.map(async ({ body }) => {
        let token = tokenOf(body);
        while (loaded) {
          const { status, body } = await refresh(token);
          if (status === 200) token = tokenOf(body);
          const found = await ask(`${service.api}/${parcel}`);
          if (found.status === 200) assert.equal(found.body, right);
          assert.equal((await ask(`${service.api}/${cost}`)).status, 200);
        }
        return token;
      });
      await switchOver(primary, standby);
      await recovers();
      loaded = false;
      for (const token of await Promise.all(clients)) {
        assert.equal((await refresh(token)).status, 200);
      }
    });
  }
});
