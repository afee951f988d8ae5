import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import test from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { openPasswords, type Passwords } from '#features/auth/protection/passwords.ts';
import { drain, listen } from '#http/server/lifecycle.ts';
import { openTestService } from '../service.ts';
import { waitFor } from '../store/changes.ts';

test('hashes are argon2id with OWASP’s parameters, salted', async () => {
  const passwords = await openPasswords({ slots: 1, queue: 5 });
  const [a, b] = [await passwords.hash('secret'), await passwords.hash('secret')];
  assert.match(a, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  assert.notEqual(a, b);
  assert.ok(await passwords.verify(a, 'secret'));
  assert.ok(!(await passwords.verify(a, 'Secret')));
  assert.ok(!(await passwords.verify(undefined, 'secret')));
  assert.ok(!passwords.isWeak(a));
  for (const less of ['m=4096,t=2', 'm=19456,t=1']) {
    assert.ok(passwords.isWeak(a.replace('m=19456,t=2', less)), less);
  }
});

test('each login computes exactly one hash, also for an unknown user, and too many get 503', async () => {
  const real = await openPasswords({ slots: 1, queue: 0 });
  const hashed: (string | undefined)[] = [];
  const counting: Passwords = {
    ...real,
    verify: (hash, password) => {
      hashed.push(hash);
      return real.verify(hash, password);
    },
  };
  const { auth, users } = await openTestService({ passwords: counting });
  await users.add('maria', 'correct horse battery');
  await users.setDisabled('maria', true);
  const login = (username: string) =>
    auth.inject({
      method: 'POST',
      url: '/auth/otp/login',
      headers: { 'x-request-id': `of-${username}` },
      payload: { username, password: 'x' },
    });
  await login('maria');
  await login('nobody');
  assert.deepEqual(
    hashed.map(h => h === undefined),
    [false, true],
  );

  const flood = await Promise.all(Array.from({ length: 5 }, () => login('maria')));
  const rejectedTooMany = flood.filter(r => r.statusCode === 503);
  assert.ok(rejectedTooMany.length >= 3);
  assert.match(String(rejectedTooMany[0]!.headers['retry-after']), /^[123]$/);
  assert.equal(rejectedTooMany[0]!.json().error, 503);

  const first = login('maria');
  while (real.load().busy === 0) await setImmediate();
  // This one is told before its form is read.
  const { headers, body } = await login('maria');
  assert.match(String(headers['retry-after']), /^[123]$/);
  assert.equal(headers['content-type'], 'application/json; charset=utf-8');
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['x-request-id'], 'of-maria');
  assert.equal(body, '{"error":503,"message":"too many logins at once; try again"}');
  await first;
});

test('a login rejected during shutdown gets Connection: close', async () => {
  const real = await openPasswords({ slots: 1, queue: 0 });
  const { auth } = await openTestService({ passwords: { ...real, isFull: () => true } });
  const address = await listen(auth, '127.0.0.1', 0);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = async (path: string, method = 'GET') => {
    const sent = request(address + path, { agent, method }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    await once(answer.resume(), 'end');
    return answer;
  };
  assert.equal((await ask('/healthz')).headers.connection, 'keep-alive');
  const stopped = drain(auth);
  // On the open connection, once the port is closed.
  await waitFor(
    () =>
      fetch(`${address}/healthz`).then(
        () => false,
        () => true,
      ),
    60_000,
  );
  const { statusCode, headers } = await ask('/auth/otp/login', 'POST');
  assert.equal(statusCode, 503);
  assert.equal(headers.connection, 'close');
  await stopped;
});
