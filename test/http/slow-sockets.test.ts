import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import test, { after, suite } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '#app/services/service.ts';
import { createServer } from '#http/server/server.ts';
import type { Timeouts } from '#http/server/slow-clients.ts';
import type { Server } from '#http/server/typed-server.ts';
import { rounds } from '../sample.ts';
import { openTestService } from '../service.ts';

/** At most a tenth of what a real service allows: the tests wait for all of them. */
const short = { headersMs: 300, requestMs: 600, idleMs: 300 };
const timeouts: Timeouts = { ...short, workMs: 60_000, checkMs: 50 };
const { api, auth } = await openTestService({ timeouts });
const hosts: [name: string, host: Server, postPath: string][] = [
  ['the main API', api, '/api/geocoding/batch/'],
  ['the authentication service', auth, '/auth/logout'],
];
const whole = 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n';

// All of them wait for time-outs, so they do it at once.
suite('slow clients', { concurrency: true }, async () => {
  for (const [name, host, postPath] of hosts) {
    await host.listen({ host: '127.0.0.1', port: 0 });
    const { port } = host.server.address() as AddressInfo;
    after(() => host.close());
    suite(name, { concurrency: true }, () => testSlowClients(host, port, postPath));
  }
});

test('the file of a portfolio may take longer to arrive', async () => {
  const { api: host, token } = await openTestService({ timeouts });
  after(() => host.close());
  await host.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((host.server.address() as AddressInfo).port);
  let text = '';
  socket.on('data', data => {
    text += data;
  });
  socket.on('error', () => {});
  socket.write(
    `POST /api/portfolios/ HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\n` +
      'Content-Type: text/csv\r\nTransfer-Encoding: chunked\r\n\r\n',
  );
  for (let waited = 0; waited < 2 * timeouts.requestMs; waited += 100) {
    socket.write('1\r\nx\r\n');
    await sleep(100);
  }
  assert.equal(text, '');
  socket.write(`${(1_000_001).toString(16)}\r\n${'x'.repeat(1_000_001)}\r\n`);
  while (text === '' && !socket.destroyed) await sleep(20);
  assert.match(text, /^HTTP\/1\.1 413 /);
  socket.destroy();
});

function testSlowClients({ server }: Server, port: number, postPath: string): void {
  const post = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 999\r\n\r\n`;

  const tooSlow: [what: string, letters: string, first?: string][] = [
    ['headers that arrive too slowly are', `${whole.slice(0, -2)}X: ${'y'.repeat(99)}`],
    ['a body that arrives too slowly is', 'x'.repeat(200), post(postPath)],
    ['a connection without a request is', ''],
  ];
  for (const [what, letters, first] of tooSlow) {
    test(`${what} rejected`, async () => {
      const { text } = await trickle(port, letters, first);
      assert.match(text, /^HTTP\/1\.1 408 /);
      assert.match(text, /\{"error":408,"message":"request: did not arrive in time"\}$/);
    });
  }

  test('an unread body that arrives too slowly closes the connection, without a second response', async () => {
    const { text } = await trickle(port, 'x'.repeat(200), post('/nowhere'));
    assert.match(text, /^HTTP\/1\.1 404 /);
    assert.equal(text.match(/HTTP\/1\.1/g)!.length, 1);
  });

  test('a used connection is closed when it is idle', async () => {
    const began = performance.now();
    const { text } = await trickle(port, '', whole);
    assert.match(text, /^HTTP\/1\.1 200 /);
    assert.ok(performance.now() - began > timeouts.idleMs, 'not too early');
  });

  test('a connection with regular requests stays open', async () => {
    let [text, longest] = ['', Infinity];
    // On a busy machine a pause may take longer than a connection may be idle.
    for (let tries = 0; tries < 10 && longest > 2 * timeouts.idleMs; tries++) {
      const socket = await open(port);
      [text, longest] = ['', 0];
      socket.on('data', chunk => {
        text += chunk;
      });
      // Together longer than a connection may be idle, with the second that Node adds.
      for (let sent = 0; sent < 3; sent++) {
        const before = performance.now();
        socket.write(whole);
        await sleep(timeouts.idleMs + 200);
        longest = Math.max(longest, performance.now() - before);
      }
      socket.destroy();
    }
    assert.equal(text.match(/HTTP\/1\.1 200 /g)!.length, 3);
  });

  for (const [what, sent] of [
    ['nothing', ''],
    ['half a head', 'GET /healthz HTTP/1.1\r\nHost: '],
    ['half a body', post(postPath)],
    ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n'],
  ]) {
    test(`a client that sends ${what} and leaves its half open is cut off`, async () => {
      const [client, accepted] = await openSeen(server, port);
      client.resume().write(sent!);
      await once(accepted, 'close');
      client.destroy();
    });
  }

  test('many half-open connections are closed in time, and others are served meanwhile', async () => {
    const count = rounds(1_000, 100);
    let open = count;
    for (let i = 0; i < count; i++) {
      const socket = connect(port, '127.0.0.1').on('error', () => {});
      socket.on('close', () => open--);
      socket.resume().write('GET /healthz HTTP/1.1\r\nHost: ');
    }
    while (open > 0) {
      const began = performance.now();
      const headers = { connection: 'close' };
      const answer = await fetch(`http://127.0.0.1:${port}/healthz`, { headers });
      // On a busy machine this client itself may take longer than its headers may.
      const isLate = performance.now() - began > timeouts.headersMs;
      assert.equal(answer.status, isLate && answer.status === 408 ? 408 : 200);
      await answer.arrayBuffer();
      await sleep(10);
    }
  });
}

test('the Keep-Alive header has the idle time-out', async t => {
  const { api: real } = await openTestService();
  const address = await real.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => real.close());
  assert.equal((await fetch(`${address}/healthz`)).headers.get('keep-alive'), 'timeout=5');
});

test('a connection is not idle while its response is computed', async t => {
  const slow = createServer({ log: openLog('silent', 'api'), accessLog: false, timeouts });
  slow.get('/', () => sleep(timeouts.requestMs + 600, 'at last'));
  await slow.listen({ host: '127.0.0.1', port: 0 });
  t.after(() => slow.close());
  const { port } = slow.server.address() as AddressInfo;
  const socket = await open(port);
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const [answer] = await once(socket, 'data');
  assert.match(String(answer), /^HTTP\/1\.1 200 .*at last$/s);
  const answered = performance.now();
  await once(socket.resume(), 'close');
  assert.ok(performance.now() - answered > timeouts.idleMs, 'not too early');
});

/**
 * A connection that its client never closes, and the same seen from the service: such a client
 * does not notice when it is cut off.
 */
async function openSeen(server: Server['server'], port: number): Promise<[Socket, Socket]> {
  const accepted = new Map<number, Socket>();
  const accept = (socket: Socket) => accepted.set(socket.remotePort!, socket);
  server.on('connection', accept);
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).on('error', () => {});
  await once(client, 'connect');
  while (!accepted.has(client.localPort!)) await sleep(10);
  server.off('connection', accept);
  return [client, accepted.get(client.localPort!)!];
}

async function open(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Sends what is to come first, then letter by letter, until the service closes the line. */
async function trickle(port: number, letters: string, first = ''): Promise<{ text: string }> {
  const socket = await open(port);
  let text = '';
  socket.on('data', chunk => {
    text += chunk;
  });
  if (first) socket.write(first);
  for (const letter of letters) {
    if (socket.closed || !socket.writable) break;
    socket.write(letter);
    await sleep(20);
  }
  if (!socket.closed) await once(socket, 'close');
  return { text };
}
