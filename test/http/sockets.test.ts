import assert from 'node:assert/strict';
import type { AddressInfo } from 'node:net';
import test, { after, suite } from 'node:test';
import { hostUrl } from '#http/server/request-head.ts';
import type { Server } from '#http/server/typed-server.ts';
import { openTestService } from '../service.ts';
import { type Exchange, exchange } from './exchange.ts';
import { type GoodPost, malformed } from './malformed.ts';

const { api, auth } = await openTestService();
const address = '{"requests":[{"address":"here"}]}';
const batch: GoodPost = { path: '/api/geocoding/batch/', body: address, status: 200 };
const logout: GoodPost = { path: '/auth/logout', body: '{"refresh_token":"nobody"}', status: 204 };
const posts: [name: string, host: Server, post: GoodPost][] = [
  ['the main API', api, batch],
  ['the authentication service', auth, logout],
];

for (const [name, host, post] of posts) {
  suite(name, { concurrency: 8 }, async () => {
    await host.listen({ host: '127.0.0.1', port: 0 });
    const { port } = host.server.address() as AddressInfo;
    after(() => host.close());
    testSockets(port, post);
  });
}

function testSockets(port: number, post: GoodPost): void {
  for (const { name, bytes, statuses, closed } of malformed(post)) {
    test(`${name}: ${statuses.join(', ')}${closed ? ', then the line is closed' : ''}`, async () => {
      const answer = await exchange(port, bytes, closed ? 5_000 : 300);
      assert.deepEqual(answer.statuses, statuses, answer.text);
      assert.equal(answer.closed, closed, answer.text);
      judgeLast(answer);
    });
  }

  test('a URL with bytes that are not ASCII gets the message of other bad encodings', async () => {
    for (const url of ['/healthz?a=\u03b1', '/\u03b1', '/healthz?a=%ff']) {
      const { text } = await exchange(port, `GET ${url} HTTP/1.1\r\nHost: x\r\n\r\n`);
      assert.match(text, /^HTTP\/1\.1 400 .*(URL|path): expected UTF-8 in percent-encoding/s, url);
      assert.equal(/curl .*-G --data-urlencode/.test(text), !url.includes('%'));
    }
  });

  test('431 names the limit of the count, also for many more headers', async () => {
    for (const count of [101, 120, 400]) {
      const lines = Array.from({ length: count }, (_, i) => `X-${i}: 1\r\n`).join('');
      const { text } = await exchange(port, `GET /healthz HTTP/1.1\r\nHost: x\r\n${lines}\r\n`);
      assert.match(text, /^HTTP\/1\.1 431 .*headers: expected at most 100, and at most 16 kB/s);
    }
  });

  test('30 requests in one packet are answered in order', async () => {
    const one = (i: number) =>
      `GET ${i % 3 ? '/healthz' : '/nowhere'} HTTP/1.1\r\nHost: x\r\nX-Request-Id: n${i}\r\n\r\n`;
    const numbers = Array.from({ length: 30 }, (_, i) => i);
    const { text, statuses } = await exchange(port, numbers.map(one).join(''));
    const expected = numbers.map(i => (i % 3 ? 200 : 404));
    assert.deepEqual(statuses, expected);
    const ids = [...text.matchAll(/x-request-id: n(\d+)/g)].map(found => Number(found[1]));
    assert.deepEqual(ids, numbers);
  });

  test('an odd request target never redirects elsewhere', async () => {
    const hosts = 'Host: evil.example\r\nX-Forwarded-Host: evil.example\r\n';
    const ask = (target: string) =>
      exchange(port, `GET ${target} HTTP/1.1\r\n${hosts}Connection: close\r\n\r\n`);
    const slashless = post.path.startsWith('/api') ? '/api/geocoding/batch' : '/docs';
    for (const target of [
      `//evil.example${slashless}`,
      `//evil.example/..${slashless}`,
      `/\\evil.example${slashless}`,
      `/%2f%2fevil.example${slashless}`,
      `/%5cevil.example${slashless}`,
      `${slashless}%2f..%2f`,
      `${slashless}%0d%0aLocation:%20http://evil.example`,
      `${slashless}@evil.example`,
    ]) {
      const { text, statuses } = await ask(target);
      assert.doesNotMatch(text, /location:/i, target);
      assert.ok([400, 404].includes(statuses[0]!), `${target}: ${text}`);
    }
    const { text: redirect } = await ask(`http://Evil.example${slashless}`);
    assert.match(redirect, new RegExp(`location: ${slashless}/\r`, 'i'), 'only the path');
    const { text } = await ask(`${slashless}?next=//evil.example`);
    assert.match(text, new RegExp(`location: ${slashless}/\\?next=//evil.example\r`, 'i'));
  });
}

test('links have the Host only if it is loopback or the address of the connection', () => {
  const lan = { localAddress: '192.168.1.5', localPort: 8000 };
  const mapped = { ...lan, localAddress: '::ffff:192.168.1.5' };
  const v6 = { localAddress: '2001:db8::5', localPort: 8000 };
  const cases: [host: string | undefined, socket: object, expected: string][] = [
    ['192.168.1.5', lan, 'http://192.168.1.5'],
    ['192.168.1.5:9000', mapped, 'http://192.168.1.5:9000'],
    ['[2001:DB8:0::5]:8000', v6, 'http://[2001:db8::5]:8000'],
    ['localhost:9000', lan, 'http://localhost:9000'],
    ['127.0.0.2', v6, 'http://127.0.0.2'],
    ['[::1]:8000', v6, 'http://[::1]:8000'],
    ['[::1]:8000', { ...v6, localAddress: 'fe80::5%eth0' }, 'http://[::1]:8000'],
    ['ktima.example', { ...v6, localAddress: 'fe80::5%eth0' }, 'http://[fe80::5]:8000'],
    ...[
      'evil.example',
      'evil.example:8000',
      '192.168.1.6',
      '192.168.1.5.evil.example',
      'localhost.evil.example',
      'evil.localhost',
      '127.0.0.1.evil.example',
      'localhost:99999',
      '',
      undefined,
    ].map((host): [string | undefined, object, string] => [host, lan, 'http://192.168.1.5:8000']),
  ];
  for (const [host, socket, expected] of cases) assert.equal(hostUrl(host, socket), expected, host);
});

test('no header chooses where links of either service lead', async t => {
  const { api, auth } = await openTestService({ trustedProxies: ['127.0.0.1'] });
  for (const server of [api, auth]) t.after(() => server.close());
  const forwarded = 'X-Forwarded-Host: evil.example\r\nX-Forwarded-Proto: https\r\n';
  for (const [server, path] of [
    [api, '/tiles/base.json'],
    [api, '/ogc/'],
    [auth, '/.well-known/oauth-authorization-server'],
  ] as const) {
    if (!server.server.listening) await server.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.server.address() as AddressInfo;
    for (const [head, own] of [
      [`Host: evil.example\r\n${forwarded}`, `http://127.0.0.1:${port}/`],
      [`Host: localhost:90\r\n${forwarded}`, 'http://localhost:90/'],
    ]) {
      const request = `GET ${path} HTTP/1.1\r\n${head}Connection: close\r\n\r\n`;
      const { text } = await exchange(port, request, 30_000);
      assert.ok(text.includes(`"${own}`), text);
      assert.doesNotMatch(text, /evil\.example/);
    }
  }
});

test('an absolute request target is a path and the host', async () => {
  const { api } = await openTestService();
  await api.listen({ host: '127.0.0.1', port: 0 });
  after(() => api.close());
  const { port } = api.server.address() as AddressInfo;
  const ask = (target: string) => {
    const head = `GET ${target} HTTP/1.1\r\nHost: localhost:81\r\nConnection: close\r\n\r\n`;
    return exchange(port, head, 30_000);
  };
  const bodyOf = async (target: string) => {
    const { text, statuses } = await ask(target);
    assert.deepEqual(statuses, [200], text);
    return text.slice(text.indexOf('\r\n\r\n')).replace(/"timeStamp":"[^"]*"/, '');
  };
  for (const path of ['/ogc/collections/parcels/items?limit=1', '/tiles/base.json', '/ogc/']) {
    const expected = await bodyOf(path);
    assert.match(expected, /http:\/\/localhost:81\//);
    assert.equal(await bodyOf(`http://localhost:81${path}`), expected);
    assert.equal(await bodyOf(`HTTPS://localhost:81${path}`), expected);
  }
  const { text } = await ask('http://127.0.0.2:82/ogc/');
  assert.match(text, /"http:\/\/127\.0\.0\.2:82\/ogc\/conformance"/);
  assert.doesNotMatch(text, /localhost/, 'its host counts, not that of Host');
  for (const [target, status] of [
    ['http://gis.example/healthz', 200],
    ['http://gis.example?x=/healthz', 404],
    ['http://gis.example', 404],
    ['http://evil.example@gis.example/healthz', 400],
    ['http:///healthz', 400],
    ['ftp://gis.example/healthz', 404],
  ] as const) {
    assert.deepEqual((await ask(target)).statuses, [status], target);
  }
});

/** The last answer, if it is an error, has our body and our headers. */
function judgeLast({ text, statuses }: Exchange): void {
  const status = statuses.at(-1)!;
  if (status < 400) return;
  const last = text.slice(text.lastIndexOf('HTTP/1.1 '));
  assert.match(last, /x-request-id: /i);
  assert.match(last, /content-type: application\/json/i);
  const body = JSON.parse(last.slice(last.indexOf('\r\n\r\n') + 4));
  assert.deepEqual(Object.keys(body), ['error', 'message']);
  assert.equal(body.error, status);
}
