import assert from 'node:assert/strict';
import test from 'node:test';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import type { OpenApi } from '#http/openapi/document.ts';
import { replaceRows } from '#storage/store/store.ts';
import { building, openTestService, parcels, provenance } from '../service.ts';
import { someZones } from '../zones/generated.ts';
import { operations } from './operations.ts';

const openWithZones = async (options?: Parameters<typeof openTestService>[0]) => {
  const opened = await openTestService(options);
  await replaceRows(opened.store, 'zones', provenance, someZones);
  await replaceRows(opened.store, 'buildings', provenance, [building]);
  return opened;
};
const service = await openWithZones();
const { api, token, clock, store, keys, tokens } = service;
const bearer = { authorization: `Bearer ${token}` };

const cost = '/api/reconstruction-cost/?postal_code=10563&property_type=house&build_area=1';
const kaek = '/api/geocoding/kaek-search/?kaek_code=050681726003';
const report = '/api/property-report/?kaek_code=050681726003';

const withToken =
  /property-report|api\/(?:zones|comparables|buildings|grids|walk)|tiles\/zones\/[^/]+\/|(places|buildings|zones-\S+)\/items/;

type Headers = Readonly<Record<string, string>>;

function get(url: string, headers: Headers = {}, from = service, method: 'GET' | 'HEAD' = 'GET') {
  return from.api.inject({ method, url, headers: { ...bearerOf(url), ...headers } });
}

function bearerOf(url: string): Headers {
  return withToken.test(url) ? bearer : {};
}

async function tagOf(url: string, headers: Headers = {}, from = service): Promise<string> {
  const { etag } = (await get(url, headers, from)).headers;
  assert.match(String(etag), /^W\/"[\w-]{22}"$/, url);
  return etag as string;
}

test('every GET of data has a tag, is 304 while nothing changes, and is described so', async () => {
  const { paths } = api.swagger() as unknown as OpenApi;
  const described = Object.entries(paths).filter(
    ([path, { get: operation }]) =>
      /^\/(api|ogc|tiles)\//.test(path) && operation && !isNoStore(operation),
  );
  assert.ok(described.length > 30);
  for (const [path, { get: operation }] of described) {
    const [scope, url] = operations[operation!.operationId!]!;
    const isPrivate = scope !== 'open';
    for (const method of ['GET', 'HEAD'] as const) {
      const first = await get(url, {}, service, method);
      assert.ok([200, 204].includes(first.statusCode), `${url}: ${first.body}`);
      const etag = first.headers.etag as string;
      const again = await get(url, { 'if-none-match': `"other", ${etag}` }, service, method);
      assert.deepEqual([again.statusCode, again.body], [304, ''], url);
      for (const name of ['etag', 'cache-control', 'vary']) {
        assert.equal(again.headers[name], first.headers[name], `${name} of ${url}`);
      }
      assert.equal(first.headers['cache-control'], isPrivate ? 'private, no-cache' : 'no-cache');
      assert.equal(/\bauthorization\b/.test(String(first.headers.vary)), isPrivate, url);
      assert.match(String(first.headers.vary), /\baccept-encoding\b/);
    }
    assert.ok(operation!.responses[304]?.headers?.ETag, path);
    assert.ok(operation!.responses[200]?.headers?.ETag, path);
    assert.match(
      String(operation!.responses[200]?.headers?.['Cache-Control']?.description),
      isPrivate ? /^`private, no-cache`/ : /^`no-cache`/,
    );
  }
  const etag = await tagOf('/openapi.json');
  assert.equal((await get('/openapi.json', { 'if-none-match': etag })).statusCode, 304);
});

/** Whether an operation, such as the caller's own usage, says that no cache may keep its answer. */
function isNoStore({ responses }: OpenApi['paths'][string][string]): boolean {
  const { description = '' } = responses[200]?.headers?.['Cache-Control'] ?? {};
  return description.startsWith('`no-store`');
}

test('no tag survives another program, another edition or other rows', async t => {
  const tagsOf = async (program: string, version: string) => {
    const opened = await openTestService({ program, dataVersion: () => version });
    t.after(() => Promise.all([opened.api.close(), opened.auth.close()]));
    return Promise.all([cost, kaek].map(url => tagOf(url, {}, opened)));
  };
  const known = new Set<string>();
  for (const [program, version] of [
    ['one', '1-a r'],
    ['two', '1-a r'],
    ['one', '2-b r'],
    ['one', '1-c r'],
    ['one', '1-a s'],
  ] as const) {
    const tags = await tagsOf(program, version);
    assert.deepEqual(await tagsOf(program, version), tags);
    for (const tag of tags) {
      assert.ok(!known.has(tag));
      known.add(tag);
    }
  }
});

test('a 304 costs no look-up', async t => {
  const etag = await tagOf(kaek);
  const find = t.mock.method(store, 'findParcel');
  assert.equal((await get(kaek, { 'if-none-match': etag })).statusCode, 304);
  assert.equal(find.mock.callCount(), 0);
  assert.equal((await get(kaek)).statusCode, 200);
  assert.equal(find.mock.callCount(), 1);
});

test('token and parameters are checked before a 304', async () => {
  const etag = await tagOf(report);
  const ask = (headers: Headers) => api.inject({ url: report, headers: { ...headers } });
  assert.equal((await ask({ 'if-none-match': etag })).statusCode, 401);
  const wrong = { authorization: 'Bearer x.y.z', 'if-none-match': etag };
  assert.equal((await ask(wrong)).statusCode, 401);
  assert.equal((await get(`${report}&build_area=0`, { 'if-none-match': etag })).statusCode, 400);
});

test('errors have no tag and no caching, and neither a tag of another resource nor * hides them', async () => {
  const etag = await tagOf(kaek);
  const cases: [number, string][] = [
    [400, '/api/geocoding/kaek-search/'],
    [404, '/api/geocoding/kaek-search/?kaek_code=050681726999'],
    [404, '/ogc/collections/parcels/items/050681726999'],
    [404, '/tiles/parcels/2/9/9.mvt'],
    [422, cost.replace('10563', '99999')],
  ];
  for (const [status, url] of cases) {
    for (const known of [undefined, etag, '*']) {
      const answer = await get(url, known === undefined ? {} : { 'if-none-match': known });
      assert.equal(answer.statusCode, status, url);
      assert.equal(answer.headers.etag, undefined, url);
      assert.equal(answer.headers['cache-control'], undefined, url);
    }
  }
});

test('a tag depends on all that the answer depends on', async () => {
  const ring = await keys.current();
  const narrow = { id: 's', userId: 'u', scopes: 'report' };
  const narrowToken = await signAccessToken(ring, tokens, narrow, clock.now);
  const cases: [string, string, Headers, Headers][] = [
    ['the format', kaek, {}, { accept: 'application/geo+json' }],
    ['the scopes', report, {}, { authorization: `Bearer ${narrowToken}` }],
    ['the host in links', '/ogc/', {}, { host: '127.0.0.1' }],
    ['the host in TileJSON', '/tiles/base.json', {}, { host: '127.0.0.1' }],
  ];
  for (const [what, url, one, other] of cases) {
    assert.notEqual(await tagOf(url, one), await tagOf(url, other), what);
  }
  const same: [string, string, Headers][] = [
    ['another spelling of the same format', kaek, { accept: 'application/json, */*;q=0.1' }],
    ['the coding, since the tag is weak', report, { 'accept-encoding': 'gzip' }],
    ['the host without links', cost, { host: '127.0.0.1' }],
    ['the user', report, { authorization: `bearer ${token}` }],
    ['a token that is ignored', cost, bearer],
  ];
  for (const [what, url, other] of same) {
    assert.equal(await tagOf(url), await tagOf(url, other), what);
  }
});

test('two instances with the same data have the same tags; other settings give others', async () => {
  const [twin, closed] = [await openWithZones(), await openWithZones({ requireToken: 'all' })];
  for (const url of [cost, kaek, '/ogc/collections', '/openapi.json']) {
    assert.equal(await tagOf(url, {}, twin), await tagOf(url), url);
  }
  const headers = { authorization: `Bearer ${closed.token}` };
  assert.equal((await get(cost, headers, closed)).headers['cache-control'], 'private, no-cache');
  const { etag } = (await get('/openapi.json', {}, closed)).headers;
  assert.notEqual(etag, await tagOf('/openapi.json'));
});

test('a new import and a new day in Athens change the tags', async () => {
  const before = await tagOf(cost);
  // Half past midnight in Athens is the day before in UTC.
  clock.now = new Date('2026-06-15T21:30:00Z');
  const nextDay = await tagOf(cost);
  assert.notEqual(nextDay, before);
  clock.now = new Date('2026-06-15T22:30:00Z');
  assert.equal(await tagOf(cost), nextDay);
  const known = await tagOf(kaek);
  await replaceRows(store, 'parcels', { ...provenance, checksum: '01' }, parcels);
  assert.equal((await get(kaek, { 'if-none-match': known })).statusCode, 200);
  assert.notEqual(await tagOf(kaek), known);
});
