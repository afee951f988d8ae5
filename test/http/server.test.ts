import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import test from 'node:test';
import type { InjectOptions } from 'fastify';
import { createServer } from '#http/server/server.ts';
import { watchedLog } from '../secrets.ts';
import { openTestService } from '../service.ts';

const { api, auth, token } = await openTestService();

test('a server loads no validator and no serializer besides ours', () => {
  // In a process of its own, because other tests load them.
  const script = `
    import { createRequire } from 'node:module';
    await import('./src/http/server/server.ts');
    console.log(Object.keys(createRequire(process.cwd() + '/x').cache).join('\\n'));`;
  const options = ['--input-type=module', '--eval', script];
  const loaded = execFileSync(process.execPath, options, { encoding: 'utf8' }).split('\n');
  assert.ok(loaded.some(file => file.includes('/fastify/')));
  const others = loaded.filter(file => /\/(ajv|@fastify\/[\w-]+-compiler)\//.test(file));
  assert.deepEqual(others, []);
});

test('a reader who prefers HTML gets a page with 404, outside the paths of programs', async () => {
  const server = createServer({ log: watchedLog(), accessLog: false });
  server.get('/', async () => 'console');
  const browser = 'text/html,application/xhtml+xml,*/*;q=0.8';
  const typeOf = async (url: string, accept: string, method: 'GET' | 'POST' = 'GET') => {
    const response = await server.inject({ url, method, headers: { accept } });
    assert.equal(response.statusCode, 404, url);
    return String(response.headers['content-type']).split(';')[0];
  };
  for (const url of ['/nowhere', '/docs/x', '/index.php?a=%3Cb%3E']) {
    assert.equal(await typeOf(url, browser), 'text/html', url);
    assert.equal(await typeOf(url, '*/*'), 'application/json', url);
    assert.equal(await typeOf(url, 'application/json, text/html;q=0.5'), 'application/json');
    assert.equal(await typeOf(url, browser, 'POST'), 'application/json');
  }
  for (const url of ['/api/x', '/auth/x', '/ogc/x', '/tiles/x', '/.well-known/x']) {
    assert.equal(await typeOf(url, browser), 'application/json', url);
  }
  const headers = { accept: browser, 'accept-language': 'el' };
  const greek = await server.inject({ url: '/nowhere', headers });
  assert.match(greek.body, /<html lang="el">.*href="\/"/s);
  assert.match(String(greek.headers.vary), /accept, accept-language/);
});

test('a slashless path is redirected with 308, method, body and query kept', async () => {
  for (const url of ['/api/reconstruction-cost?a=1&b=%2F?', '/api/points-of-interest', '/docs']) {
    const response = await api.inject({ method: 'POST', url, payload: {} });
    assert.equal(response.statusCode, 308, url);
    assert.equal(response.headers.location, url.replace(/(\?.*)?$/, '/$1'));
  }
  const server = createServer({ log: watchedLog(), accessLog: false });
  server.get('/items/:code/', async () => ({}));
  const response = await server.inject('/items/10%2F1?a=b');
  assert.equal(response.statusCode, 308);
  assert.equal(response.headers.location, '/items/10%2F1/?a=b');
  for (const url of ['/items/10/1', '/items', '//evil.example/items/1']) {
    assert.equal((await server.inject(url)).statusCode, 404, url);
  }
});

test('another method is 405 with Allow', async () => {
  for (const [host, method, url, allow] of [
    [api, 'TRACE', '/api/reconstruction-cost/', 'GET, HEAD'],
    [api, 'OPTIONS', '/api/points-of-interest/', 'POST'],
    [api, 'PATCH', '/healthz', 'GET, HEAD'],
    [auth, 'GET', '/auth/otp/login', 'POST'],
  ] as const) {
    const response = await host.inject({ method: method as 'GET', url });
    assert.equal(response.statusCode, 405, `${method} ${url}`);
    assert.equal(response.headers.allow, allow);
  }
});

test('an unknown path or method is rejected before the body is read', async () => {
  const bodies: [string, string][] = [
    ['application/json', '{"a":'],
    ['application/json', `"${'x'.repeat(20_000)}"`],
    ['application/xml', '<a/>'],
    ['', 'x'],
  ];
  for (const [type, payload] of bodies) {
    for (const method of ['POST', 'PUT', 'QUERY']) {
      const headers = type === '' ? {} : { 'content-type': type };
      const ask = (url: string) => api.inject({ method: method as 'POST', url, headers, payload });
      assert.equal((await ask('/healthz')).statusCode, 405, `${method} ${type}`);
      assert.equal((await ask('/nowhere')).statusCode, 404, `${method} ${type}`);
      assert.equal((await ask('/api/points-of-interest')).statusCode, 308, `${method} ${type}`);
    }
  }
  assert.equal((await api.inject({ method: 'QUERY' as 'GET', url: '/readyz' })).statusCode, 405);
});

test('415 names the media types that the operation accepts', async () => {
  const headers = { 'content-type': 'text/csv', authorization: `Bearer ${token}` };
  const ask = { method: 'POST', headers, payload: 'a,b' } as const;
  const messageOf = async (host: typeof api, url: string) => {
    const response = await host.inject({ ...ask, url });
    assert.equal(response.statusCode, 415, url);
    return response.json().message;
  };
  const ofApi = await messageOf(api, '/api/points-of-interest/');
  assert.equal(ofApi, 'Content-Type: expected application/json');
  const forms = 'multipart/form-data or application/x-www-form-urlencoded';
  const ofLogin = await messageOf(auth, '/auth/otp/login');
  assert.equal(ofLogin, `Content-Type: expected ${forms} or application/json`);
});

test('an error is problem details for clients that name their media type, and plain for others', async () => {
  const named = 'application/problem+json';
  const places = { url: '/api/points-of-interest/', method: 'POST' as const, isAllowed: true };
  const cost = '/api/reconstruction-cost/?property_type=apartment&build_area=100';
  const cases: [number, string, InjectOptions & { isAllowed?: boolean }][] = [
    [404, 'no_such_path', { url: '/nowhere' }],
    [405, 'method_not_allowed', { url: '/api/usage/', method: 'DELETE' }],
    [401, 'unauthenticated', { url: '/api/usage/' }],
    [400, 'invalid_input', { url: '/api/geocoding/kaek-search/' }],
    [404, 'not_found', { url: '/api/geocoding/kaek-search/?kaek_code=099999999999' }],
    [400, 'malformed_request', { ...places, payload: '{' }],
    [415, 'unsupported_media_type', { ...places, payload: 'x' }],
    [422, 'no_cost_mapping', { url: `${cost}&postal_code=99999` }],
  ];
  for (const [status, kind, { isAllowed, ...request }] of cases) {
    const ask = (accept?: string) =>
      api.inject({
        ...request,
        headers: {
          'content-type': status === 415 ? 'text/plain' : 'application/json',
          ...(isAllowed && { authorization: `Bearer ${token}` }),
          ...(accept && { accept }),
        },
      });
    const plain = await ask();
    assert.equal(plain.statusCode, status, `${kind}: ${plain.body}`);
    const { message } = plain.json();
    assert.deepEqual(plain.json(), { error: status, message });
    for (const other of ['*/*', 'application/*', 'application/json', `${named};q=0`]) {
      const same = await ask(other);
      assert.equal(same.body, plain.body, other);
      assert.equal(same.headers['content-type'], plain.headers['content-type']);
    }
    for (const accept of [named, 'application/json, Application/Problem+JSON;q=0.1']) {
      const problem = await ask(accept);
      assert.equal(problem.statusCode, status);
      assert.match(String(problem.headers['content-type']), /^application\/problem\+json/);
      assert.match(String(problem.headers.vary), /\baccept\b/);
      const { type, title, errors, ...rest } = problem.json();
      assert.ok(Array.isArray(errors));
      assert.equal(type, `urn:ktima:error:${kind}`);
      assert.match(title, /^[A-Z][a-z ]+$/);
      assert.deepEqual(rest, { status, detail: message });
    }
  }
});

test('an unexpected error is 500 without details', async () => {
  const { api: broken, store } = await openTestService();
  await store.close();
  const response = await broken.inject('/api/geocoding/kaek-search/?kaek_code=050681726003');
  assert.equal(response.statusCode, 500);
  assert.match(response.json().message, /^internal error/);
  assert.doesNotMatch(response.body, /sqlite|database|\.ts|\//i);
});
