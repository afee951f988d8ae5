import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeJwt } from 'jose';
import { TOTP } from 'otpauth';
import { readSessionCookies } from '#features/auth/tokens/session-cookie.ts';
import { consoleOrigin, type TestService } from '../service.ts';
import { openOver } from './engines.ts';
import { openWithMaria, pass, password, statusOf } from './with-maria.ts';

const name = '__Secure-ktima-session';

interface Sent {
  readonly cookie?: string;
  readonly payload?: object;
  readonly origin?: string;
}

const post = ({ auth }: TestService, url: string, { cookie, payload, origin }: Sent = {}) =>
  auth.inject({
    method: 'POST',
    url,
    headers: { origin: origin ?? consoleOrigin, ...(cookie !== undefined && { cookie }) },
    ...(payload && { payload }),
  });
const asCookie = (token: string) => `${name}=${token}`;

/** The token and the attributes of the cookie that a response sets. */
function cookieOf({ headers }: Awaited<ReturnType<typeof post>>) {
  const text = headers['set-cookie'];
  assert.equal(typeof text, 'string', 'one cookie is set');
  const [pair, ...attributes] = (text as string).split('; ');
  const [setName, token] = pair!.split('=');
  assert.equal(setName, name);
  return { token: token!, attributes };
}

/** Signs in; the refresh token comes from the cookie. */
async function start(service: TestService) {
  const answer = await post(service, '/auth/session', { payload: { username: 'maria', password } });
  assert.equal(answer.statusCode, 200, answer.body);
  return { access: answer.json().access_token as string, token: cookieOf(answer).token };
}
const refresh = (service: TestService, token: string) =>
  post(service, '/auth/session/refresh', { cookie: asCookie(token) });
async function refreshed(service: TestService, token: string) {
  const answer = await refresh(service, token);
  assert.equal(answer.statusCode, 200, answer.body);
  return { access: answer.json().access_token as string, token: cookieOf(answer).token };
}
async function assertOver(service: TestService, token: string, why: string) {
  const answer = await refresh(service, token);
  assert.equal(answer.statusCode, 401, why);
  const { token: none, attributes } = cookieOf(answer);
  assert.equal(none, '');
  assert.equal(attributes.join(), 'Path=/auth/session,Max-Age=0,HttpOnly,Secure,SameSite=Strict');
}
const events = async ({ authStore }: TestService) =>
  (await authStore.auditEntries(undefined, 10)).map(entry => entry.event);

test('every session cookie of a header is read', () => {
  const cases: [header: string | undefined, expected: string[]][] = [
    [undefined, []],
    ['', []],
    [`${name}=abc`, ['abc']],
    [`a=1; ${name}=abc; b=2`, ['abc']],
    [`a=1;${name}=abc;`, ['abc']],
    [`${name}=a=b`, ['a=b']],
    [`${name}=`, ['']],
    [name, []],
    [`x${name}=abc`, []],
    [`${name.toLowerCase()}=abc`, []],
    [`${name}=abc; ${name}=abd`, ['abc', 'abd']],
    [`${name}=abc; ${name}=`, ['abc', '']],
    [';;=;', []],
  ];
  for (const [header, expected] of cases) {
    assert.deepEqual(readSessionCookies(header), expected, header);
  }
});

test('a sign-in gives the access token in the body and the refresh token only in the cookie', async t => {
  const service = await openWithMaria(t);
  const answer = await post(service, '/auth/session', { payload: { username: 'maria', password } });
  assert.equal(answer.statusCode, 200);
  assert.equal(answer.headers['cache-control'], 'no-store');
  assert.equal(answer.headers['access-control-allow-credentials'], 'true');
  const { access_token, ...rest } = answer.json();
  assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600 });
  const { token, attributes } = cookieOf(answer);
  assert.match(token, /^[\w-]{43}$/);
  const month = `Max-Age=${30 * 86_400}`;
  assert.equal(attributes.join(), `Path=/auth/session,${month},HttpOnly,Secure,SameSite=Strict`);
  assert.ok(!answer.body.includes(token));
  assert.equal(await statusOf(service, access_token), 200);
  assert.deepEqual(await events(service), ['user added', 'login']);
});

test('with stay=false the cookie ends with the browser, also after a refresh, and is no token of a body', async t => {
  const service = await openWithMaria(t);
  const payload = { username: 'maria', password, stay: 'false' };
  const answer = await post(service, '/auth/session', { payload });
  assert.equal(answer.statusCode, 200, answer.body);
  const untilClosed = ['Path=/auth/session', 'HttpOnly', 'Secure', 'SameSite=Strict'];
  const first = cookieOf(answer);
  assert.deepEqual(first.attributes, untilClosed);
  const next = cookieOf(await refresh(service, first.token));
  assert.deepEqual(next.attributes, untilClosed);
  const body = { refresh_token: next.token };
  assert.equal((await post(service, '/auth/token/refresh', { payload: body })).statusCode, 401);
  const wrong = await post(service, '/auth/session', { payload: { ...payload, stay: 'maybe' } });
  assert.deepEqual([wrong.statusCode, wrong.json().message], [400, 'stay: expected true or false']);
});

test('a sign-in follows every rule of the login: forms, wrong passwords, second factor, throttle', async t => {
  const service = await openWithMaria(t);
  const { secret } = await service.users.enrol('maria');
  const send = (payload: object) => post(service, '/auth/session', { payload });
  for (const [payload, refusal] of [
    [{}, '400 password is missing: expected text of 1 to 1024 characters'],
    [{ password: 'wrong' }, '401 user name or password is wrong'],
    [{ password }, '401 a one-time password is needed: send it as otp'],
  ] as const) {
    const answer = await send({ username: 'maria', ...payload });
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(`${answer.statusCode} ${answer.json().message}`, refusal);
  }
  const otp = new TOTP({ secret }).generate({ timestamp: service.clock.now.getTime() });
  const form = new URLSearchParams({ username: 'maria', password, otp }).toString();
  const headers = { origin: consoleOrigin, 'content-type': 'application/x-www-form-urlencoded' };
  const url = '/auth/session';
  const answer = await service.auth.inject({ method: 'POST', url, headers, payload: form });
  assert.equal(answer.statusCode, 200, answer.body);
  const tries = Array.from({ length: 101 }, (_, i) => ({ username: `u${i}`, password: 'wrong' }));
  await Promise.all(tries.map(send));
  const throttled = await send({ username: 'maria', password });
  assert.equal(throttled.statusCode, 429);
  assert.ok(throttled.headers['retry-after']);
});

test('a refresh replaces the cookie and keeps the session and its end', async t => {
  const service = await openWithMaria(t);
  const first = await start(service);
  pass(service, 86_400);
  const answer = await refresh(service, first.token);
  const { token, attributes } = cookieOf(answer);
  assert.notEqual(token, first.token);
  assert.ok(attributes.includes(`Max-Age=${29 * 86_400}`));
  assert.equal(answer.json().refresh_token, undefined);
  const { access_token } = answer.json();
  assert.equal(decodeJwt(access_token).sid, decodeJwt(first.access).sid);
  assert.equal(await statusOf(service, access_token), 200);
  await refreshed(service, token);
});

test('tabs that refresh at the same moment all stay signed in, with the same cookie', async t => {
  const service = await openWithMaria(t);
  const { token } = await start(service);
  const tabs = await Promise.all(Array.from({ length: 20 }, () => refreshed(service, token)));
  assert.equal(new Set(tabs.map(tab => tab.token)).size, 1);
  for (const { access } of tabs) assert.equal(await statusOf(service, access), 200);
  await refreshed(service, tabs[0]!.token);
});

test('a copied cookie that is used late ends the session, and clears the cookie', async t => {
  const service = await openWithMaria(t);
  const stolen = await start(service);
  const { token, access } = await refreshed(service, stolen.token);
  pass(service, 31);
  await assertOver(service, stolen.token, 'the thief');
  await assertOver(service, token, 'the owner');
  pass(service, 10);
  assert.equal(await statusOf(service, access), 401);
  assert.equal((await events(service)).at(-1), 'spent refresh token sent again: session ended');
});

test('logout ends the session and clears the cookie; without a valid cookie it is 204 too', async t => {
  const service = await openWithMaria(t);
  const { token, access } = await start(service);
  for (const cookie of [asCookie(token), asCookie(token), undefined, asCookie('x'), ';;=', 'a=1']) {
    const answer = await post(service, '/auth/session/logout', cookie ? { cookie } : {});
    assert.equal(answer.statusCode, 204, cookie);
    assert.deepEqual(cookieOf(answer).token, '');
    assert.ok(cookieOf(answer).attributes.includes('Max-Age=0'));
  }
  await assertOver(service, token, 'logged out');
  pass(service, 10);
  assert.equal(await statusOf(service, access), 401);
  assert.deepEqual(await events(service), ['user added', 'login', 'logout']);
});

test('logout with several session cookies ends the session of each', async t => {
  const service = await openWithMaria(t);
  const [one, other] = [await start(service), await start(service)];
  const cookie = ['x', one.token, one.token, '', other.token].map(asCookie).join('; ');
  assert.equal((await post(service, '/auth/session/logout', { cookie })).statusCode, 204);
  await assertOver(service, one.token, 'the second cookie');
  await assertOver(service, other.token, 'the last cookie');
  assert.equal((await events(service)).filter(event => event === 'logout').length, 2);
});

test('the cookie and the token in a body are never taken for each other', async t => {
  const service = await openWithMaria(t);
  const [mine, other] = [await start(service), await start(service)];
  const payload = { refresh_token: other.token };
  const byBody = await post(service, '/auth/session/refresh', { payload });
  assert.equal(byBody.statusCode, 401);
  assert.equal(byBody.json().message, 'Cookie: expected one session cookie; log in');
  const both = { cookie: asCookie(mine.token), payload };
  const answer = await post(service, '/auth/session/refresh', both);
  const sids = [answer.json().access_token, mine.access].map(token => decodeJwt(token).sid);
  assert.equal(sids[0], sids[1], 'the cookie counts');
  assert.equal((await post(service, '/auth/session/logout', { payload })).statusCode, 204);
  const apiForm = await post(service, '/auth/token/refresh', { cookie: asCookie(other.token) });
  assert.equal(apiForm.statusCode, 400, 'the API form reads no cookie');
  const headers = { 'content-type': 'application/json' };
  const stolen = { method: 'POST', url: '/auth/token/refresh', headers, payload } as const;
  const answers = await Promise.all([
    post(service, '/auth/token/refresh', { payload, cookie: 'a=1' }),
    service.auth.inject(stolen),
  ]);
  for (const { statusCode } of answers) assert.equal(statusCode, 401, 'only by the cookie');
  await refreshed(service, other.token);
  const login = { payload: { username: 'maria', password } };
  const { refresh_token } = (await post(service, '/auth/otp/login', login)).json();
  assert.equal((await refresh(service, refresh_token)).statusCode, 401, 'only by the body');
  const kept = await post(service, '/auth/token/refresh', { payload: { refresh_token } });
  assert.deepEqual([kept.statusCode, kept.headers['set-cookie']], [200, undefined]);
});

test('garbage and huge cookies are 401', async t => {
  const service = await openWithMaria(t);
  const { token, access } = await start(service);
  const garbage = ['x', `${token}x`, 'ω'.repeat(43), 'x'.repeat(10_000), access, '%00', '"', '=;='];
  for (const value of garbage) {
    assert.equal((await refresh(service, value)).statusCode, 401, value.slice(0, 50));
  }
  for (const cookie of [`${asCookie(token)}; ${asCookie(token)}`, '', ';', `${name}=`]) {
    const answer = await post(service, '/auth/session/refresh', { cookie });
    assert.equal(answer.statusCode, 401, cookie.slice(0, 20));
    assert.equal(answer.headers['set-cookie'], undefined);
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
  }
  await refreshed(service, token);
});

test('below a path of a proxy the cookie has that path', async t => {
  const service = await openOver(t, { publicAuthUrl: new URL('https://ktima.example/login/') });
  await service.users.add('maria', password);
  const answer = await post(service, '/auth/session', { payload: { username: 'maria', password } });
  assert.ok(cookieOf(answer).attributes.includes('Path=/login/auth/session'));
});
