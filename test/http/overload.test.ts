import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import test from 'node:test';
import { openLog } from '#app/services/service.ts';
import { registerHealth } from '#http/server/health.ts';
import { listen, portOf } from '#http/server/lifecycle.ts';
import { openGate } from '#http/server/overload.ts';
import { createServer } from '#http/server/server.ts';

/** A server that is busy for two milliseconds with each request, and has patience for ten. */
async function openBusyServer(t: test.TestContext): Promise<number> {
  const server = createServer({ log: openLog('silent', 'api'), accessLog: false, patienceMs: 10 });
  registerHealth(server, {}, async () => ({}));
  server.get('/work', () => {
    const end = performance.now() + 2;
    while (performance.now() < end);
    return 'done';
  });
  await listen(server, '127.0.0.1', 0);
  t.after(() => server.close());
  return portOf(server)!;
}

/** Sends requests at once, over open connections; returns the answers in order. */
async function askTogether(port: number, paths: readonly string[]): Promise<string[]> {
  const ask = (socket: Socket, path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nX-Request-Id: mine\r\n\r\n`);
    return readAnswer(socket);
  };
  const sockets = paths.map(() => connect(port, '127.0.0.1').setEncoding('latin1'));
  // A server that is busy accepts connections slowly.
  await Promise.all(sockets.map(socket => ask(socket, '/healthz')));
  const answers = await Promise.all(sockets.map((socket, i) => ask(socket, paths[i]!)));
  for (const socket of sockets) socket.destroy();
  return answers;
}

async function readAnswer(socket: Socket): Promise<string> {
  let text = '';
  while (!/\r\n\r\n./.test(text)) text += (await once(socket, 'data'))[0];
  return text;
}

const status = (answer: string) => Number(answer.slice(9, 12));

test('under overload some requests get 503 with Retry-After, afterwards all succeed', async t => {
  const port = await openBusyServer(t);
  const answers = await askTogether(port, Array<string>(300).fill('/work'));
  const rejectedTooMany = answers.filter(answer => status(answer) === 503);
  const served = answers.filter(answer => status(answer) === 200);
  assert.equal(rejectedTooMany.length + served.length, 300);
  assert.ok(rejectedTooMany.length > 20, `${rejectedTooMany.length} of 300 were turned away`);
  assert.ok(served.length > 64, `${served.length} of 300 were served`);
  assert.match(rejectedTooMany[0]!, /\r\nretry-after: [123]\r\n/i);
  assert.match(rejectedTooMany[0]!, /\r\nx-request-id: mine\r\n/i);
  const message = /{"error":503,"message":"too many requests at once; try again"}$/;
  assert.match(rejectedTooMany[0]!, message);
  assert.deepEqual((await askTogether(port, ['/work'])).map(status), [200]);
});

test('health checks respond under overload', async t => {
  const port = await openBusyServer(t);
  const crowd = askTogether(port, Array<string>(300).fill('/work'));
  assert.deepEqual((await askTogether(port, ['/healthz', '/readyz'])).map(status), [200, 200]);
  assert.ok((await crowd).some(answer => status(answer) === 503));
});

test('a few slow requests are not overload', async t => {
  const answers = await askTogether(await openBusyServer(t), Array<string>(64).fill('/work'));
  assert.deepEqual(new Set(answers.map(status)), new Set([200]));
});

test('under overload the newest request is released first, the last 63 in order', async () => {
  const gate = openGate(Infinity);
  gate.isOpen();
  const released: number[] = [];
  await new Promise<void>(resolve => {
    for (let i = 0; i < 100; i++) {
      gate.wait(isRejected => {
        assert.ok(!isRejected);
        if (released.push(i) === 100) resolve();
      });
    }
  });
  const upTo = (end: number) => Array.from({ length: end }, (_, i) => i);
  assert.deepEqual(released, [...upTo(100).slice(63).reverse(), ...upTo(63)]);
});

test('at most ten thousand requests wait', () => {
  const gate = openGate(1_000);
  assert.ok(gate.isOpen());
  const rejectedTooMany: number[] = [];
  for (let i = 0; i < 10_002; i++) {
    gate.wait(isTooLate => {
      if (isTooLate) rejectedTooMany.push(i);
    });
  }
  assert.deepEqual(rejectedTooMany, [10_000, 10_001]);
});
