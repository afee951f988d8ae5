import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { stopper } from '#app/services/open-services.ts';
import { longTest } from '../sample.ts';
import { waitFor } from '../store/changes.ts';
import { newHome, startKtima } from './ktima.ts';

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
  const home = newHome();
  const { auth, child, log, stop } = await startKtima(home.env, 'auth');
  t.after(() => stop().then(home.remove));
  const ended = once(child, 'exit');
  await hangingRequest(auth);
  child.kill('SIGTERM');
  await refuses(auth);
  assert.equal(child.exitCode, null, 'it waits for the request');
  // Within a second it is taken for the first one, forwarded by npm.
  const again = setInterval(() => child.kill('SIGTERM'), 100);
  t.after(() => clearInterval(again));
  assert.deepEqual(await ended, [1, null]);
  assert.doesNotMatch(log(), /at the deadline/);
});

test('SIGHUP of a service without a terminal is ignored', async t => {
  const home = newHome();
  const { api, auth, child, log, stop } = await startKtima(home.env);
  t.after(() => stop().then(home.remove));
  child.kill('SIGHUP');
  await waitFor(() => log().includes('SIGHUP is ignored') || child.signalCode !== null, 60_000);
  for (const url of [api, auth]) assert.equal((await fetch(`${url}/healthz`)).status, 200);
  assert.equal(await stop(), 0);
});

longTest('Ctrl+C in npm start, which npm forwards, stops the services in order', async t => {
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
  child.stderr.on('data', chunk => {
    log += chunk;
  });
  const ended = once(child.stderr, 'close');
  process.kill(-child.pid!, 'SIGINT');
  await ended;
  assert.equal(log.match(/"msg":"stopped"/g)?.length, 1, log);
  await refuses(/"api":"(http:[^"]+)"/.exec(log)![1]!);
});

test('at its deadline a stop does not wait any longer', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const exit = t.mock.method(process, 'exit', () => undefined as never).mock;
  const lines: string[] = [];
  const log = pino({ level: 'error' }, { write: line => lines.push(line) });
  stopper([{ close: () => new Promise(() => {}) }], log)();
  t.mock.timers.tick(9_999);
  assert.equal(exit.callCount(), 0);
  t.mock.timers.tick(1);
  assert.deepEqual(exit.calls[0]!.arguments, [1]);
  assert.match(lines.join(), /stopped at the deadline/);
});
