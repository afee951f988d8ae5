import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import test from 'node:test';
import { newHome, startKtima } from './ktima.ts';

interface Answer {
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
}

/** One request over connections that are kept open; the time is that of the answer alone. */
async function send(agent: Agent, url: string, form?: string): Promise<Answer> {
  const headers = form ? { 'content-type': 'application/x-www-form-urlencoded' } : {};
  const start = performance.now();
  const outgoing = request(url, { agent, headers, method: form ? 'POST' : 'GET' });
  outgoing.end(form);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  incoming.resume();
  await once(incoming, 'end');
  const retryAfter = incoming.headers['retry-after'];
  return { status: incoming.statusCode!, ms: performance.now() - start, retryAfter };
}

test('a flood of 200 logins is shed at once, and others are served meanwhile', async t => {
  const home = newHome();
  const serving = await startKtima(home.env, '--demo');
  const logins = new Agent({ keepAlive: true, maxSockets: 200 });
  const others = new Agent({ keepAlive: true });
  t.after(() => {
    logins.destroy();
    others.destroy();
    return serving.stop().then(home.remove);
  });
  const form = 'username=demo&password=ktima-demo';

  let over = false;
  const polling = (async () => {
    for (; !over; ) assert.equal((await send(others, `${serving.auth}/healthz`)).status, 200);
  })();
  const answers = await Promise.all(
    Array.from({ length: 200 }, () => send(logins, `${serving.auth}/auth/otp/login`, form)),
  );
  over = true;
  await polling;

  const shed = answers.filter(({ status }) => status === 503);
  const served = answers.filter(({ status }) => status === 200);
  assert.equal(shed.length + served.length, 200);
  assert.ok(served.length >= 21, 'the slot and the queue are served');
  assert.ok(shed.length >= 100, 'the rest is turned away');
  assert.ok(shed.every(({ retryAfter }) => Number(retryAfter) >= 1));
  // How many milliseconds that takes is for bench/auth.ts to say: here, that nobody turned away
  // had to wait in the queue for it.
  const slowest = (list: Answer[]) => Math.max(...list.map(answer => answer.ms));
  assert.ok(slowest(shed) < slowest(served));
});
