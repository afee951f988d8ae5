import assert from 'node:assert/strict';
import test from 'node:test';
import { openTestService } from '../service.ts';

const origin = 'https://portal.example';
const { api, token } = await openTestService({ origins: [origin, 'http://localhost:5173'] });
const { api: closed } = await openTestService();
const bearer = { authorization: `Bearer ${token}` };
const cost = '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=85';

const otherOrigins = [
  'https://evil.example',
  'null',
  '*',
  'https://portal.example.evil.example',
  'https://portal.example:8443',
  'http://portal.example',
  'HTTPS://PORTAL.EXAMPLE',
  'https://portal.example/',
];

function preflight(url: string, from: string, method = 'POST', server = api) {
  const headers = {
    origin: from,
    'access-control-request-method': method,
    'access-control-request-headers': 'authorization,content-type',
  };
  return server.inject({ method: 'OPTIONS', url, headers });
}

function corsHeaders(headers: Record<string, unknown>): string[] {
  return Object.keys(headers).filter(name => name.startsWith('access-control-'));
}

test('a preflight of a listed origin is 204 and allows a token, but no cookies', async () => {
  for (const url of ['/api/points-of-interest/', '/ogc/', '/tiles/base.json', '/api/no-such/']) {
    const { statusCode, headers, body } = await preflight(url, origin);
    assert.deepEqual([statusCode, body], [204, ''], url);
    assert.equal(headers['access-control-allow-origin'], origin);
    assert.equal(headers['access-control-allow-methods'], 'GET, HEAD, POST, PATCH, DELETE');
    assert.match(headers['access-control-allow-headers'] as string, /authorization, content-type/);
    assert.equal(headers['access-control-allow-credentials'], undefined);
    assert.equal(headers.vary, 'origin');
  }
});

test('a page of a listed origin can read answers and errors, with the headers it needs', async () => {
  type Sent = { url: string; method?: 'POST' | 'DELETE'; payload?: string };
  const cases: [number, Sent][] = [
    [200, { url: cost }],
    [200, { url: '/openapi.json' }],
    [200, { url: '/tiles/parcels.json' }],
    [200, { url: '/ogc/collections' }],
    [308, { url: cost.replace('/?', '?') }],
    [400, { url: '/api/reconstruction-cost/' }],
    [400, { url: '/api/geocoding/suggest/?text=%ff' }],
    [401, { url: '/api/property-report/?latitude=38&longitude=23' }],
    [404, { url: '/api/no-such/' }],
    [405, { url: cost, method: 'DELETE' }],
    [413, { url: '/api/points-of-interest/', method: 'POST', payload: 'x'.repeat(20_000) }],
    [415, { url: '/api/points-of-interest/', method: 'POST', payload: '<a/>' }],
  ];
  for (const [status, request] of cases) {
    const type = { 'content-type': status === 413 ? 'application/json' : 'application/xml' };
    const headers = { origin, ...(status > 401 && bearer), ...(request.payload && type) };
    const answer = await api.inject({ ...request, headers });
    const where = `${request.method ?? 'GET'} ${request.url}`;
    assert.equal(answer.statusCode, status, where);
    assert.equal(answer.headers['access-control-allow-origin'], origin, where);
    assert.equal(answer.headers['access-control-allow-credentials'], undefined);
    assert.match(String(answer.headers.vary), /\borigin\b/, where);
    const exposed = String(answer.headers['access-control-expose-headers']).split(', ');
    for (const name of ['etag', 'retry-after', 'ratelimit', 'ratelimit-policy', 'x-request-id']) {
      assert.ok(exposed.includes(name), name);
    }
  }
});

test('other origins, and other paths, get no permission', async () => {
  for (const from of otherOrigins) {
    const asked = await preflight('/api/points-of-interest/', from);
    assert.equal(asked.statusCode, 405, from);
    const answer = await api.inject({ url: cost, headers: { origin: from } });
    assert.equal(answer.statusCode, 200);
    assert.match(String(answer.headers.vary), /\borigin\b/, 'caches keep the answers apart');
    for (const { headers } of [asked, answer]) assert.deepEqual(corsHeaders(headers), [], from);
  }
  for (const url of ['/', '/console.json', '/healthz', '/readyz', '/docs/']) {
    assert.deepEqual(corsHeaders((await preflight(url, origin, 'GET')).headers), [], url);
    assert.deepEqual(corsHeaders((await api.inject({ url, headers: { origin } })).headers), []);
  }
});

test('without the setting no origin has a permission, and no answer depends on it', async () => {
  const asked = await preflight('/api/points-of-interest/', origin, 'POST', closed);
  assert.equal(asked.statusCode, 405);
  const answer = await closed.inject({ url: cost, headers: { origin } });
  assert.deepEqual(corsHeaders(answer.headers), []);
  assert.doesNotMatch(String(answer.headers.vary), /\borigin\b/);
});
