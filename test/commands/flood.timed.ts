import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import test from 'node:test';
import { cost, parcel } from './api.ts';
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

const percentile = (values: number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

test('a flood of 200 logins is rejected at once, and other requests are served meanwhile', async t => {
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
  const elsewhere = [
    `${serving.auth}/healthz`,
    `${serving.auth}/.well-known/jwks.json`,
    `${serving.api}/${cost}`,
    `${serving.api}/${parcel}`,
  ];

  async function flood() {
    let over = false;
    const cheap: number[] = [];
    const polling = (async () => {
      while (!over) {
        for (const url of elsewhere) {
          const { status, ms } = await send(others, url);
          assert.equal(status, 200);
          cheap.push(ms);
        }
      }
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
    const shedMs = Math.max(...shed.map(a => a.ms));
    // No rejected request waits in the queue for it, however busy the machine.
    assert.ok(shedMs < Math.max(...served.map(a => a.ms)));
    return { shedMs, cheapMs: percentile(cheap, 0.99) };
  }

  // The first round opens connections and warms up.
  await flood();
  const shed: number[] = [];
  const cheap: number[] = [];
  for (let i = 0; i < 7; i++) {
    const { shedMs, cheapMs } = await flood();
    shed.push(shedMs);
    cheap.push(cheapMs);
  }
  assert.ok(percentile(shed, 0.5) < 100, `turned away after ms: ${shed}`);
  assert.ok(percentile(cheap, 0.5) < 50, `others waited ms: ${cheap}`);
});
