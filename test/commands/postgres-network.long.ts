import assert from 'node:assert/strict';
import { after, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { testPostgres } from '../postgres/database.ts';
import { openProxy } from '../postgres/proxy.ts';
import { randomNumbers, seed } from '../store/random.ts';
import { cost, parcel } from './api.ts';
import { times } from './auth-instance.ts';
import { newHome, serveHere } from './ktima.ts';

const timeoutMs = 5_000;
/** Waiting for a connection, the statement, and another server's try: all of it is bounded. */
const longestAnswerMs = 6 * timeoutMs;

suite('a bad network between the services and PostgreSQL', async () => {
  const home = newHome();
  const [data, logins] = [new URL(await testPostgres()), new URL(await testPostgres())];
  const proxy = await openProxy(Number(data.port));
  data.port = String(proxy.port);
  logins.port = String(proxy.port);
  const env = {
    ...home.env,
    KTIMA_DATABASE_URL: data.href,
    KTIMA_AUTH_DATABASE_URL: logins.href,
    KTIMA_POSTGRES_TIMEOUT_MS: String(timeoutMs),
  };
  const service = await serveHere(env, '--demo');
  after(async () => {
    await service.stop();
    await proxy.close();
    home.remove();
  });

  /** An answer, and how long it took. */
  async function ask(url: string, fields?: Record<string, string>) {
    const started = performance.now();
    const init = fields && { method: 'POST', body: new URLSearchParams(fields) };
    const response = await fetch(url, init);
    const body = await response.text();
    const ms = performance.now() - started;
    return { status: response.status, headers: response.headers, body, ms };
  }
  const get = (path: string) => ask(`${service.api}/${path}`);
  const login = () =>
    ask(`${service.auth}/auth/otp/login`, { username: 'demo', password: 'ktima-demo' });
  const refresh = (refresh_token: string) =>
    ask(`${service.auth}/auth/token/refresh`, { refresh_token });

  // The geocoder keeps a processor busy until it is built: a busy machine may be late at first.
  await get('api/geocoding/address-search/?address=Ermou');
  const inTime = async (work: typeof login) => {
    let answer = await work();
    while (answer.status !== 200) answer = await work();
    return answer;
  };
  const right = await inTime(() => get(parcel));
  let { refresh_token } = JSON.parse((await inTime(login)).body) as { refresh_token: string };

  /** One round of everything that needs the database: right, or 503 in time. */
  async function round(): Promise<number[]> {
    const asked = [get(parcel), login(), refresh(refresh_token)] as const;
    const [found, granted, refreshed] = await Promise.all(asked);
    for (const { status, headers, body, ms } of [found, granted, refreshed]) {
      assert.ok(ms < longestAnswerMs, `${Math.round(ms)} ms`);
      if (status === 200) continue;
      assert.equal(status, 503, body);
      assert.match(headers.get('retry-after') ?? '', /^\d+$/);
      assert.match(body, /^\{"error":503,"message":"the database [\w ]+"\}$/);
    }
    if (found.status === 200) assert.equal(found.body, right.body);
    if (refreshed.status === 200) ({ refresh_token } = JSON.parse(refreshed.body));
    return [found.status, granted.status, refreshed.status];
  }

  /** Nothing was restarted, and all is well again, the chain of refreshes too. */
  async function recovers(): Promise<void> {
    const ready = async () =>
      (await get('readyz')).status === 200 && (await ask(`${service.auth}/readyz`)).status === 200;
    for (let tries = 0; !(await ready()); tries++) {
      assert.ok(tries < 200, 'ready again by itself');
      await sleep(50);
    }
    assert.deepEqual(await round(), [200, 200, 200]);
  }

  /** What is down must not show where no database is needed. */
  async function restGoesOn(): Promise<void> {
    for (const host of [service.api, service.auth]) {
      assert.equal((await ask(`${host}/healthz`)).status, 200);
      assert.equal((await ask(`${host}/readyz`)).status, 503);
    }
    assert.equal((await get(cost)).status, 200, 'what is in memory is served');
  }

  test('slow: answers take longer, and are right', async () => {
    proxy.delay(15);
    assert.deepEqual(await round(), [200, 200, 200]);
    proxy.delay(0);
  });

  test('slower than the limit of time: 503 in time', async () => {
    proxy.delay(3 * timeoutMs);
    assert.deepEqual(await round(), [503, 503, 503]);
    await restGoesOn();
    proxy.delay(0);
    await recovers();
  });

  test('silent in the middle of requests, as a half-open connection is: 503 in time', async () => {
    const underWay = round();
    await sleep(5);
    proxy.freeze();
    await underWay;
    assert.deepEqual(await round(), [503, 503, 503]);
    await restGoesOn();
    proxy.thaw();
    await recovers();
  });

  test('cut again and again in the middle of requests: right or 503, never a fork of a lineage', async () => {
    const random = randomNumbers(seed);
    for (const _ of times(12)) {
      const underWay = round();
      await sleep(random(40));
      proxy.hangUp();
      await underWay;
    }
    await recovers();
  });

  test('refused: 503 at once', async () => {
    await proxy.refuse();
    assert.deepEqual(await round(), [503, 503, 503]);
    await restGoesOn();
    await proxy.listen();
    await recovers();
  });
});
