import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { suite, test } from 'node:test';
import { startNginx } from '../scripts/cluster/nginx.ts';

const jsonOf = async (answer: Response) => (await answer.json()) as Record<string, unknown>;

suite('nginx with deploy/nginx.conf', async () => {
  // Tells what reached it.
  const instance = createServer((request, response) => {
    request.resume().on('end', () => response.end(JSON.stringify(request.headers)));
  }).listen(0, '127.0.0.1');
  await once(instance, 'listening');
  const { port } = instance.address() as AddressInfo;
  const gone = '127.0.0.1:1';
  const front = await startNginx({ api: [gone, `127.0.0.1:${port}`], auth: [gone, gone] });

  test('asks the next instance when one is gone, for every kind of request', async () => {
    for (const method of ['GET', 'POST', 'GET', 'POST']) {
      assert.equal((await fetch(front.api, { method })).status, 200);
    }
  });

  test('says from where a request came, whatever that says itself', async () => {
    const headers = { 'x-forwarded-for': '192.0.2.1' };
    const reached = await jsonOf(await fetch(front.api, { headers }));
    assert.equal(reached['x-forwarded-for'], '127.0.0.1');
    assert.equal(reached.host, new URL(front.api).host);
    assert.equal(reached.connection, undefined);
  });

  test('refuses in the words of the services', async () => {
    const cases = [
      { status: 413, answer: await fetch(front.api, { method: 'POST', body: 'x'.repeat(70_000) }) },
      { status: 503, answer: await fetch(`${front.auth}/auth/otp/login`, { method: 'POST' }) },
    ];
    for (const { status, answer } of cases) {
      assert.equal(answer.status, status);
      assert.equal(answer.headers.get('content-type'), 'application/json');
      assert.match(answer.headers.get('x-request-id') ?? '', /^\w{32}$/);
      const { error, message, ...rest } = await jsonOf(answer);
      assert.deepEqual([error, typeof message, rest], [status, 'string', {}]);
    }
    assert.equal(cases[1]!.answer.headers.get('retry-after'), '2');
  });

  test('leaves nothing behind', async () => {
    await front.stop();
    instance.close();
    await assert.rejects(fetch(front.api));
  });
});
