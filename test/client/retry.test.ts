import assert from 'node:assert/strict';
import test from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { createClient, KtimaApiError } from '../../client/src/client.ts';
import { type Answer, breakOff, hangUp, json, silence, startFlakyServer } from './flaky-server.ts';

const good = json(200, { status: 'ok' });
const busy = (retryAfter: string, status = 503) =>
  json(status, { error: status, message: 'too many at once' }, { 'retry-after': retryAfter });

async function clientOf(t: { after(run: () => void): void }, ...answers: [Answer, ...Answer[]]) {
  const server = await startFlakyServer(...answers);
  t.after(server.close);
  return { client: createClient({ apiUrl: server.url, authUrl: server.url }), seen: server.seen };
}

test('a call is retried after a lost connection, a cut response, 503 and 429', async t => {
  for (const trouble of [hangUp, breakOff, busy('0'), busy('0', 429)]) {
    const { client, seen } = await clientOf(t, trouble, trouble, good);
    assert.deepEqual(await client.health(), { status: 'ok' });
    assert.equal(seen.length, 3);
  }
});

test('Retry-After is waited for, in seconds or as a date', async t => {
  // Counted from the answer on, however long the first try takes; a date has whole seconds only.
  const inTwoSeconds: Answer = (response, request) =>
    busy(new Date(Date.now() + 2_000).toUTCString())(response, request);
  for (const asked of [busy('1'), inTwoSeconds]) {
    const { client } = await clientOf(t, asked, good);
    const start = performance.now();
    await client.health();
    assert.ok(performance.now() - start >= 999);
  }
});

test('a long Retry-After, or one beyond the time-out, is thrown to the caller', async t => {
  const { client, seen } = await clientOf(t, busy('900'), busy('3'), good);
  await assert.rejects(client.health(), { status: 503, retryAfter: 900 });
  await assert.rejects(client.health({ timeoutMs: 1_000 }), { status: 503, retryAfter: 3 });
  assert.equal(seen.length, 2);
});

test('after the last retry the error is thrown', async t => {
  const { client, seen } = await clientOf(t, hangUp);
  const error = await client.health().catch(reason => reason);
  assert.ok(error instanceof KtimaApiError);
  assert.deepEqual([error.reason, error.status], ['network', 0]);
  assert.match(error.message, /^http:\/\/127\.0\.0\.1:\d+ cannot be reached$/);
  assert.ok(error.cause instanceof TypeError);
  assert.equal(seen.length, 3);
});

test('a call may have another number of retries', async t => {
  const { client, seen } = await clientOf(t, busy('0'));
  await assert.rejects(client.health({ retries: 0 }), { status: 503 });
  assert.equal(seen.length, 1);
});

test('a rejected request is not retried', async t => {
  for (const status of [400, 401, 404, 422, 500, 502]) {
    const { client, seen } = await clientOf(t, json(status, { error: status, message: 'no' }));
    await assert.rejects(client.health(), { status, message: 'no' });
    assert.equal(seen.length, 1, String(status));
  }
});

test('a login is sent once when it is unknown whether it arrived', async t => {
  const { client, seen } = await clientOf(t, hangUp, good);
  await assert.rejects(client.login({ username: 'a', password: 'b' }), { reason: 'network' });
  assert.equal(seen.length, 1);
});

test('a service that does not respond causes a time-out', async t => {
  const { client } = await clientOf(t, silence);
  await assert.rejects(client.health({ timeoutMs: 100 }), {
    name: 'KtimaApiError',
    reason: 'timeout',
    status: 0,
    message: 'no answer within 100 ms',
  });
});

test('an aborted call rejects with the signal’s reason, before, during and between requests', async t => {
  const { client, seen } = await clientOf(t, silence, busy('5'), silence);
  await assert.rejects(client.health({ signal: AbortSignal.abort() }), { name: 'AbortError' });
  assert.equal(seen.length, 0);
  for (const answered of [1, 2]) {
    const giveUp = new AbortController();
    const call = assert.rejects(client.health({ signal: giveUp.signal }), { name: 'AbortError' });
    while (seen.length < answered) await setTimeout(10);
    // The second answer may still be on its way, or its Retry-After is waited for.
    giveUp.abort();
    await call;
    assert.equal(seen.length, answered);
  }
});

test('a response of another program is an error with its status', async t => {
  const html: Answer = response => response.writeHead(502).end('<h1>Bad gateway</h1>');
  const notJson: Answer = response => response.writeHead(200).end('<h1>Welcome</h1>');
  const { client } = await clientOf(t, html, notJson);
  await assert.rejects(client.health(), { status: 502, message: 'the service answered 502' });
  await assert.rejects(client.health(), { status: 200, message: 'the answer is not JSON' });
});

test('an endless answer ends before it fills the memory', async t => {
  const piece = Buffer.alloc(1_000_000, 'x');
  const endless: Answer = response => {
    const more = () => {
      while (response.write(piece));
    };
    response.on('drain', more);
    more();
  };
  const { client, seen } = await clientOf(t, endless);
  const refusal = { reason: 'answer', status: 200, message: 'the answer has more than 200 MB' };
  await assert.rejects(client.health({ timeoutMs: 60_000 }), refusal);
  assert.equal(seen.length, 1);
});

test('a redirect is not followed, so that no secret or token reaches its target', async t => {
  const target = await startFlakyServer(good);
  t.after(target.close);
  const redirect: Answer = (response, request) =>
    response.writeHead(307, { location: `${target.url}${request.url}` }).end();
  const { client } = await clientOf(t, redirect);
  const login = client.login({ username: 'a', password: 'b' });
  await assert.rejects(login, { status: 307, message: 'the service answered 307' });
  assert.deepEqual(target.seen, []);
});
