import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { waitFor } from '../store/changes.ts';
import { useToken } from './api.ts';
import { newHome, startKtima } from './ktima.ts';
import { movedClock } from './moved-clock.ts';

interface Tokens {
  access_token: string;
  refresh_token: string;
  expires_in: number;
}

/** Both services, which believe a clock that the test sets. */
async function startAt(t: TestContext, time: string) {
  const home = newHome();
  const clock = movedClock(home.folder);
  clock.set(time);
  const env = { ...home.env, ...clock.env, KTIMA_TRUST_PROXY: '127.0.0.1' };
  const service = await startKtima(env, '--demo');
  t.after(() => service.stop().then(home.remove));
  const post = (path: string, fields: Record<string, string>, from: string) =>
    fetch(service.auth + path, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { 'x-forwarded-for': from },
    });
  const login = (password = 'ktima-demo', from = '192.0.2.1') =>
    post('/auth/otp/login', { username: 'demo', password }, from);
  return {
    async set(time: string) {
      clock.set(time);
      // Keys and ended sessions are looked at again within two seconds.
      await sleep(2_100);
    },
    login,
    async tokens(): Promise<Tokens> {
      const response = await login();
      assert.equal(response.status, 200);
      return (await response.json()) as Tokens;
    },
    refresh: (refresh_token: string) => post('/auth/token/refresh', { refresh_token }, '192.0.2.1'),
    around: (token: string) => useToken(service.api, token),
    async builtIn(year: number) {
      const query = `postal_code=10563&property_type=house&build_area=100&construction_year=${year}`;
      const response = await fetch(`${service.api}/api/reconstruction-cost/?${query}`);
      const body = (await response.json()) as { reconstruction_cost?: { as_is: number } };
      return [response.status, body.reconstruction_cost?.as_is];
    },
    async keyIds(): Promise<string[]> {
      const response = await fetch(`${service.auth}/.well-known/jwks.json`);
      const { keys } = (await response.json()) as { keys: { kid: string }[] };
      return keys.map(({ kid }) => kid);
    },
  };
}

const isoTime = (seconds: number) => new Date(seconds * 1_000).toISOString();

const partOf = (token: string, part: 0 | 1) =>
  JSON.parse(Buffer.from(token.split('.')[part]!, 'base64url').toString());

test('the year changes at midnight in Athens, two hours before it does in UTC', async t => {
  const service = await startAt(t, '2026-12-31T21:59:30Z');
  const [status, asNew] = await service.builtIn(2026);
  assert.equal(status, 200);
  assert.deepEqual(await service.builtIn(2027), [400, undefined]);
  await service.set('2026-12-31T22:00:01Z');
  assert.deepEqual(await service.builtIn(2027), [200, asNew], 'a building of this year is as new');
  const [, yearOld] = await service.builtIn(2026);
  assert.ok(Number(yearOld) < Number(asNew), 'the other is a year old now');
  assert.deepEqual(await service.builtIn(2028), [400, undefined]);
});

for (const [what, before] of [
  ['begins', '2027-03-28T00:30:00Z'],
  ['ends', '2027-10-31T00:30:00Z'],
] as const) {
  test(`a token of the hour in which summer time ${what} is valid for one hour, no more and no less`, async t => {
    const service = await startAt(t, before);
    const { access_token, expires_in } = await service.tokens();
    const { iat, exp } = partOf(access_token, 1);
    assert.deepEqual([expires_in, exp - iat], [3600, 3600]);
    const sinceStart = iat - Date.parse(before) / 1_000;
    assert.ok(sinceStart >= 0 && sinceStart < 600, `issued ${sinceStart} s after the start`);
    assert.equal(await service.around(access_token), 200);
    await service.set(isoTime(exp - 300));
    assert.equal(await service.around(access_token), 200);
    await service.set(isoTime(exp + 10));
    assert.equal(await service.around(access_token), 401);
  });
}

test('a clock set forward: tokens expire, sessions last to their end, keys follow each other', async t => {
  const service = await startAt(t, '2027-01-10T12:00:00Z');
  const first = await service.tokens();
  const [oldKey] = await service.keyIds();
  await service.set('2027-01-10T14:00:00Z');
  assert.equal(await service.around(first.access_token), 401);
  const refreshed = await service.refresh(first.refresh_token);
  assert.equal(refreshed.status, 200);
  const next = (await refreshed.json()) as Tokens;
  assert.equal(await service.around(next.access_token), 200);

  await service.set('2027-02-10T12:00:00Z');
  assert.equal((await service.refresh(next.refresh_token)).status, 401, 'after thirty days');

  // Ninety days less the ten minutes of its announcement: the next key is shown, the old one signs.
  await service.set('2027-04-10T11:51:00Z');
  const signedBy = async () => partOf((await service.tokens()).access_token, 0).kid;
  await waitFor(async () => (await service.keyIds()).length === 2, 60_000);
  assert.equal(await signedBy(), oldKey);
  const last = await service.tokens();
  await service.set('2027-04-10T12:02:00Z');
  await waitFor(async () => (await signedBy()) !== oldKey, 60_000);
  assert.equal(await service.around(last.access_token), 200, 'the token of the old key counts');
  assert.equal(await service.around((await service.tokens()).access_token), 200);
});

test('a clock set back: logins, refreshes and answers work, and no lock becomes endless', async t => {
  const service = await startAt(t, '2030-06-01T12:00:00Z');
  const ahead = await service.tokens();
  for (let i = 0; i < 10; i++) await service.login('a wrong password', '192.0.2.66');
  assert.equal((await service.login('ktima-demo', '192.0.2.66')).status, 401, 'locked');

  await service.set('2027-01-10T12:00:00Z');
  assert.equal((await service.login('ktima-demo', '192.0.2.66')).status, 200, 'not for years');
  const { access_token, refresh_token } = await service.tokens();
  assert.equal(await service.around(access_token), 200);
  assert.equal((await service.refresh(refresh_token)).status, 200);
  assert.equal((await service.refresh(ahead.refresh_token)).status, 200);
  assert.deepEqual((await service.builtIn(2028))[0], 400);

  // A lock of now ends by the clock of now.
  for (let i = 0; i < 10; i++) await service.login('a wrong password', '192.0.2.77');
  assert.equal((await service.login('ktima-demo', '192.0.2.77')).status, 401);
  await service.set('2027-01-10T12:16:00Z');
  assert.equal((await service.login('ktima-demo', '192.0.2.77')).status, 200);
});
