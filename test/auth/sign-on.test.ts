import assert from 'node:assert/strict';
import test from 'node:test';
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { consoleOrigin, openTestService, type TestService } from '../service.ts';
import { listenForProvider, signInAt, signOnClient } from './identity-provider.ts';
import {
  accessToken,
  begin,
  callback,
  comeBack,
  cookieIn,
  keySecret,
  openWithProvider,
  pendingName,
  post,
  sessionName,
  signOn,
} from './signing-on.ts';
import { pass, statusOf } from './with-maria.ts';

const events = async ({ authStore }: TestService) =>
  (await authStore.auditEntries(undefined, 99)).map(({ event }) => event);

test('a person signs in at a real provider and gets an ordinary session with the scopes of the claim', async t => {
  const { service, listening } = await openWithProvider(t);
  const begun = await begin(service);
  const asked = Object.fromEntries(new URL(begun.url).searchParams);
  assert.ok(begun.url.startsWith(`${listening.address}/auth?`));
  assert.equal(asked.redirect_uri, callback);
  assert.deepEqual([asked.response_type, asked.code_challenge_method], ['code', 'S256']);
  const cookie = String((await post(service, 'sign-on')).headers['set-cookie']);
  assert.match(cookie, /; Path=\/; Max-Age=900; HttpOnly; Secure; SameSite=Lax$/);
  for (const secret of [asked.nonce!, asked.state!]) assert.ok(!begun.pending.includes(secret));

  const back = await comeBack(service, await signInAt(begun.url, 'maria'), begun.pending);
  assert.equal(back.page, `${consoleOrigin}/`);
  assert.deepEqual(
    [back.state, back.outcome],
    [begun.state, { name: 'maria', user: (await service.users.list())[0]!.id }],
  );
  assert.equal(cookieIn(back.answer, pendingName), '', 'the cookie of the sign-on is gone');
  const [set] = [back.answer.headers['set-cookie']!].flat().slice(1);
  assert.match(set!, /; Path=\/auth\/session; Max-Age=43200; HttpOnly; Secure; SameSite=Strict$/);
  assert.equal(back.answer.headers['referrer-policy'], 'no-referrer');
  assert.equal(back.answer.headers['cache-control'], 'no-store');

  const access = await accessToken(service, back.session!);
  assert.equal(decodeJwt(access).scope, 'places');
  assert.equal(await statusOf(service, access), 200);
  const [user] = await service.users.list();
  const { name, email, issuer } = user!;
  assert.deepEqual([name, email, issuer], ['maria', 'maria@bank.example', listening.address]);
  assert.equal(decodeJwt(access).sub, user!.id);
  assert.equal((await service.users.sessions(user!.id)).length, 1, 'listed as those of users');
  assert.deepEqual(await events(service), ['user added', 'sign-on']);

  // The session ends as that of a user: by its person, by an operator, by its age.
  const again = await signOn(service, 'maria');
  const other = await accessToken(service, again.session!);
  const out = await post(service, 'logout', { cookie: `${sessionName}=${again.session}` });
  assert.equal(out.statusCode, 204);
  await service.users.endSessions(user!.id);
  pass(service, 11);
  for (const token of [access, other]) assert.equal(await statusOf(service, token), 401);
  const aged = await signOn(service, 'maria');
  pass(service, 43_201);
  const late = await post(service, 'refresh', { cookie: `${sessionName}=${aged.session}` });
  assert.equal(late.statusCode, 401);
});

test('a code, a cookie and a state work once and together, in the browser that began', async t => {
  const { service } = await openWithProvider(t);
  const [mine, other] = [await begin(service), await begin(service)];
  const answer = await signInAt(mine.url, 'maria');
  const refused = async (query: URLSearchParams | Record<string, string>, pending?: string) => {
    const { session, outcome } = await comeBack(service, query, pending);
    assert.equal(session, undefined);
    return outcome.error;
  };
  const changed = (fields: Record<string, string>) =>
    new URLSearchParams({ ...Object.fromEntries(answer), ...fields });
  const expired: [string, URLSearchParams, string | undefined][] = [
    ['no cookie: a link that someone else sent', answer, undefined],
    ['the cookie of another sign-on', answer, other.pending],
    ['another state', changed({ state: other.state }), mine.pending],
    ['a state that is longer', changed({ state: `${mine.state}a` }), mine.pending],
    ['a changed cookie', answer, `${mine.pending.slice(0, -3)}AAA`],
    ['a cookie that is not sealed', answer, `{%22state%22:%22${mine.state}%22}`],
    ['two cookies', answer, `${mine.pending}; ${pendingName}=${other.pending}`],
  ];
  for (const [name, query, pending] of expired) {
    assert.equal(await refused(query, pending), 'expired', name);
  }
  const theirs = (await signInAt(other.url, 'nikos')).get('code')!;
  const failed: [string, URLSearchParams][] = [
    ['the issuer of another provider (RFC 9207)', changed({ iss: 'https://evil.example' })],
    ['a code of nobody', changed({ code: 'x' })],
    ['the code of another sign-on: the verifier is another', changed({ code: theirs })],
  ];
  for (const [name, query] of failed)
    assert.equal(await refused(query, mine.pending), 'failed', name);
  const withoutIss = changed({});
  withoutIss.delete('iss');
  assert.equal(await refused(withoutIss, mine.pending), 'failed', 'no issuer');

  assert.ok((await comeBack(service, answer, mine.pending)).session);
  assert.equal(await refused(answer, mine.pending), 'failed', 'the code again');
  const late = await begin(service);
  const lateAnswer = await signInAt(late.url, 'maria');
  pass(service, 901);
  assert.equal(await refused(lateAnswer, late.pending), 'expired', 'after fifteen minutes');
  assert.equal((await events(service)).filter(event => event === 'sign-on').length, 1);
});

test('a false answer of the provider starts no session', async t => {
  const { address, discoveryUrl, serve } = await listenForProvider(t);
  const [own, stranger] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  const keys = [{ ...(await exportJWK(own.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' }];
  const about = {
    issuer: address,
    authorization_endpoint: `${address}/authorize`,
    token_endpoint: `${address}/token`,
    jwks_uri: `${address}/keys`,
    id_token_signing_alg_values_supported: ['ES256'],
  };
  let tokens: object | undefined;
  let status = 200;
  serve((request, response) => {
    const isToken = request.url!.endsWith('/token');
    const type = { 'content-type': 'application/json' };
    response.writeHead(isToken ? status : 200, type);
    response.end(JSON.stringify(isToken ? tokens : request.url === '/keys' ? { keys } : about));
  });
  const signOn = { discoveryUrl, clientId: 'ktima', defaultScopes: ['places'] } as const;
  const service = await openTestService({ keySecret, signOn });
  t.after(() => service.authStore.close());
  const seconds = Math.floor(Date.now() / 1_000);
  const attempt = async (claims: object = {}, key = own.privateKey, alg = 'ES256') => {
    await service.authStore.clearBuckets(['']);
    const { url, state, pending } = await begin(service);
    const nonce = new URL(url).searchParams.get('nonce');
    const about = { iss: address, aud: 'ktima', sub: 'f3b0', nonce };
    const good = { ...about, iat: seconds, exp: seconds + 60 };
    const id_token = await new SignJWT({ ...good, ...claims })
      .setProtectedHeader({ alg, kid: 'k' })
      .sign(key);
    tokens = { access_token: 'x', token_type: 'Bearer', id_token };
    const { outcome, session } = await comeBack(service, { code: 'c', state }, pending);
    assert.equal(session === undefined, outcome.error !== undefined);
    // This provider takes a code twice.
    assert.equal((await comeBack(service, { code: 'c', state }, pending)).session, undefined);
    return outcome;
  };
  assert.equal((await attempt()).name, 'f3b0');
  const attacks: [string, object][] = [
    ['another nonce', { nonce: 'another' }],
    ['no nonce', { nonce: undefined }],
    ['another audience', { aud: 'other' }],
    ['two audiences, for another', { aud: ['ktima', 'other'], azp: 'other' }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['expired', { exp: seconds - 120 }],
    ['from the future', { iat: seconds + 120, exp: seconds + 180 }],
    ['no subject', { sub: undefined }],
    ['a subject that is no text', { sub: 7 }],
  ];
  for (const [name, claims] of attacks) {
    assert.deepEqual(await attempt(claims), { error: 'failed' }, name);
  }
  assert.deepEqual(await attempt({}, stranger.privateKey), { error: 'failed' }, 'another key');
  const none = await begin(service);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  tokens = { ...tokens, id_token: `${part({ alg: 'none' })}.${part({ sub: 'f3b0' })}.` };
  const unsigned = await comeBack(service, { code: 'c', state: none.state }, none.pending);
  assert.deepEqual(unsigned.outcome, { error: 'failed' }, 'alg none');
  status = 503;
  assert.deepEqual(await attempt(), { error: 'unavailable' });
  status = 200;

  // Names of the provider are text, and bound to its subject only.
  const named = await attempt({ preferred_username: ' a\u0000\u001b[31m ', sub: 'other' });
  assert.equal(named.name, 'a[31m');
  assert.equal((await attempt({ name: 'x'.repeat(1_000), sub: 'long' })).name!.length, 256);
  for (let i = 0; i < 100; i++) {
    const { state, pending } = await begin(service);
    await comeBack(service, { error: 'invalid_request', state }, pending);
  }
  const { state, pending } = await begin(service);
  const throttled = await comeBack(service, { code: 'c', state }, pending);
  assert.deepEqual(throttled.outcome, { error: 'unavailable' }, 'throttled as logins are');
});

test('a person who refuses, has no scopes or is disabled is told so and gets no session', async t => {
  const { service } = await openWithProvider(t);
  const { url, pending } = await begin(service);
  const refused = await comeBack(service, await signInAt(url, undefined), pending);
  assert.deepEqual([refused.outcome, refused.session], [{ error: 'refused' }, undefined]);
  for (const name of ['anna', 'nobody']) {
    assert.deepEqual((await signOn(service, name)).outcome, { error: 'no_access' }, name);
  }
  assert.deepEqual(await service.users.list(), [], 'nothing is stored of them');
  await signOn(service, 'nikos');
  const [nikos] = await service.users.list();
  await service.users.setDisabled(nikos!.id, true);
  const disabled = await signOn(service, 'nikos');
  assert.deepEqual([disabled.outcome, disabled.session], [{ error: 'no_access' }, undefined]);
  await service.users.setDisabled(nikos!.id, false);
  assert.ok((await signOn(service, 'nikos')).session);
  const trail = await events(service);
  assert.equal(trail.filter(event => event === 'sign-on refused: no scopes').length, 2);
  assert.equal(trail.filter(event => event === 'sign-on refused: user disabled').length, 1);
});

test('a subject with the name of a local user is another user, and has no password', async t => {
  const { service } = await openWithProvider(t);
  const password = 'correct horse battery';
  await service.users.add('maria', password, 'maria@bank.example');
  const { session } = await signOn(service, 'maria');
  const { sub, scope } = decodeJwt(await accessToken(service, session!));
  const list = await service.users.list();
  const [local, theirs] = [null, 'issuer'].map(
    kind => list.find(user => (user.issuer === null) === (kind === null))!,
  );
  assert.deepEqual([sub, scope], [theirs!.id, 'places']);
  await service.users.setDisabled('maria', true);
  const sessions = await service.users.sessions(theirs!.id);
  assert.equal(sessions.length, 1, 'the name means the local user');
  await service.users.setDisabled('maria', false);
  const logIn = (username: string, typed: string) => {
    const payload = { username, password: typed };
    return service.auth.inject({ method: 'POST', url: '/auth/otp/login', payload });
  };
  assert.equal(decodeJwt((await logIn('maria', password)).json().access_token).sub, local!.id);
  for (const [name, typed] of [
    [theirs!.id, password],
    [theirs!.id, ' '],
    ['maria', ' '],
  ]) {
    assert.equal((await logIn(name!, typed!)).statusCode, 401);
  }
  const { users } = service;
  for (const change of [
    () => users.setPassword(theirs!.id, password),
    () => users.setScopes(theirs!.id, undefined),
    () => users.enrol(theirs!.id),
  ]) {
    await assert.rejects(change, /signs in at http.*: change it there/);
  }
  await users.delete(theirs!.id);
  assert.equal((await users.list()).length, 1);
});

test('only pages of the console begin a sign-on, and the way back is theirs alone', async t => {
  const { service } = await openWithProvider(t);
  for (const headers of [
    { origin: 'https://evil.example' },
    { origin: `${consoleOrigin}.evil.example` },
    { 'sec-fetch-site': 'cross-site' },
  ]) {
    const answer = await post(service, 'sign-on', headers);
    assert.deepEqual([answer.statusCode, answer.headers['set-cookie']], [403, undefined]);
  }
  const rebound = await post(service, 'sign-on', { host: 'evil.example' });
  assert.equal(rebound.statusCode, 403, 'a Host that anyone may choose is no redirect URI');
  // Nothing in a request chooses where the browser is sent.
  const { url, pending } = await begin(service);
  const query = await signInAt(url, 'maria');
  for (const name of ['return', 'next', 'redirect_uri', 'origin'])
    query.set(name, '//evil.example');
  const { page, state } = await comeBack(service, query, pending);
  assert.deepEqual([page, state], [`${consoleOrigin}/`, query.get('state')]);
  const hostile = { state: 'x#@evil.example/\r\nset-cookie: a=b', error: 'y' };
  const forged = await comeBack(service, hostile, undefined);
  assert.deepEqual([forged.page, forged.outcome], [`${consoleOrigin}/`, { error: 'expired' }]);
});

test('a provider that does not answer is 503; without a provider there is no sign-on', async t => {
  const { address, discoveryUrl } = await listenForProvider(t);
  const down = await openTestService({
    keySecret,
    signOn: { ...signOnClient, discoveryUrl },
  });
  const answer = await post(down, 'sign-on');
  assert.deepEqual([answer.statusCode, answer.headers['retry-after']], [503, '5']);
  assert.equal(answer.json().message, 'the identity provider does not answer');
  const without = await openTestService();
  assert.equal((await post(without, 'sign-on')).statusCode, 404);
  assert.deepEqual((await comeBack(without, { code: 'c', state: 's' }, 'x')).outcome, {
    error: 'expired',
  });
  for (const service of [down, without]) await service.authStore.close();
  const elsewhere = 'http://id.example/.well-known/openid-configuration';
  for (const [url, secret, message] of [
    [discoveryUrl.href, undefined, /KTIMA_KEY_SECRET/],
    [address, keySecret, /expected https, or http/],
    [elsewhere, keySecret, /expected https, or http on loopback/],
  ] as const) {
    const signOn = { ...signOnClient, discoveryUrl: new URL(url) };
    const options = { signOn, ...(secret && { keySecret: secret }) };
    await assert.rejects(openTestService(options), message);
  }
});
