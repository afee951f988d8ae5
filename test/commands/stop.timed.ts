import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import test from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { cost } from './api.ts';
import { times } from './auth-instance.ts';
import { newHome, startKtima } from './ktima.ts';

/** What clients got until a response closed their connection or the port was closed. */
interface Seen {
  readonly statuses: number[];
  readonly failures: string[];
  lastAnswerMs: number;
}

/** Asks over one connection kept open, again and again, until the service says good-bye. */
async function client(seen: Seen, url: string, form?: string): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (;;) {
    try {
      const answer = await ask(url, agent, form);
      seen.statuses.push(answer.statusCode!);
      seen.lastAnswerMs = performance.now();
      if (answer.headers.connection === 'close') break;
    } catch (error) {
      // Who comes when the port is closed was never let in.
      const { code = String(error) } = error as { code?: string };
      if (code !== 'ECONNREFUSED') seen.failures.push(code);
      break;
    }
  }
  agent.destroy();
}

async function ask(url: string, agent: Agent, form?: string): Promise<IncomingMessage> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const asking = request(url, { agent, ...(form && { method: 'POST', headers }) });
  asking.end(form);
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  await once(answer, 'end');
  return answer;
}

test('SIGTERM in a storm of logins and requests: no request fails, all get Connection: close, and it ends soon', async t => {
  const home = newHome();
  const { api, auth, child, stop } = await startKtima(home.env, '--demo');
  t.after(() => stop().then(home.remove));
  const ended = once(child, 'exit');
  const form = 'username=demo&password=ktima-demo';
  const seen: Seen = { statuses: [], failures: [], lastAnswerMs: 0 };
  const clients = [
    ...times(30).map(() => client(seen, `${api}/${cost}`)),
    ...times(15).map(() => client(seen, `${auth}/auth/otp/login`, form)),
  ];
  while (seen.statuses.length < 200) await sleep(10);
  child.kill('SIGTERM');
  await Promise.all(clients);
  const [code] = await ended;
  const ms = performance.now() - seen.lastAnswerMs;
  assert.equal(code, 0);
  assert.deepEqual(seen.failures, []);
  assert.deepEqual(
    [...new Set(seen.statuses)].filter(status => status !== 200 && status !== 503),
    [],
  );
  assert.ok(ms < 1_000, `${ms} ms after the last answer`);
});
