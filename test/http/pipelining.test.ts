import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import Type from 'typebox';
import { openLog } from '#app/services/service.ts';
import { listen, portOf } from '#http/server/lifecycle.ts';
import { createServer } from '#http/server/server.ts';

/** A server that counts the requests it handles at once, and answers with their numbers. */
async function openServer(t: TestContext) {
  const server = createServer({ log: openLog('silent', 'api'), accessLog: false });
  const seen = { now: 0, most: 0, all: 0 };
  const counted = async <T>(answer: T): Promise<T> => {
    seen.all++;
    seen.most = Math.max(seen.most, ++seen.now);
    for (let turns = 0; turns < 3; turns++) await nextTurn();
    seen.now--;
    return answer;
  };
  const number = Type.Object({ n: Type.String() });
  server.get('/n', { schema: { querystring: number } }, ({ query }) => counted(`<${query.n}>`));
  await listen(server, '127.0.0.1', 0);
  const sockets: Socket[] = [];
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    return server.close();
  });
  const open = async () => {
    const socket = connect(portOf(server)!, '127.0.0.1').setEncoding('latin1');
    sockets.push(socket);
    await once(socket, 'connect');
    return socket;
  };
  return { seen, open };
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

/** What arrives until there are so many matches. */
async function read(socket: Socket, pattern: RegExp, count: number) {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.length > 0 && (text.match(pattern)?.length ?? 0) >= count) break;
  }
  return text;
}

test('a connection with up to 32 unanswered requests gets its answers in order; one with more is closed', async t => {
  const { seen, open } = await openServer(t);
  const socket = await open();
  const numbers = Array.from({ length: 32 }, (_, n) => n);
  for (let round = 0; round < 3; round++) {
    socket.write(numbers.map(n => get(`/n?n=${n}`)).join(''));
    const text = await read(socket, /<\d+>/g, numbers.length);
    const answered = [...text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
    assert.deepEqual(answered, numbers);
  }
  const before = seen.all;
  const flood = await open();
  // It may be reset, because it has sent more than was read.
  flood.resume().on('error', () => {});
  const closed = new Promise(resolve => flood.on('close', resolve));
  flood.write(get('/n?n=1').repeat(5_000));
  await closed;
  assert.ok(seen.all - before <= 32, `${seen.all - before} handled`);
});

test('errors and CONNECT after other requests end the connection once, after all answers', async t => {
  const { open } = await openServer(t);
  for (const [last, status] of [
    ['\0garbage\r\n\r\n', 501],
    ['CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\nmore', 405],
  ] as const) {
    const socket = await open();
    socket.write(get('/n?n=1').repeat(30) + last + get('/n?n=2').repeat(30));
    let text = '';
    for await (const chunk of socket) text += chunk;
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code));
    assert.deepEqual(statuses, [...Array(30).fill(200), status]);
    assert.doesNotMatch(text, /<2>/);
  }
});
