import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import test, { type TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { newHome, startKtima } from './ktima.ts';

async function startAuth(t: TestContext, stopSeconds: string) {
  const home = newHome();
  const service = await startKtima({ ...home.env, KTIMA_STOP_SECONDS: stopSeconds }, 'auth');
  t.after(() => service.stop().then(home.remove));
  return service;
}

/** A request that never ends: its body is announced and does not come. */
async function hangingRequest(url: string) {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write(
    'POST /auth/otp/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/x-www-form-urlencoded\r\n' +
      'Content-Length: 100\r\nExpect: 100-continue\r\n\r\nusername=',
  );
  // The answer to "Expect" shows that the service has begun to read it.
  await once(socket, 'data');
}

/** Waits until a service takes no new connections. */
async function refuses(url: string): Promise<void> {
  for (;;) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1');
    try {
      await once(socket, 'connect');
    } catch {
      return;
    } finally {
      socket.destroy();
    }
    await sleep(10);
  }
}

test('a second SIGTERM exits immediately', async t => {
  // So late a deadline that it cannot be what ends it.
  const { auth, child } = await startAuth(t, '600');
  const ended = once(child, 'exit');
  await hangingRequest(auth);
  child.kill('SIGTERM');
  await refuses(auth);
  assert.equal(child.exitCode, null, 'it waits for the request');
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [1, null]);
});

test('SIGTERM to npm start stops the services', async t => {
  const home = newHome();
  const env = { ...process.env, ...home.env };
  // A group of its own, so that nothing of it is left after a failure.
  const child = spawn('npm', ['start'], {
    env,
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const stopGroup = () => {
    try {
      process.kill(-child.pid!, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  };
  t.after(() => {
    stopGroup();
    home.remove();
  });
  let log = '';
  for await (const chunk of child.stderr.iterator({ destroyOnReturn: false })) {
    log += chunk;
    if (log.includes('"msg":"started"}\n')) break;
  }
  const ended = once(child.stderr.resume(), 'close');
  child.kill('SIGTERM');
  await ended;
  await refuses(/"api":"(http:[^"]+)"/.exec(log)![1]!);
});

test('at its deadline a stop does not wait any longer', async t => {
  const { auth, child } = await startAuth(t, '1');
  const ended = once(child, 'exit');
  await hangingRequest(auth);
  const asked = performance.now();
  child.kill('SIGTERM');
  assert.deepEqual(await ended, [1, null]);
  const ms = performance.now() - asked;
  assert.ok(ms > 900, `${ms} ms`);
});
