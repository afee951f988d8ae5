import assert from 'node:assert/strict';
import test from 'node:test';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import { type OpenApi, responsesOf } from '#http/openapi/document.ts';
import { openUsageStore } from '#http/usage/open-usage-store.ts';
import type { Quota } from '#http/usage/usage-store.ts';
import { issuer, openTestService, type TestOptions } from '../service.ts';

const place = { latitude: 38, longitude: 23 };
const points = { method: 'POST', url: '/api/points-of-interest/', payload: place } as const;

/** A service whose usage can be read, and the token of a subject with a quota. */
async function open(quota: Quota, options: TestOptions = {}) {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  await store.setQuota({ issuer, subject: 'u' }, quota);
  const counting = { open: async () => store, ...options.usage };
  const service = await openTestService({ ...options, usage: counting });
  const { usage, api, keys, tokens, clock } = service;
  await usage.exchange();
  const tokenOf = async (userId: string) =>
    signAccessToken(await keys.current(), tokens, { id: 's', userId, scopes: null }, clock.now);
  const authorization = `Bearer ${await tokenOf('u')}`;
  const ask = (request: object = points) => api.inject({ headers: { authorization }, ...request });
  const sums = async () => {
    await usage.exchange();
    const rows = await store.sums({ sinceMs: 0 }, 100);
    return rows.map(({ subject, operation, requests }) => [subject, operation, requests]);
  };
  return { ...service, store, ask, sums, tokenOf };
}

test('requests with a token and scope count, for the subject and operation', async () => {
  const { ask, sums, api, tokenOf } = await open({ minute: null, day: null });
  for (let i = 0; i < 3; i++) {
    const { statusCode, headers } = await ask();
    assert.equal(statusCode, 200);
    assert.equal(headers.ratelimit, undefined);
  }
  await ask({ ...points, payload: { latitude: 'x' } });
  await ask({ method: 'HEAD', url: '/api/property-report/?kaek_code=050681726003' });
  await ask({ ...points, headers: { authorization: `Bearer ${await tokenOf('v')}` } });
  // A token counts on an open operation, a bad one is no error there.
  const reverse = '/api/geocoding/reverse/?latitude=38&longitude=23';
  assert.equal((await ask({ url: reverse })).statusCode, 200);
  const bad = { authorization: 'Bearer e30.e30.e30A' };
  assert.equal((await ask({ url: reverse, headers: bad })).statusCode, 200);
  // These do not count: no token, a bad one, a path that does not exist.
  await api.inject(reverse);
  await api.inject(points);
  await ask({ ...points, headers: { authorization: 'Bearer e30.e30.e30A' } });
  await ask({ url: '/api/nothing/' });
  assert.deepEqual(await sums(), [
    ['u', 'pointsOfInterest', 4],
    ['u', 'propertyReport', 1],
    ['u', 'reverse', 1],
    ['v', 'pointsOfInterest', 1],
  ]);
});

test('beyond a quota the response is 429 with what is left and when to try again', async () => {
  const { ask, sums, clock } = await open({ minute: 2, day: 3 });
  clock.now = new Date('2026-06-15T09:00:20.5Z');
  const { headers } = await ask();
  assert.equal(headers['ratelimit-policy'], '"minute";q=2;w=60, "day";q=3;w=86400');
  assert.equal(headers.ratelimit, '"minute";r=1;t=40, "day";r=2;t=53980');
  assert.equal((await ask()).statusCode, 200);
  const refused = await ask();
  assert.equal(refused.statusCode, 429);
  const message = 'quota: expected at most 2 requests a minute';
  assert.deepEqual(refused.json(), { error: 429, message });
  assert.equal(refused.headers['retry-after'], '40');
  assert.equal(refused.headers.ratelimit, '"minute";r=0;t=40, "day";r=1;t=53980');
  clock.now = new Date('2026-06-15T09:01:00Z');
  assert.equal((await ask()).statusCode, 200);
  // Of several that are used up, the one with the longest wait.
  const daily = await ask();
  assert.equal(daily.json().message, 'quota: expected at most 3 requests a day');
  assert.equal(daily.headers['retry-after'], String(15 * 3_600 - 60));
  clock.now = new Date('2026-06-16T00:00:00Z');
  assert.equal((await ask()).statusCode, 401);
  // Refused requests do not count.
  assert.deepEqual(await sums(), [['u', 'pointsOfInterest', 3]]);
});

test('each entry of a batch counts as a request', async () => {
  const { ask, sums } = await open({ minute: 10, day: null }, { requireToken: 'all' });
  const batch = (entries: number) =>
    ask({
      method: 'POST',
      url: '/api/geocoding/batch/',
      payload: { requests: Array.from({ length: entries }, () => ({ address: '99101' })) },
    });
  assert.equal((await batch(6)).headers.ratelimit, '"minute";r=4;t=60');
  const refused = await batch(6);
  assert.equal(refused.statusCode, 429);
  assert.equal(
    refused.json().message,
    'quota: expected at most 10 requests a minute; this batch has 5 more entries, and 3 requests are left',
  );
  assert.equal((await batch(3)).statusCode, 200);
  assert.equal((await batch(1)).statusCode, 429);
  assert.deepEqual(await sums(), [['u', 'addressBatch', 10]]);
});

test('so does each entry of a batch of reports and of costs', async () => {
  const { ask } = await open({ minute: 10, day: null }, { requireToken: 'all' });
  const batch = (url: string) => ask({ method: 'POST', url, payload: { requests: [{}, {}, {}] } });
  assert.equal((await batch('/api/property-report/batch/')).headers.ratelimit, '"minute";r=7;t=60');
  const costs = await batch('/api/reconstruction-cost/batch/');
  assert.equal(costs.headers.ratelimit, '"minute";r=4;t=60');
});

test('a quota of a request without a token is that of its network', async () => {
  const { ask, sums, api } = await open(
    { minute: null, day: null },
    { trustedProxies: ['127.0.0.1'], usage: { anonymous: { minute: 2, day: null } } },
  );
  const url = '/api/geocoding/reverse/?latitude=38&longitude=23';
  const from = (address: string, path = url) =>
    api.inject({ url: path, headers: { 'x-forwarded-for': address } });
  for (const address of ['192.0.2.1', '2001:db8::1']) {
    assert.equal((await from(address)).headers.ratelimit, '"minute";r=1;t=60');
  }
  // One /64 is one network; IPv4 in IPv6 is the same as IPv4.
  assert.equal((await from('2001:db8::abcd')).statusCode, 200);
  assert.equal((await from('2001:db8::2')).statusCode, 429);
  assert.equal((await from('2001:db8:0:1::1')).statusCode, 200);
  assert.equal((await from('::ffff:192.0.2.1')).statusCode, 200);
  const refused = await from('192.0.2.1');
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['retry-after'], '60');
  for (const path of ['/healthz', '/openapi.json', '/console.json']) {
    assert.equal((await from('192.0.2.1', path)).statusCode, 200, path);
  }
  // A token is not an address; networks are not stored as usage.
  assert.equal((await ask()).headers.ratelimit, undefined);
  assert.deepEqual(await sums(), [['u', 'pointsOfInterest', 1]]);
  const document = (await api.inject('/openapi.json')).json() as OpenApi;
  const responses = responsesOf(document.paths['/api/geocoding/reverse/']!.get!, document);
  assert.deepEqual(Object.keys(responses['429']!.headers!).sort(), [
    'RateLimit',
    'RateLimit-Policy',
    'Retry-After',
    'Vary',
    'X-Request-Id',
  ]);
});

test('a subject sees its own usage and quotas only', async () => {
  const { ask, usage, store, clock, tokenOf } = await open({ minute: 5, day: null });
  const now = Date.parse('2026-06-15T09:00:00Z');
  await ask();
  await ask({ ...points, headers: { authorization: `Bearer ${await tokenOf('v')}` } });
  await usage.exchange();
  const { statusCode, body } = await ask({ url: '/api/usage/' });
  assert.equal(statusCode, 200);
  assert.deepEqual(JSON.parse(body), {
    subject: 'u',
    quotas: [{ period: 'minute', limit: 5, left: 4, resets_at: '2026-06-15T09:01:00.000Z' }],
    hours: [{ hour: '2026-06-15T09:00:00.000Z', operation: 'pointsOfInterest', requests: 1 }],
  });
  const hours = async (days: string) => (await ask({ url: `/api/usage/?days=${days}` })).json();
  assert.equal((await hours('1')).hours.length, 1);
  clock.now = new Date('2026-06-15T09:01:00Z');
  const sums = [{ hourMs: now - 86_400_000, issuer, subject: 'u', operation: 'x', requests: 1 }];
  await store.write({ sums, windows: [], lookups: [] });
  assert.equal((await hours('1')).hours.length, 1);
  assert.equal((await hours('2')).hours.length, 2);
  for (const days of ['0', '32', 'all']) assert.equal((await hours(days)).error, 400, days);
});

test('the own usage costs no quota, and is answered when one is used up', async () => {
  const { ask, sums } = await open({ minute: 1, day: null });
  const own = () => ask({ url: '/api/usage/' });
  assert.equal((await own()).headers.ratelimit, '"minute";r=1;t=60');
  await ask();
  assert.equal((await ask()).statusCode, 429);
  const { statusCode, headers, body } = await own();
  assert.deepEqual([statusCode, headers.ratelimit], [200, '"minute";r=0;t=60']);
  assert.equal(JSON.parse(body).quotas[0].left, 0);
  assert.deepEqual(await sums(), [['u', 'pointsOfInterest', 1]]);
});

test('a failing database of usage fails no request, and /readyz shows it', async () => {
  const fail = async () => {
    throw new Error('no such server');
  };
  const { api, usage, token } = await openTestService({ usage: { open: fail } });
  for (let i = 0; i < 3; i++) {
    const headers = { authorization: `Bearer ${token}` };
    assert.equal((await api.inject({ ...points, headers })).statusCode, 200);
    await usage.exchange();
  }
  const headers = { authorization: `Bearer ${token}` };
  const own = await api.inject({ url: '/api/usage/', headers });
  assert.equal(own.statusCode, 503);
  assert.equal(own.headers['retry-after'], '5');
  const ready = await api.inject('/readyz');
  assert.equal(ready.statusCode, 200);
  assert.equal(ready.json().usage_written, false);
});

test('the look-up log says who asked for which property, each entry of a batch too', async () => {
  const unlimited = { minute: null, day: null };
  const { ask, usage, store, api } = await open(unlimited, { usage: { logsLookups: true } });
  await ask();
  await ask({ url: '/api/property-report/?kaek_code=050681726003&build_year=1990' });
  await api.inject('/api/geocoding/reverse/?latitude=38&longitude=23');
  await api.inject('/api/geocoding/kaek-search/?kaek_code=999999999999');
  await api.inject({
    method: 'POST',
    url: '/api/geocoding/batch/',
    payload: { requests: [{ address: 'Ερμού 5\u0000' }, { latitude: 38, longitude: 23 }, 7] },
  });
  await api.inject('/ogc/collections/parcels/items/050681726003');
  // No property: refused, not of one property, or only a postal code.
  await api.inject('/api/geocoding/reverse/?latitude=x');
  await api.inject(points);
  await api.inject('/tiles/base/0/0/0.mvt');
  await api.inject(
    '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=100',
  );
  await usage.exchange();
  const rows = await store.lookups({ sinceMs: 0 }, 100);
  assert.deepEqual(
    rows.map(({ subject, operation, status, asked }) => [
      subject,
      operation,
      status,
      JSON.parse(asked),
    ]),
    [
      ['u', 'pointsOfInterest', 200, place],
      ['u', 'propertyReport', 200, { kaek_code: '050681726003' }],
      ['', 'reverse', 200, place],
      ['', 'kaekSearch', 404, { kaek_code: '999999999999' }],
      ['', 'addressBatch', 200, { address: 'Ερμού 5\u0000' }],
      ['', 'addressBatch', 200, place],
      ['', 'ogcParcel', 200, { kaek: '050681726003' }],
    ],
  );
  assert.equal(rows[0]!.clientIp, '127.0.0.1');
  assert.equal(rows[0]!.issuer, issuer);
});

test('without the setting, no look-up is stored', async () => {
  const { ask, usage, store } = await open({ minute: null, day: null });
  await ask();
  await usage.exchange();
  assert.deepEqual(await store.lookups({ sinceMs: 0 }, 9), []);
});
