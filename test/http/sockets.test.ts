import assert from 'node:assert/strict';
import { type AddressInfo, connect } from 'node:net';
import test, { after } from 'node:test';
import { openTestService } from '../service.ts';

const { api } = await openTestService();
await api.listen({ host: '127.0.0.1', port: 0 });
const { port } = api.server.address() as AddressInfo;
after(() => api.close());

/** Sends raw bytes and returns all that comes back until the server closes or falls silent. */
function exchange(bytes: string, silenceMs = 300): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.setTimeout(silenceMs, () => socket.destroy());
    socket.on('data', chunk => {
      answer += chunk;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });
}

const answersIn = (text: string) => text.match(/HTTP\/1\.1 \d{3}/g) ?? [];

test('malformed HTTP is answered once, with our body, and the line is closed', async () => {
  const poi =
    'POST /api/points-of-interest/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';
  const smuggled = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';
  const cases: [string, string, number[]][] = [
    ['no HTTP at all', 'hello\r\n\r\n', [400, 501]],
    ['an unknown method', 'FROB /healthz HTTP/1.1\r\nHost: x\r\n\r\n', [400, 501]],
    ['a CONNECT', 'CONNECT evil.example:443 HTTP/1.1\r\nHost: x\r\n\r\n', [405]],
    ['an expectation', 'GET /healthz HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n', [417]],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n', [400]],
    [
      'Content-Length and Transfer-Encoding',
      `${poi}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      [400],
    ],
    [
      'two Content-Lengths',
      `${poi}Content-Length: 0\r\nContent-Length: 30\r\n\r\n${smuggled}`,
      [400],
    ],
    [
      'a space before the colon',
      `${poi}Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n${smuggled}`,
      [400],
    ],
    [
      'an unknown transfer coding',
      `${poi}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n${smuggled}`,
      [400],
    ],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: 1\r\n 2\r\n\r\n', [400]],
    ['a NUL in a header', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: \0\r\n\r\n', [400]],
    ['bare line feeds', 'GET /healthz HTTP/1.1\nHost: x\n\n', [400]],
    [
      'headers over 16 kB',
      `GET /healthz HTTP/1.1\r\nHost: x\r\nX-A: ${'a'.repeat(17_000)}\r\n\r\n`,
      [431],
    ],
  ];
  for (const [name, bytes, statuses] of cases) {
    const answer = await exchange(bytes);
    const found = answersIn(answer);
    assert.equal(found.length, 1, `${name}: ${answer}`);
    assert.ok(statuses.includes(Number(found[0]!.slice(-3))), `${name}: ${answer}`);
    const body = JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4));
    assert.equal(body.error, Number(found[0]!.slice(-3)), name);
    assert.match(answer, /x-request-id: /i, name);
  }
});

test('a chunked body over the limit is refused', async () => {
  const chunk = `1000\r\n${'x'.repeat(4096)}\r\n`;
  const answer = await exchange(
    `POST /api/points-of-interest/ HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk.repeat(8)}0\r\n\r\n`,
  );
  // The token is checked first: without one the body is not even read.
  assert.match(answer, /^HTTP\/1\.1 401/);
});

test('pipelined requests are answered in order', async () => {
  const answer = await exchange(
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /nowhere HTTP/1.1\r\nHost: x\r\n\r\n',
  );
  assert.deepEqual(answersIn(answer), ['HTTP/1.1 200', 'HTTP/1.1 404']);
});

test('an absolute or odd request target never redirects elsewhere', async () => {
  for (const target of [
    'http://evil.example/api/reconstruction-cost',
    '//evil.example/api/reconstruction-cost',
    '/\\evil.example',
    '*',
  ]) {
    const answer = await exchange(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    assert.doesNotMatch(answer, /location:.*evil/i, target);
    assert.match(answer, /^HTTP\/1\.1 4\d\d/, target);
  }
});
