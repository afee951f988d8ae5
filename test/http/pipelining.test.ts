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
  server.post('/n', { schema: { body: number } }, ({ body }) => counted(`<${body.n}>`));
  server.get('/large', () => counted('x'.repeat(300_000)));
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

function post(n: number, padding: number): string {
  const body = JSON.stringify({ n: String(n), padding: 'p'.repeat(padding) });
  const head = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`;
  return `POST /n HTTP/1.1\r\n${head}\r\n\r\n${body}`;
}

/** What arrives until there are so many matches. */
async function read(socket: Socket, pattern: RegExp, count: number) {
  let text = '';
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    text += chunk;
    if (text.length > 0 && (text.match(pattern)?.length ?? 0) >= count) break;
  }
  return text;
}

test('a connection that sends thousands of requests at once has a few handled at a time, in order', async t => {
  const { seen, open } = await openServer(t);
  const socket = await open();
  const numbers = Array.from({ length: 6_000 }, (_, n) => n);
  // Requests with bodies of different sizes among them, so that pieces end anywhere.
  socket.write(numbers.map(n => (n % 7 === 0 ? post(n, n % 3_000) : get(`/n?n=${n}`))).join(''));
  const text = await read(socket, /<\d+>/g, numbers.length);
  const answered = [...text.matchAll(/<(\d+)>/g)].map(([, n]) => Number(n));
  assert.deepEqual(answered, numbers);
  assert.ok(seen.most <= 8, `${seen.most} at once`);
  // It can be used further.
  socket.write(get('/n?n=7'));
  assert.match(await read(socket, /<7>/g, 1), /HTTP\/1\.1 200/);
});

test('while a client reads no answers, only a few of its requests are handled', async t => {
  const { seen, open } = await openServer(t);
  const socket = await open();
  socket.pause();
  socket.write(get('/large').repeat(5_000));
  const other = await open();
  for (let n = 0; n < 20; n++) {
    other.write(get(`/n?n=${n}`));
    await read(other, /<\d+>/g, 1);
  }
  assert.ok(seen.all - 20 < 200, `${seen.all} handled`);
  assert.ok(seen.most <= 9, `${seen.most} at once`);
});

test('errors and CONNECT after many requests end the connection once, after all answers', async t => {
  const { open } = await openServer(t);
  for (const [last, status] of [
    ['\0garbage\r\n\r\n', 501],
    ['CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\nmore', 405],
  ] as const) {
    const socket = await open();
    socket.write(get('/n?n=1').repeat(3_000) + last + get('/n?n=2').repeat(3_000));
    let text = '';
    for await (const chunk of socket) text += chunk;
    const statuses = [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code));
    assert.deepEqual(statuses, [...Array(3_000).fill(200), status]);
    assert.doesNotMatch(text, /<2>/);
  }
});
