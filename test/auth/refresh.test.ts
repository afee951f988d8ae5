import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeJwt } from 'jose';
import type { TestService } from '../service.ts';
import { openOver, usualEngine } from './engines.ts';
import { login, openWithMaria, pass, post, statusOf, type Tokens } from './with-maria.ts';

const refresh = (service: TestService, refresh_token: string) =>
  post(service, '/auth/token/refresh', { refresh_token });
const refreshed = async (service: TestService, token: string): Promise<Tokens> => {
  const response = await refresh(service, token);
  assert.equal(response.statusCode, 200, response.body);
  return response.json();
};
test('a refresh gives new tokens of the same session, and those work', async t => {
  const service = await openWithMaria(t);
  const first = await login(service);
  const response = await refresh(service, first.refresh_token);
  assert.equal(response.headers['cache-control'], 'no-store');
  const second: Tokens = response.json();
  assert.notEqual(second.refresh_token, first.refresh_token);
  assert.notEqual(second.access_token, first.access_token);
  assert.equal(decodeJwt(second.access_token).sid, decodeJwt(first.access_token).sid);
  assert.equal(decodeJwt(second.access_token).sub, decodeJwt(first.access_token).sub);
  assert.equal(await statusOf(service, second.access_token), 200);
  assert.equal(await statusOf(service, first.access_token), 200, 'the old one lives to its end');
  await refreshed(service, second.refresh_token);
});

test('a session has the shorter one of its own longest lifetime and that of all sessions', async t => {
  const service = await openWithMaria(t);
  const maria = (await service.authStore.findUser('maria'))!;
  const secondsOf = async (longest?: number) => {
    const { session } = (await service.sessions.start(maria, '::1', 'cookie', longest))!;
    return (session.expiresAtMs - session.startedAtMs) / 1_000;
  };
  const most = 30 * 86_400;
  assert.equal(await secondsOf(), most);
  assert.equal(await secondsOf(most - 1), most - 1);
  assert.equal(await secondsOf(most + 1), most, 'that of a sign-on is larger');
});

test('forms of all three kinds are taken, and malformed ones are 400 or 415', async t => {
  const service = await openWithMaria(t);
  const send = (url: string, type: string, payload: string) =>
    service.auth.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  for (const url of ['/auth/token/refresh', '/auth/logout']) {
    const { refresh_token: token } = await login(service);
    const part = `--X\r\nContent-Disposition: form-data; name="refresh_token"\r\n\r\n${token}\r\n`;
    const good = url === '/auth/logout' ? 204 : 200;
    const bodies: [string, string, number][] = [
      ['application/x-www-form-urlencoded', `refresh_token=${token}`, good],
      ['multipart/form-data; boundary=X', `${part}--X--\r\n`, good],
      ['application/json', JSON.stringify({ refresh_token: token }), good],
      ['multipart/form-data; boundary=X', part, 400],
      ['application/json', '{}', 400],
      ['application/json', '{"refresh_token":7}', 400],
      ['text/plain', token, 415],
    ];
    for (const [type, body, status] of bodies) {
      assert.equal((await send(url, type, body)).statusCode, status, `${url} ${type} ${body}`);
    }
  }
});

test('a retry within 30 s gets the same successor; of the immediate parent only', async t => {
  const service = await openWithMaria(t);
  const first = await login(service);
  const second = await refreshed(service, first.refresh_token);
  pass(service, 30);
  assert.equal((await refreshed(service, first.refresh_token)).refresh_token, second.refresh_token);
  const third = await refreshed(service, second.refresh_token);
  assert.equal((await refresh(service, first.refresh_token)).statusCode, 401, 'the grandparent');
  assert.equal((await refresh(service, third.refresh_token)).statusCode, 401, 'the family is dead');
});

test('re-use after the grace period ends the session, and its access tokens within 10 s', async t => {
  const service = await openWithMaria(t);
  const other = await login(service);
  const first = await login(service);
  const second = await refreshed(service, first.refresh_token);
  pass(service, 31);
  assert.equal(await statusOf(service, second.access_token), 200);
  assert.equal((await refresh(service, first.refresh_token)).statusCode, 401);
  assert.equal((await refresh(service, second.refresh_token)).statusCode, 401);
  pass(service, 10);
  assert.equal(await statusOf(service, second.access_token), 401);
  assert.equal(await statusOf(service, other.access_token), 200, 'another login continues');
  await refreshed(service, other.refresh_token);
});

test('parallel refreshes at two instances with one database return the same successor', async t => {
  const first = await openWithMaria(t);
  const second = await openOver(t, { authUrl: first.authUrl });
  const { refresh_token } = await login(first);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) => refreshed(i % 2 ? first : second, refresh_token)),
  );
  assert.equal(new Set(answers.map(a => a.refresh_token)).size, 1);
  const ended = await refresh(second, (await login(first)).refresh_token);
  assert.equal(ended.statusCode, 200, 'what one instance issued, the other takes');
});

test('a refresh does not extend the end of a session, nor access tokens beyond it', async t => {
  const service = await openWithMaria(t);
  let tokens = await login(service);
  for (let day = 1; day < 30; day++) {
    pass(service, 86_400);
    tokens = await refreshed(service, tokens.refresh_token);
  }
  assert.equal(tokens.expires_in, 3_600);
  pass(service, 86_400 - 60);
  tokens = await refreshed(service, tokens.refresh_token);
  assert.equal(tokens.expires_in, 60);
  pass(service, 60);
  assert.equal((await refresh(service, tokens.refresh_token)).statusCode, 401);
});

test('logout ends the session, by a spent token too; an unknown token is no error', async t => {
  const service = await openWithMaria(t);
  for (const spent of [false, true]) {
    const tokens = await login(service);
    const next = await refreshed(service, tokens.refresh_token);
    const refresh_token = spent ? tokens.refresh_token : next.refresh_token;
    assert.equal((await post(service, '/auth/logout', { refresh_token })).statusCode, 204);
    assert.equal((await refresh(service, next.refresh_token)).statusCode, 401);
    pass(service, 10);
    assert.equal(await statusOf(service, next.access_token), 401);
    const ended = (await service.auth.inject('/auth/ended-sessions')).json();
    assert.equal(ended.ended.at(-1).sid, decodeJwt(next.access_token).sid);
  }
  assert.equal((await post(service, '/auth/logout', { refresh_token: 'unknown' })).statusCode, 204);
});

test('a user disabled or given a new password: refresh refused at once, access within 10 s', async t => {
  const service = await openWithMaria(t);
  const changes = {
    disabled: () => service.users.setDisabled('maria', true),
    'new password': () => service.users.setPassword('maria', 'another long password'),
  };
  for (const [name, change] of Object.entries(changes)) {
    const tokens = await login(service);
    assert.equal(await statusOf(service, tokens.access_token), 200);
    await change();
    assert.equal((await refresh(service, tokens.refresh_token)).statusCode, 401, name);
    pass(service, 10);
    assert.equal(await statusOf(service, tokens.access_token), 401, name);
    await service.users.setDisabled('maria', false);
    assert.equal((await refresh(service, tokens.refresh_token)).statusCode, 401, 'for good');
  }
});

test('a login fails if the user is disabled meanwhile', async t => {
  const { sessions, users, authStore } = await openWithMaria(t);
  const user = (await authStore.findUser('maria'))!;
  await users.setDisabled('maria', true);
  assert.equal(await sessions.start(user, '192.0.2.1', 'body'), undefined);
  await users.setDisabled('maria', false);
  await users.setPassword('maria', 'another long password');
  const session = await sessions.start(user, '192.0.2.1', 'body');
  assert.equal(session, undefined, 'nor by the old password');
});

test('the database contains no refresh token', async t => {
  const service = await openWithMaria(t);
  const first = await login(service);
  const second = await refreshed(service, first.refresh_token);
  const stored = await usualEngine.contents(service.authUrl);
  assert.ok(stored.includes('maria'));
  for (const { refresh_token } of [first, second]) assert.ok(!stored.includes(refresh_token));
});

test('an expired session is deleted together with its tokens', async t => {
  const service = await openWithMaria(t);
  const { refresh_token } = await login(service);
  pass(service, 31 * 86_400);
  await service.authStore.deleteOldSessions(service.clock.now.getTime(), 10);
  assert.equal((await refresh(service, refresh_token)).statusCode, 401);
});
