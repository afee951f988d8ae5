import assert from 'node:assert/strict';
import { generateKeyPairSync } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import { decodeJwt, SignJWT } from 'jose';
import { type EngineOptions, openOver, testOverEngines } from './engines.ts';
import { assertSame, pass, statusOf } from './with-maria.ts';

type Service = Awaited<ReturnType<typeof openOver>>;
type Form = Record<string, string>;

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = (key: typeof ec.publicKey) => String(key.export({ type: 'spki', format: 'pem' }));

const ask = ({ auth }: Service, form: Form, headers: Form = {}) =>
  auth.inject({
    method: 'POST',
    url: '/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams({ grant_type: 'client_credentials', ...form }).toString(),
  });

const basic = (id: string, secret: string) => ({
  authorization: `Basic ${btoa(`${id}:${secret}`)}`,
});

/** The services with a client that has a secret. */
async function openWithClient(t: TestContext, options?: EngineOptions) {
  const service = await openOver(t, options);
  const { id, secret } = await service.clients.add({ name: 'nightly', scopes: 'places,report' });
  const form = { client_id: id, client_secret: secret! };
  const token = async (given: Form = form) =>
    (await ask(service, given)).json().access_token as string;
  return { service, id, secret: secret!, form, token };
}

testOverEngines('a client gets a token with its secret, and uses it', async (t, engine) => {
  const { service, id, secret, form } = await openWithClient(t, { engine });
  // Some libraries encode every character that is not a letter or a digit.
  const encoded = secret.replaceAll('_', '%5F').replaceAll('-', '%2D');
  for (const answer of [
    await ask(service, form),
    await ask(service, {}, basic(id, secret)),
    await ask(service, { client_id: id }, basic(id.replaceAll('-', '%2D'), encoded)),
  ]) {
    const { access_token, ...rest } = answer.json();
    assert.deepEqual(rest, { token_type: 'Bearer', expires_in: 3600, scope: 'places report' });
    assert.equal(answer.headers['cache-control'], 'no-store');
    const claims = decodeJwt(access_token);
    const about = { sub: id, client_id: id, scope: 'places report' };
    const { sub, client_id, scope } = claims;
    assert.deepEqual({ sub, client_id, scope }, about);
    assert.equal(await statusOf(service, access_token), 200);
  }
  const trail = await service.clients.log('nightly', 9);
  const events = trail.map(({ event, times }) => `${event} ${times}`);
  assert.deepEqual(events, ['client added 1', 'token issued 3']);
  assert.ok(!(await engine.contents(service.authUrl)).includes(secret), 'only its hash is stored');
});

test('a token has the scopes that were asked for, if the client has them', async t => {
  const { service, form } = await openWithClient(t);
  const narrow = (await ask(service, { ...form, scope: 'report' })).json();
  assert.equal(narrow.scope, 'report');
  assert.equal(await statusOf(service, narrow.access_token), 403);
  for (const scope of ['zones', 'places zones', 'openid', ' ', 'PLACES']) {
    const refused = await ask(service, { ...form, scope });
    assert.equal(refused.statusCode, 400, scope);
    const error_description = 'scope: expected some of places, report';
    assert.deepEqual(refused.json(), { error: 'invalid_scope', error_description });
  }
});

test('a token lives as long as was asked for, at most as long as others, and its session as long as theirs', async t => {
  const { service, form, token } = await openWithClient(t);
  const lived = async (expires_in: string) => {
    const answer = await ask(service, { ...form, expires_in });
    const { access_token, expires_in: seconds } = answer.json();
    const { iat, exp } = decodeJwt(access_token);
    assert.equal(exp! - iat!, seconds);
    return seconds;
  };
  const usual = await token();
  assert.equal(await lived('1'), 1);
  assert.equal(await lived('300'), 300);
  assert.equal(await lived('999999999'), 3600);
  // The short one is of the same session, which does not end with it.
  service.clock.now = new Date(service.clock.now.getTime() + 1_800_000);
  assert.equal(await statusOf(service, usual), 200);
  for (const expires_in of ['0', '-1', '1.5', '1e3', '', '9999999999']) {
    const refused = await ask(service, { ...form, expires_in });
    assert.equal(refused.statusCode, 400, expires_in);
    const error_description = 'expires_in: expected whole seconds, at least 1';
    assert.deepEqual(refused.json(), { error: 'invalid_request', error_description });
  }
});

test('refusals are those of RFC 6749, and do not tell what was wrong', async t => {
  const { service, id, secret, form } = await openWithClient(t);
  await service.clients.add({ name: 'disabled', scopes: 'places' });
  const wrong = [
    await ask(service, { ...form, client_secret: 'wrong-secret' }),
    await ask(service, { ...form, client_id: 'nobody' }),
    await ask(service, {}, basic(id, 'wrong-secret')),
    await ask(service, {}, { authorization: 'Basic !' }),
    await ask(service, {}, { authorization: 'Bearer x' }),
    await ask(service, {}),
    await ask(service, { client_id: id }),
  ];
  await service.clients.setDisabled('nightly', true);
  wrong.push(await ask(service, form));
  await service.clients.setDisabled('nightly', false);
  assertSame(wrong);
  assert.equal(wrong[0]!.statusCode, 401);
  assert.equal(wrong[0]!.json().error, 'invalid_client');
  assert.equal(wrong[0]!.headers['www-authenticate'], 'Basic realm="ktima"');

  for (const [given, headers, status, error] of [
    [{ ...form, grant_type: 'password' }, {}, 400, 'unsupported_grant_type'],
    [{ ...form, grant_type: '' }, {}, 400, 'unsupported_grant_type'],
    [form, basic(id, secret), 400, 'invalid_request'],
    [{ client_id: 'other' }, basic(id, secret), 400, 'invalid_request'],
    [{ ...form, client_assertion: 'x' }, {}, 400, 'invalid_request'],
    [{ client_id: id, client_assertion: 'x' }, {}, 400, 'invalid_request'],
    [{ ...form, scope: 'x'.repeat(257) }, {}, 400, 'invalid_request'],
    [form, { 'content-type': 'application/json' }, 415, 'invalid_request'],
    [{ ...form, more: 'x'.repeat(20_000) }, {}, 413, 'invalid_request'],
  ] as const) {
    const answer = await ask(service, given, headers);
    assert.deepEqual([answer.statusCode, answer.json().error], [status, error]);
    assert.deepEqual(Object.keys(answer.json()), ['error', 'error_description']);
    assert.match(answer.json().error_description, /^[ !#-[\]-~]+$/);
    assert.equal(answer.headers['cache-control'], 'no-store');
  }
  assert.equal((await ask(service, form)).statusCode, 200);
});

test('a client that is disabled, deleted, expired or rotated is out, with its tokens', async t => {
  const { service, form, token } = await openWithClient(t);
  const { clients } = service;
  const status = async () => (await ask(service, form)).statusCode;
  for (const [end, begin] of [
    [() => clients.setDisabled('nightly', true), () => clients.setDisabled('nightly', false)],
    [() => clients.rotate('nightly', undefined, 0), undefined],
  ] as const) {
    const held = await token();
    assert.equal(await statusOf(service, held), 200);
    await end();
    assert.equal(await status(), 401);
    pass(service, 11);
    assert.equal(await statusOf(service, held), 401, 'within ten seconds');
    await begin?.();
    assert.equal(await status(), begin ? 200 : 401);
  }
  const rotated = async (overlapMs: number) => {
    const { secret } = await clients.rotate('nightly', undefined, overlapMs);
    return { ...form, client_secret: secret! };
  };
  const second = await rotated(0);
  const third = await rotated(60_000);
  for (const given of [second, third]) assert.equal((await ask(service, given)).statusCode, 200);
  pass(service, 61);
  assert.equal((await ask(service, second)).statusCode, 401, 'the overlap is over');
  const last = await token(third);
  await clients.delete('nightly');
  assert.equal((await ask(service, third)).statusCode, 401);
  pass(service, 11);
  assert.equal(await statusOf(service, last), 401);

  const until = new Date(service.clock.now.getTime() + 600_000);
  const added = await clients.add({ name: 'brief', scopes: 'places', expiresAt: until });
  const brief = { client_id: added.id, client_secret: added.secret! };
  assert.equal((await ask(service, brief)).json().expires_in, 600, 'no token outlives its client');
  pass(service, 600);
  assert.equal((await ask(service, brief)).statusCode, 401);
});

test('a client revokes its tokens, and those of no other', async t => {
  const { service, form, token } = await openWithClient(t);
  const other = await service.clients.add({ name: 'other', scopes: 'places' });
  const revoke = (given: Form) =>
    service.auth.inject({
      method: 'POST',
      url: '/auth/revoke',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(given).toString(),
    });
  const held = await token();
  const wrong: [Form, number, string][] = [
    [{ ...form, client_secret: 'wrong', token: held }, 401, 'invalid_client'],
    [{ token: held }, 401, 'invalid_client'],
    [form, 400, 'invalid_request'],
    [{ client_id: other.id, client_secret: other.secret!, token: held }, 400, 'invalid_grant'],
  ];
  for (const [given, status, error] of wrong) {
    const answer = await revoke(given);
    assert.deepEqual([answer.statusCode, answer.json().error], [status, error]);
  }
  for (const unknown of ['x', 'e30.e30.e30', 'refresh-token']) {
    assert.equal((await revoke({ ...form, token: unknown })).statusCode, 200, unknown);
  }
  assert.equal(await statusOf(service, held), 200);
  const hint = { token_type_hint: 'access_token' };
  const revoked = await revoke({ ...form, token: held, ...hint });
  assert.deepEqual([revoked.statusCode, revoked.body], [200, '{}']);
  pass(service, 11);
  assert.equal(await statusOf(service, held), 401, 'within ten seconds');
  assert.equal((await revoke({ ...form, token: held })).statusCode, 200, 'again');
  assert.equal(await statusOf(service, await token()), 200, 'a new one');
  const events = (await service.clients.log('nightly', 20)).map(({ event }) => event);
  assert.equal(events.filter(event => event === 'token revoked').length, 1);
});

test('other scopes of a client end its tokens; what it asked for before is refused', async t => {
  const { service, form, token, id } = await openWithClient(t);
  const held = await token();
  const checked = (await service.authStore.findClient(id))!;
  const [session] = await service.authStore.liveSessions(id, 0);
  await service.clients.setScopes('nightly', 'report');
  assert.equal(await service.authStore.startClientSession(session!, checked), undefined);
  pass(service, 11);
  assert.equal(await statusOf(service, held), 401, 'within ten seconds');
  assert.equal(await statusOf(service, await token()), 403, 'no places');
  assert.equal((await ask(service, { ...form, scope: 'places' })).json().error, 'invalid_scope');
  await assert.rejects(service.clients.setScopes('nightly', 'all'), /scopes: expected some of/);
  const events = (await service.clients.log('nightly', 9)).map(({ event }) => event);
  assert.deepEqual(events, ['client added', 'token issued', 'scopes changed']);
});

testOverEngines('tokens of a client are one audit entry an hour and address', async (t, engine) => {
  const { service, form } = await openWithClient(t, { engine, trustedProxies: ['127.0.0.1'] });
  const from = async (ip: string, count: number) => {
    for (let i = 0; i < count; i++) await ask(service, form, { 'x-forwarded-for': ip });
  };
  await from('192.0.2.1', 4);
  await from('192.0.2.2', 2);
  pass(service, 3_599);
  await from('192.0.2.1', 1);
  pass(service, 1);
  await from('192.0.2.1', 3);
  const trail = (await service.clients.log('nightly', 9)).slice(1);
  const entries = trail.map(entry => [entry.atMs, entry.from, entry.event, entry.times]);
  const start = Date.parse('2026-06-15T09:00:00Z');
  assert.deepEqual(entries, [
    [start, '192.0.2.1', 'token issued', 5],
    [start, '192.0.2.2', 'token issued', 2],
    [start + 3_600_000, '192.0.2.1', 'token issued', 3],
  ]);
});

test('ten wrong secrets lock a client for that address, as a user', async t => {
  const { service, form } = await openWithClient(t, { trustedProxies: ['127.0.0.1'] });
  const from = (ip: string) => ({ 'x-forwarded-for': ip });
  const wrong = { ...form, client_secret: 'wrong-secret' };
  for (let i = 0; i < 10; i++) await ask(service, wrong, from('192.0.2.1'));
  assert.equal((await ask(service, form, from('192.0.2.1'))).statusCode, 401);
  assert.equal((await ask(service, form, from('192.0.2.2'))).statusCode, 200);
  pass(service, 31);
  assert.equal((await ask(service, form, from('192.0.2.1'))).statusCode, 200);
  const events = (await service.clients.log('nightly', 20)).map(({ event }) => event);
  assert.equal(events.filter(event => event === 'token refused: wrong credentials').length, 10);
  assert.equal(events.filter(event => event === 'token refused: locked').length, 1);
  // An address with too many failures gets 429.
  for (let i = 0; i < 100; i++)
    await ask(service, { ...wrong, client_id: `x${i}` }, from('192.0.2.9'));
  const throttled = await ask(service, form, from('192.0.2.9'));
  assert.equal(throttled.statusCode, 429);
  assert.equal(throttled.json().error, 'temporarily_unavailable');
  assert.ok(Number(throttled.headers['retry-after']) > 0);
});

const assertionType = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

test('a signed assertion works once, only here, and only as its key signs', async t => {
  const service = await openOver(t, { publicAuthUrl: new URL('https://auth.example/') });
  const jwk = JSON.stringify(ec.publicKey.export({ format: 'jwk' }));
  const { id, secret } = await service.clients.add({ name: 'portal', scopes: 'places', key: jwk });
  assert.equal(secret, undefined);
  const seconds = service.clock.now.getTime() / 1_000;
  let count = 0;
  const sign = (claims: object = {}, header: object = {}, key: unknown = ec.privateKey) => {
    const about = { iss: id, sub: id, aud: 'https://auth.example', exp: seconds + 60 };
    return new SignJWT({ ...about, jti: `${count++}`, ...claims })
      .setProtectedHeader({ alg: 'ES256', ...header })
      .sign(key as typeof ec.privateKey);
  };
  const send = async (assertion: string, more: Form = {}) => {
    const form = { client_assertion_type: assertionType, client_assertion: assertion, ...more };
    return (await ask(service, form, { host: 'other.example' })).statusCode;
  };
  const good = await sign();
  assert.equal(await send(good), 200);
  assert.equal(await send(good), 401, 'sent again');
  for (const claims of [
    { aud: 'https://auth.example/auth/token' },
    { aud: ['https://auth.example'] },
    { aud: 'urn:test:auth' },
    { exp: seconds + 3_600, iat: seconds },
  ]) {
    assert.equal(await send(await sign(claims), { client_id: id }), 200, JSON.stringify(claims));
  }
  const stranger = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const hmac = (key: string) => sign({}, { alg: 'HS256' }, new TextEncoder().encode(key));
  const elsewhere = await sign({ aud: 'https://other.example/auth/token' });
  const bad: [string, string, string?][] = [
    ['another audience', elsewhere, 'for another server'],
    ['the host of the request', await sign({ aud: 'http://other.example/auth/token' })],
    ['two audiences', await sign({ aud: ['https://auth.example', 'https://other.example'] })],
    ['no audience', await sign({ aud: undefined })],
    ['another issuer', await sign({ iss: 'other' })],
    ['another subject', await sign({ sub: 'other' })],
    ['no jti', await sign({ jti: undefined }), 'not valid'],
    ['no exp', await sign({ exp: undefined })],
    ['expired', await sign({ exp: seconds - 6 }), 'expired'],
    ['valid for too long', await sign({ exp: seconds + 3_606 })],
    ['of the future', await sign({ nbf: seconds + 6 })],
    ['issued in the future', await sign({ iat: seconds + 6 })],
    ['another key', await sign({}, {}, stranger), 'not signed by a key of the client'],
    ['another algorithm', await sign({}, { alg: 'RS256' }, rsa.privateKey)],
    ['an HMAC with the public key', await hmac(jwk)],
    ['an HMAC with its PEM', await hmac(pem(ec.publicKey))],
    ['a changed one', `${(await sign()).slice(0, -4)}AAAA`],
    ['no JWT', 'x'],
    ['alg none', `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ iss: id, sub: id }))}.`],
  ];
  for (const [name, assertion, reason] of bad) {
    // Ten failures lock: each attack is alone.
    await service.authStore.clearBuckets(['']);
    assert.equal(await send(assertion), 401, name);
    if (reason === undefined) continue;
    const [last] = (await service.clients.log('portal', 50)).slice(-1);
    assert.equal(last?.event, `token refused: assertion ${reason}`, name);
  }
  await service.authStore.clearBuckets(['']);
  assert.equal(await send(await sign(), { client_id: 'other' }), 401, 'of another client');
  assert.equal((await ask(service, { client_id: id, client_secret: jwk })).statusCode, 401);

  const parallel = await sign();
  const statuses = await Promise.all(Array.from({ length: 8 }, () => send(parallel)));
  assert.equal(statuses.filter(status => status === 200).length, 1);

  await service.clients.rotate('portal', pem(rsa.publicKey), 60_000);
  const signRsa = () => sign({}, { alg: 'PS256' }, rsa.privateKey);
  assert.deepEqual([await send(await sign()), await send(await signRsa())], [200, 200]);
  await assert.rejects(service.clients.rotate('portal', undefined, 0), /--key FILE/);
});

test('a key must be a public one that is strong enough; a name and its scopes valid', async t => {
  const { clients } = await openOver(t);
  const weak = generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey;
  const other = generateKeyPairSync('ec', { namedCurve: 'secp256k1' }).publicKey;
  const privatePem = String(ec.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  for (const [key, message] of [
    [privatePem, /got a private one/],
    [JSON.stringify(ec.privateKey.export({ format: 'jwk' })), /got a private one/],
    [pem(weak), /RSA of 2048 bits or more/],
    [pem(other), /P-256/],
    ['{"kty":"oct","k":"c2VjcmV0"}', /expected a public key/],
    ['{', /not valid JSON/],
    ['', /expected a public key/],
  ] as const) {
    await assert.rejects(clients.add({ name: 'x', scopes: 'places', key }), message);
  }
  await assert.rejects(clients.add({ name: ' ', scopes: 'places' }), /client name/);
  for (const scopes of ['places,all', '']) {
    await assert.rejects(clients.add({ name: 'x', scopes }), /scopes: expected some of/);
  }
  const past = new Date('2026-01-01');
  await assert.rejects(clients.add({ name: 'x', scopes: 'places', expiresAt: past }), /expiry/);
  await clients.add({ name: 'Νύχτα', scopes: 'places' });
  await assert.rejects(clients.add({ name: 'ΝΎΧΤΑ', scopes: 'places' }), /taken by another client/);
  await assert.rejects(clients.delete('nobody'), { code: 'NOT_FOUND' });
});

test('the tokens of a user have its scopes, also after a refresh', async t => {
  const service = await openOver(t);
  const password = 'correct horse battery';
  await service.users.add('maria', password);
  const post = (url: string, payload: object) =>
    service.auth.inject({ method: 'POST', url, payload });
  const login = async () => (await post('/auth/otp/login', { username: 'maria', password })).json();
  const before = await login();
  assert.equal(decodeJwt(before.access_token).scope, 'places report portfolio zones open');
  await service.users.setScopes('maria', 'report');
  const refused = await post('/auth/token/refresh', { refresh_token: before.refresh_token });
  assert.equal(refused.statusCode, 401, 'a change of scopes ends the sessions');
  pass(service, 11);
  assert.equal(await statusOf(service, before.access_token), 401);
  const { access_token, refresh_token } = await login();
  assert.equal(await statusOf(service, access_token), 403);
  const refreshed = (await post('/auth/token/refresh', { refresh_token })).json();
  assert.equal(decodeJwt(refreshed.access_token).scope, 'report');
  await service.users.setScopes('maria', undefined);
  assert.equal(await statusOf(service, (await login()).access_token), 200);
});
