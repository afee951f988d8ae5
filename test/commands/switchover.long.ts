import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { type Cluster, startCluster, templateDatabase } from '../postgres/cluster.ts';
import { execute } from '../postgres/database.ts';
import { caughtUp, startStandby, switchOver } from '../postgres/standby.ts';
import { waitFor } from '../store/changes.ts';
import { scrape } from '../telemetry/scrape.ts';
import { cost, parcel } from './api.ts';
import { times } from './auth-instance.ts';
import { newHome, startKtima } from './ktima.ts';

/** How long it may take on a busy machine until all is well again. */
const soonMs = 60_000;

suite('a planned switchover of PostgreSQL, twice', async () => {
  const one = await startCluster();
  for (const name of ['data', 'logins']) {
    await execute(one.url('postgres'), `CREATE DATABASE ${name} TEMPLATE ${templateDatabase}`);
  }
  const other = await startStandby(one);
  const hosts = [one, other].map(({ port }) => `127.0.0.1:${port}`).join();
  const home = newHome();
  const service = await startKtima(
    {
      ...home.env,
      // The API reads from a standby; for logins that is only a preference.
      KTIMA_DATABASE_URL: `postgres://ktima@${hosts}/data?target_session_attrs=prefer-standby`,
      KTIMA_AUTH_DATABASE_URL: `postgres://ktima@${hosts}/logins?target_session_attrs=prefer-standby`,
      KTIMA_METRICS_PORT: '0',
      KTIMA_LOG_LEVEL: 'info',
    },
    '--demo',
  );
  after(() => service.stop().then(home.remove));
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
  const isRead = async (server: Cluster) => {
    const sessions = `SELECT FROM pg_stat_activity WHERE datname = 'data' AND application_name = 'ktima'`;
    return (await execute(server.url('postgres'), sessions)).length > 0;
  };
  /** All is well by itself: nothing was restarted, and reads are on the new standby. */
  const recovers = async (standby: Cluster) => {
    await waitFor(async () => (await login()).status === 200, soonMs);
    await waitFor(async () => (await ask(`${service.auth}/readyz`)).status === 200, soonMs);
    await waitFor(isUp, soonMs);
    await waitFor(() => isRead(standby), soonMs);
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

  for (const [turn, primary, standby] of turns) {
    test(`without a request in those seconds, ${turn}`, async () => {
      const { refresh_token } = JSON.parse((await login()).body);
      await switchOver(primary, standby);
      await recovers(primary);
      assert.equal((await refresh(refresh_token)).status, 200);
    });
  }

  for (const [turn, primary, standby] of turns) {
    test(`under load, ${turn}: 200 or 503, and no chain of tokens is lost`, async () => {
      let loaded = true;
      const clients = times(4).map(async () => {
        let token = tokenOf((await login()).body);
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
      await recovers(primary);
      loaded = false;
      for (const token of await Promise.all(clients)) {
        assert.equal((await refresh(token)).status, 200);
      }
    });
  }
});
