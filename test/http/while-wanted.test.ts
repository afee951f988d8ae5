import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { openLog } from '#app/services/service.ts';
import { listen, portOf } from '#http/server/lifecycle.ts';
import { createServer } from '#http/server/server.ts';
import { whileWanted } from '#http/server/while-wanted.ts';

/** A server with an operation that works until it is stopped; what stopped it comes in `stopped`. */
async function openServer(t: test.TestContext, workMs = 60_000) {
  const log = openLog('silent', 'api');
  const server = createServer({ log, accessLog: false, timeouts: { workMs } });
  const [started, stopped] = [[] as (() => void)[], [] as Promise<string>[]];
  server.get('/endless', (_request, reply) =>
    whileWanted(reply, signal => {
      const stop = once(signal, 'abort').then(() => signal.reason);
      stopped.push(stop.then(({ code }) => code));
      started.shift()?.();
      return stop.then(reason => Promise.reject(reason));
    }),
  );
  server.get('/short', (_request, reply) =>
    whileWanted(reply, async signal => String(signal.aborted)),
  );
  await listen(server, '127.0.0.1', 0);
  t.after(() => server.close());
  const nextStart = () => new Promise<void>(resolve => started.push(resolve));
  return { port: portOf(server)!, stopped, nextStart };
}

async function send(port: number, text: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  await once(socket, 'connect');
  socket.write(text);
  return socket;
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

for (const how of ['destroy', 'resetAndDestroy'] as const) {
  test(`work stops when the client has left (${how})`, async t => {
    const { port, stopped, nextStart } = await openServer(t);
    const start = nextStart();
    const client = await send(port, get('/endless'));
    await start;
    client[how]();
    assert.equal(await stopped[0], 'CLIENT_LEFT');
  });
}

test('work for pipelined requests stops too, also behind another one', async t => {
  const { port, stopped, nextStart } = await openServer(t);
  const starts = [1, 2, 3].map(nextStart);
  const client = await send(port, get('/endless').repeat(3));
  await Promise.all(starts);
  client.destroy();
  assert.deepEqual(await Promise.all(stopped), Array(3).fill('CLIENT_LEFT'));
});

test('work that takes too long stops, and the response is 503 with a sentence and Retry-After', async t => {
  const { port, stopped } = await openServer(t, 50);
  const response = await fetch(`http://127.0.0.1:${port}/endless`);
  assert.equal(await stopped[0], 'TOO_LONG');
  assert.equal(response.status, 503);
  assert.match(response.headers.get('retry-after')!, /^[1-3]$/);
  assert.deepEqual(await response.json(), {
    error: 503,
    message: 'the request took longer than 0.05 s; ask for less at once, or try again',
  });
});

test('the signal of finished work is not aborted, and the connection serves the next request', async t => {
  const { port } = await openServer(t);
  const client = await send(port, get('/short').repeat(2));
  let text = '';
  for await (const chunk of client) {
    text += chunk;
    if (text.match(/false/g)?.length === 2) break;
  }
  assert.equal(text.match(/HTTP\/1\.1 200 /g)!.length, 2);
});
