import assert from 'node:assert/strict';
import test from 'node:test';
import { pino } from 'pino';
import { describeRoutes } from '../../src/http/describe.ts';
import { addressForCaller } from '../../src/http/reference/address.ts';
import { createServer } from '../../src/http/server.ts';

const server = createServer({ log: pino({ level: 'silent' }), accessLog: false });
await describeRoutes(server, {
  title: 'Things',
  summary: 'Things of all kinds',
  text: 'What there is.',
  tags: [{ name: 'Things', description: 'All of them.' }],
});
server.get('/things/', { schema: { summary: 'List things', tags: ['Things'] } }, () => []);
await server.ready();

const placeholder = 'https://ktima.example';

test('the reference page and its stylesheet are served, fenced in by a strict policy', async () => {
  const page = await server.inject('/docs/');
  assert.equal(page.statusCode, 200);
  assert.equal(page.headers['content-type'], 'text/html; charset=utf-8');
  const policy = page.headers['content-security-policy'] as string;
  assert.match(policy, /^default-src 'none'; style-src 'self'; base-uri 'none'/);
  assert.doesNotMatch(policy, /unsafe|script-src|https?:/);
  assert.equal(page.headers['x-content-type-options'], 'nosniff');
  const style = await server.inject('/docs/reference.css');
  assert.equal(style.headers['content-type'], 'text/css; charset=utf-8');
  assert.match(style.body, /prefers-color-scheme: dark/);
});

test('the page shows the operations of the document that is served beside it', async () => {
  const { paths, openapi } = (await server.inject('/openapi.json')).json();
  assert.equal(openapi, '3.1.0');
  assert.deepEqual(Object.keys(paths), ['/things/']);
  const page = (await server.inject('/docs/')).body;
  assert.match(page, />List things</);
  assert.doesNotMatch(page, /\/docs\//, 'itself it does not describe');
});

test('command lines call the reader’s own machine, and a placeholder for any other Host', async () => {
  const page = async (host: string) =>
    (await server.inject({ url: '/docs/', headers: { host } })).body.replaceAll('<wbr>', '');
  const local = await page('localhost:8000');
  assert.match(local, /http:\/\/localhost:8000\/things\//);
  assert.ok(!local.includes(placeholder));
  for (const host of [
    'ktima.gr',
    'evil.example"><script>',
    "localhost:8000'; id; '",
    'localhost@x',
  ]) {
    const body = await page(host);
    assert.ok(body.includes(placeholder), host);
    assert.ok(!body.includes(host), host);
  }
  assert.equal(
    await page('localhost:8000'),
    local,
    'one reader’s address is not kept for the next',
  );
});

test('only a plain host and port is taken for an address', () => {
  const cases: [string, string | undefined, string | undefined][] = [
    ['http', '127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['http', '[::1]:8000', 'http://[::1]:8000'],
    ['http', 'LOCALHOST', 'http://LOCALHOST'],
    ['http', 'api.ktima.gr', undefined],
    ['https', 'api.ktima.gr', 'https://api.ktima.gr'],
    ['https', 'api.ktima.gr:8443', 'https://api.ktima.gr:8443'],
    ['https', 'api.ktima.gr:port', undefined],
    ['https', 'user@ktima.gr', undefined],
    ['https', 'ktima.gr/path', undefined],
    ['https', 'ktima.gr\n', undefined],
    ['https', '$(id)', undefined],
    ['https', 'localhost.evil.example$&', undefined],
    ['http', 'localhost.evil.example', undefined],
    ['http', '', undefined],
    ['http', undefined, undefined],
  ];
  for (const [protocol, host, address] of cases) {
    assert.equal(addressForCaller(protocol, host), address, host);
  }
});
