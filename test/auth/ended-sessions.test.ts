import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import test from 'node:test';
import { decodeJwt } from 'jose';
import { deleteExpired } from '#features/auth/tokens/sessions.ts';
import {
  type EndedPage,
  type ReadEndedPage,
  renewedEndedSessions,
} from '#http/tokens/ended-sessions.ts';
import type { TestService } from '../service.ts';
import { usualEngine } from './engines.ts';
import { testManyEnds } from './many-ends.ts';
import { login, openWithMaria, pass, post, type Tokens } from './with-maria.ts';

const logout = (service: TestService, { refresh_token }: Tokens) =>
  post(service, '/auth/logout', { refresh_token });
const loginAndOut = async (service: TestService) => {
  const tokens = await login(service);
  await logout(service, tokens);
  return String(decodeJwt(tokens.access_token).sid);
};
const sidsOf = ({ ended }: EndedPage) => ended.map(({ sid }) => sid);

testManyEnds(10_000, [usualEngine]);

test('a cursor works at another instance and after a restart', async t => {
  const one = await openWithMaria(t);
  const other = await openWithMaria(t, { authUrl: one.authUrl });
  assert.deepEqual(await one.sessions.ended(''), { ended: [], cursor: '', more: false });
  const first = await loginAndOut(one);
  const page = await other.sessions.ended('');
  assert.deepEqual(sidsOf(page), [first]);
  const second = await loginAndOut(other);
  const restarted = await openWithMaria(t, { authUrl: one.authUrl });
  assert.deepEqual(sidsOf(await restarted.sessions.ended(page.cursor)), [second]);
  assert.deepEqual(sidsOf(await one.sessions.ended(page.cursor)), [second], 'as often as asked');
  assert.deepEqual(sidsOf(await one.sessions.ended('')), [first, second]);
});

test('a cursor from before a restore of the database starts the list from its beginning', async t => {
  const service = await openWithMaria(t);
  const listed = [await loginAndOut(service)];
  const page = await service.sessions.ended('');
  listed.push(await loginAndOut(service));
  await service.sessions.ended('');
  const [number] = page.cursor.split('.');
  for (const cursor of [`${number}.${randomUUID()}`, `99.${listed[0]}`, `99.${randomUUID()}`]) {
    assert.deepEqual(sidsOf(await service.sessions.ended(cursor)), listed, cursor);
  }
});

test('no ended session is lost when the clock of the authentication service is set back', async t => {
  const service = await openWithMaria(t);
  const first = await loginAndOut(service);
  await service.sessions.ended('');
  const second = await login(service);
  pass(service, 7_200);
  await logout(service, second);
  const { cursor } = await service.sessions.ended('');
  await deleteExpired(service.authStore, 365, service.clock.now);
  pass(service, -7_200);
  const after = [...sidsOf(await service.sessions.ended(cursor))];
  assert.ok(after.includes(String(decodeJwt(second.access_token).sid)));
  assert.ok(sidsOf(await service.sessions.ended('')).includes(first));
});

test('an ended session stays in the list ten minutes longer than its tokens, for readers in the middle of it', async t => {
  const service = await openWithMaria(t);
  const first = await loginAndOut(service);
  const { cursor } = await service.sessions.ended('');
  pass(service, 3_600);
  const second = await loginAndOut(service);
  const listedAfter = async (seconds: number) => {
    pass(service, seconds);
    await deleteExpired(service.authStore, 365, service.clock.now);
    return sidsOf(await service.sessions.ended(''));
  };
  // Its tokens expired after an hour and a margin of a minute.
  assert.deepEqual(await listedAfter(61), [first, second]);
  assert.deepEqual(await listedAfter(599), [first, second]);
  assert.deepEqual(sidsOf(await service.sessions.ended(cursor)), [second], 'the reader goes on');
  assert.deepEqual(await listedAfter(1), [second]);
});

test('no ended session is lost when the clock of the API is set back', async t => {
  const service = await openWithMaria(t);
  const sid = await loginAndOut(service);
  const clock = { now: service.clock.now.getTime() };
  const ended = renewedEndedSessions(service.sessions.ended, () => new Date(clock.now));
  assert.equal((await ended()).has(sid), true);
  clock.now += 7_200_000;
  assert.equal((await ended()).has(sid), false, 'its tokens have expired');
  clock.now -= 7_200_000;
  assert.equal((await ended()).has(sid), true);
});

test('a session is listed until its own tokens expire, even if new tokens have a shorter lifetime', async t => {
  const before = await openWithMaria(t, { accessTokenSeconds: 86_400 });
  const { authUrl } = before;
  const tokens = await login(before);
  const sid = String(decodeJwt(tokens.access_token).sid);
  const service = await openWithMaria(t, { authUrl, accessTokenSeconds: 600 });
  service.clock.now = before.clock.now;
  pass(service, 7_200);
  const { refresh_token } = (await post(service, '/auth/token/refresh', tokens)).json();
  await logout(service, { ...tokens, refresh_token });
  pass(service, 7_200);
  await deleteExpired(service.authStore, 365, service.clock.now);
  const [entry] = (await service.sessions.ended('')).ended;
  const { exp } = decodeJwt(tokens.access_token);
  assert.equal(entry?.sid, sid);
  assert.ok(entry.until >= exp! + 5 && entry.until <= exp! + 120);
});

test('a session whose end commits late is listed after those that committed before', async t => {
  const service = await openWithMaria(t);
  const sids = new Set<string>();
  const seen = new Set<string>();
  let cursor = '';
  const read = async () => {
    const page = await service.sessions.ended(cursor);
    for (const sid of sidsOf(page)) seen.add(sid);
    cursor = page.cursor;
  };
  const rounds = Array.from({ length: 8 }, async () => {
    sids.add(await loginAndOut(service));
    await read();
  });
  await Promise.all(rounds);
  await read();
  assert.deepEqual([...seen].sort(), [...sids].sort());
});

test('each failure to read the list is reported, and does not end a session', async t => {
  const service = await openWithMaria(t);
  const sid = await loginAndOut(service);
  const told: unknown[] = [];
  const broken = new Error('broken');
  let source: ReadEndedPage = service.sessions.ended;
  const ended = renewedEndedSessions(
    cursor => source(cursor),
    () => service.clock.now,
    failure => told.push(failure),
  );
  assert.equal((await ended()).has(sid), true);
  source = async () => Promise.reject(broken);
  for (let i = 0; i < 3; i++) {
    pass(service, 10);
    assert.equal((await ended()).has(sid), true, 'what is known stays known');
  }
  source = async () => ({ ended: [], cursor: 'x', more: true });
  pass(service, 10);
  await ended();
  assert.deepEqual(told.slice(0, 4), [undefined, broken, broken, broken]);
  assert.match(String(told[4]), /more than 10000 pages/);
  pass(service, 3_600);
  await assert.rejects(ended(), /more than/, 'after an hour tokens are not taken');
});

test('an invalid cursor is rejected', async t => {
  const { auth } = await openWithMaria(t);
  for (const since of ['', 'x', '1', '1.', '.1', "1.'", '9999999999999999.a', '-1.a', '1.%00']) {
    const response = await auth.inject(`/auth/ended-sessions?since=${since}`);
    assert.equal(response.statusCode, 400, since);
    assert.match(response.json().message, /since/);
  }
});
