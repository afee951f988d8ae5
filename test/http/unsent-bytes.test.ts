import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { openLog } from '#app/services/service.ts';
import { listen, portOf } from '#http/server/lifecycle.ts';
import { createServer } from '#http/server/server.ts';
import { serveFile } from '#http/server/static-files.ts';

const megabytes = 1_000_000;
const limit = 20 * megabytes;
const large = 8 * megabytes;

/** A server whose slow readers may hold 20 MB together, and its connections by their port. */
async function openServer(t: test.TestContext) {
  const log = openLog('silent', 'api');
  const server = createServer({ log, accessLog: false, mostUnsentBytes: limit });
  server.get('/page', () => Buffer.alloc(large));
  server.get('/text', () => 'x'.repeat(large));
  const bytes = Buffer.alloc(large);
  const file = { name: 'x', contentType: 'x/y', variants: { identity: { bytes, etag: '"x"' } } };
  serveFile(server, '/file', file, () => ({}));
  const accepted = new Map<number, Socket>();
  server.server.on('connection', socket => accepted.set(socket.remotePort!, socket));
  await listen(server, '127.0.0.1', 0);
  const clients: Socket[] = [];
  t.after(() => {
    for (const client of clients) client.destroy();
    return server.close();
  });
  /** Sends requests over a connection that reads nothing; returns it as the server sees it. */
  const askWithoutReading = async (path: string, times = 1) => {
    const client = connect(portOf(server)!, '127.0.0.1').on('error', () => {});
    clients.push(client);
    await once(client, 'connect');
    client.pause();
    client.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(times));
    while (!accepted.get(client.localPort!)?.writableLength) await sleep(5);
    return accepted.get(client.localPort!)!;
  };
  return { url: `http://127.0.0.1:${portOf(server)}`, askWithoutReading };
}

for (const path of ['/page', '/text', '/file']) {
  test(`of slow readers of ${path}, those that wait longest are closed`, async t => {
    const { url, askWithoutReading } = await openServer(t);
    const sockets: Socket[] = [];
    for (let i = 0; i < 2; i++) sockets.push(await askWithoutReading(path));
    // Long enough to be counted before the others.
    await sleep(300);
    const destroyed = sockets.filter(socket => socket.destroyed);
    assert.deepEqual(destroyed, [], 'below the limit nothing is closed');
    const closed = sockets.map(socket => once(socket, 'close'));
    for (let i = 0; i < 2; i++) sockets.push(await askWithoutReading(path));
    await Promise.all(closed);
    assert.ok(!sockets[2]!.destroyed && !sockets[3]!.destroyed, 'again below the limit');
    // With its own bytes the limit is exceeded, but a client that reads is never the slowest.
    assert.equal((await (await fetch(url + path)).arrayBuffer()).byteLength, large);
  });
}

test('responses that wait behind another one of their connection count', async t => {
  const { askWithoutReading } = await openServer(t);
  const other = await askWithoutReading('/page');
  await once(await askWithoutReading('/page', 5), 'close');
  assert.equal(other.destroyed, false);
});
