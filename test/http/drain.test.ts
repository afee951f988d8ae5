import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '#app/services/service.ts';
import { drain, listen, portOf } from '#http/server/lifecycle.ts';
import { createServer } from '#http/server/server.ts';

async function openServer(idleMs = 100) {
  const log = openLog('silent', 'api');
  const server = createServer({ log, accessLog: false, timeouts: { idleMs } });
  const asked = { slow: 0, large: 0 };
  server.get('/slow', () => {
    asked.slow++;
    return sleep(1_000, 'slow');
  });
  server.get('/large', () => {
    asked.large++;
    return 'x'.repeat(10_000_000);
  });
  server.get('/quick', () => 'quick');
  await listen(server, '127.0.0.1', 0);
  const ask = async (path: string) => {
    const socket = connect(portOf(server)!, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
    return socket;
  };
  return { server, ask, asked };
}

// Without an end of its own it would wait for the clients, which close nothing.
const ends = { timeout: 120_000 };

test('shutdown waits for slow responses, but not for idle connections', ends, async () => {
  const { server, ask, asked } = await openServer();
  // Enough for all of the sockets that listen.
  const clients = await Promise.all(Array.from({ length: 64 }, () => ask('/slow')));
  const answers = clients.map(async client => String((await once(client, 'data'))[0]));
  while (asked.slow < clients.length) await sleep(10);
  await drain(server);
  for (const answer of await Promise.all(answers)) assert.match(answer, /^HTTP\/1\.1 200 .*slow$/s);
});

test('shutdown sends large responses completely', async () => {
  const { server, ask } = await openServer();
  const client = await ask('/large');
  let length = 0;
  client.on('data', chunk => {
    length += chunk.length;
    if (length < 1_000_000) return;
    client.pause();
    setTimeout(() => client.resume(), 10);
  });
  await once(client, 'data');
  await Promise.all([drain(server), once(client, 'close')]);
  assert.ok(length > 10_000_000, `${length} bytes of 10 million`);
});

test('shutdown does not wait long for a client that does not read', ends, async () => {
  const { server, ask, asked } = await openServer();
  const client = (await ask('/large')).pause();
  while (asked.large === 0) await sleep(10);
  await drain(server);
  client.destroy();
});

test('an idle connection may send one more request after the port is closed', async () => {
  // So long that only the response can end the connection.
  const { server, ask } = await openServer(600_000);
  const client = await ask('/quick');
  const [first] = await once(client, 'data');
  assert.match(String(first), /^HTTP\/1\.1 200 [\s\S]*keep-alive/);
  const drained = drain(server);
  const isClosed = async () => {
    const other = connect(portOf(server)!, '127.0.0.1');
    const connected = await once(other, 'connect').catch(() => undefined);
    other.destroy();
    return connected === undefined;
  };
  while (!(await isClosed())) await sleep(10);
  client.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
  const [second] = await once(client, 'data');
  assert.match(String(second), /^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*quick$/i);
  await drained;
});

test('a request that a stopping server has taken is answered, whatever connects meanwhile', async () => {
  const { server } = await openServer();
  const taken = new Set<string>();
  server.server.prependListener('request', ({ headers }) => taken.add(String(headers['x-number'])));
  const port = portOf(server)!;
  const failed: string[] = [];
  let answered = 0;
  const isOver = new AbortController();
  const connectAgainAndAgain = async (client: number) => {
    for (let i = 0; !isOver.signal.aborted; i++) {
      const number = `${client}-${i}`;
      const sent = request({ port, path: '/quick', agent: false, headers: { 'x-number': number } });
      sent.end();
      try {
        const [response] = (await once(sent, 'response')) as [IncomingMessage];
        assert.equal(await text(response), 'quick');
        answered++;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return;
        failed.push(number);
      }
    }
  };
  const clients = Array.from({ length: 32 }, (_, client) => connectAgainAndAgain(client));
  while (answered < 200) await sleep(5);
  await drain(server);
  isOver.abort();
  await Promise.all(clients);
  // The system resets connections that wait to be accepted: the server has not seen their requests.
  assert.deepEqual(
    failed.filter(number => taken.has(number)),
    [],
  );
});
