import assert from 'node:assert/strict';
import { createHmac, createPublicKey, type JsonWebKey } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  FlattenedSign,
  generateKeyPair,
  type JWK,
} from 'jose';
import type { TestService } from '../service.ts';
import { accessToken, openWithProvider, post, sessionName, signOn } from './signing-on.ts';
import { statusOf } from './with-maria.ts';

const password = 'correct horse battery';
const foreign = 'https://id.example';
const stranger = await generateKeyPair('ES256', { extractable: true });
const theirs = await generateKeyPair('ES256', { extractable: true });
const publicJwk = async (key: CryptoKey, kid: string) => ({
  ...(await exportJWK(key)),
  kid,
  alg: 'ES256',
  use: 'sig',
});

const part = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

/** A token with these parts, signed whatever they are. */
async function sign(header: object, payload: unknown, key: CryptoKey): Promise<string> {
  const text = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const { signature } = await new FlattenedSign(Buffer.from(text))
    .setProtectedHeader({ alg: 'ES256', ...header })
    .sign(key, { crit: { unheard: true } });
  return `${part({ alg: 'ES256', ...header })}.${part(text)}.${signature}`;
}

/** A valid token of each kind, with the key that signs it. */
async function openKinds(t: TestContext) {
  const jwkB = await publicJwk(theirs.publicKey, 'b');
  const keysB = { find: createLocalJWKSet({ keys: [jwkB] }) };
  const others = [{ issuer: foreign, audience: 'urn:b', keys: async () => keysB }];
  const { service } = await openWithProvider(t, { others });
  await service.users.add('maria', password);
  const payload = { username: 'maria', password };
  const login = await service.auth.inject({ method: 'POST', url: '/auth/otp/login', payload });
  const { id, secret } = await service.clients.add({ name: 'nightly', scopes: 'places' });
  const client = await service.auth.inject({
    method: 'POST',
    url: '/auth/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `grant_type=client_credentials&client_id=${id}&client_secret=${secret}`,
  });
  const signedOn = await signOn(service, 'maria');
  const ring = await service.keys.current();
  const own = { key: ring.privateKey, jwk: ring.jwks.keys[0]! };
  const seconds = service.clock.now.getTime() / 1_000;
  const claims = { iss: foreign, aud: 'urn:b', sub: 'x', scope: 'places', iat: seconds };
  const theirKey = { key: theirs.privateKey, jwk: jwkB };
  const header = { typ: 'at+jwt', kid: 'b' };
  const kinds = {
    'a user': { token: login.json().access_token as string, ...own },
    'a client': { token: client.json().access_token as string, ...own },
    'a person of a provider': { token: await accessToken(service, signedOn.session!), ...own },
    'another issuer': {
      token: await sign(header, { ...claims, exp: seconds + 60 }, theirs.privateKey),
      ...theirKey,
    },
  };
  return { service, kinds, refresh: login.json().refresh_token as string, secret: secret! };
}

/** The attacks of RFC 8725 and others, made of a valid token. */
async function attacksOn(token: string, key: CryptoKey, jwk: JWK, nowSeconds: number) {
  const [head, body, signature] = token.split('.') as [string, string, string];
  const { alg: _, ...header } = decodeProtectedHeader(token);
  const claims = decodeJwt(token);
  const attacks: [string, string][] = [];
  const add = (name: string, attack: string) => attacks.push([name, attack]);
  for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
    for (const end of ['', signature]) add(alg, `${part({ ...header, alg })}.${body}.${end}`);
  }
  add('no signature', `${head}.${body}.`);
  add('two parts', `${head}.${body}`);
  const publicKey = createPublicKey({ key: jwk as JsonWebKey, format: 'jwk' });
  const secrets = [
    publicKey.export({ type: 'spki', format: 'pem' }),
    publicKey.export({ type: 'spki', format: 'der' }),
    JSON.stringify(jwk),
  ];
  for (const secret of secrets) {
    const input = `${part({ ...header, alg: 'HS256' })}.${body}`;
    const mac = createHmac('sha256', secret).update(input).digest('base64url');
    add('HS256 with the public key', `${input}.${mac}`);
  }
  const strange = await exportJWK(stranger.publicKey);
  const url = 'http://127.0.0.1:1/keys';
  for (const more of [{ jwk: strange }, { jku: url }, { x5u: url }, { x5c: ['AAAA'] }, {}]) {
    const named = Object.keys(more).join() || 'nothing';
    add(
      `a stranger's key, ${named}`,
      await sign({ ...header, ...more }, claims, stranger.privateKey),
    );
  }
  const kids = ['../../dev/null', "' OR 1=1 --", 'x'.repeat(10_000), '__proto__', 'unknown', ''];
  for (const kid of kids)
    add(`kid ${kid.slice(0, 20)}`, await sign({ ...header, kid }, claims, key));
  const changes: [string, object][] = [
    ['expired', { exp: nowSeconds - 6 }],
    ['no exp', { exp: undefined }],
    ['exp as text', { exp: String(nowSeconds + 60) }],
    ['no iat', { iat: undefined }],
    ['of the future', { nbf: nowSeconds + 6 }],
    ['issued in the future', { iat: nowSeconds + 6 }],
    ['valid for too long', { exp: nowSeconds + 90_000 }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['the other trusted issuer', { iss: claims.iss === foreign ? 'urn:test:auth' : foreign }],
    ['another audience', { aud: 'urn:other' }],
    ['no audience', { aud: undefined }],
  ];
  for (const [name, more] of changes) add(name, await sign(header, { ...claims, ...more }, key));
  const endless = JSON.stringify({ ...claims, exp: 0 }).replace('"exp":0', '"exp":1e400');
  add('exp 1e400', await sign(header, endless, key));
  for (const typ of ['JWT', 'rt+jwt', undefined])
    add(`typ ${typ}`, await sign({ ...header, typ }, claims, key));
  const unheard = { ...header, crit: ['unheard'], unheard: 1 };
  add('unknown crit', await sign(unheard, claims, key));
  for (const more of [
    { scope: 'zones places' },
    { sub: 'demo' },
    { client_id: 'x' },
    { sid: 'x' },
  ]) {
    add(`other ${Object.keys(more)}`, `${head}.${part({ ...claims, ...more })}.${signature}`);
  }
  // A sample: one test more for each kind would try all of a thousand characters.
  for (let at = 0; at < token.length; at += 23) {
    const other = token[at] === 'A' ? 'B' : 'A';
    add(`character ${at}`, token.slice(0, at) + other + token.slice(at + 1));
  }
  for (const tail of ['=', '.', 'A', '%00']) add(`with ${tail}`, token + tail);
  return attacks;
}

test('no attack on a token succeeds, whoever it was issued to', async t => {
  const { service, kinds } = await openKinds(t);
  const seconds = service.clock.now.getTime() / 1_000;
  for (const [kind, { token, key, jwk }] of Object.entries(kinds)) {
    assert.equal(await statusOf(service, token), 200, kind);
    const attacks = await attacksOn(token, key, jwk, seconds);
    assert.ok(attacks.length > 60);
    for (const [name, attack] of attacks) {
      assert.equal(await statusOf(service, attack), 401, `${kind}: ${name}`);
    }
    assert.equal(await statusOf(service, token), 200, `${kind}, afterwards`);
  }
});

test('a token is good for its own purpose and scopes only', async t => {
  const { service, kinds, refresh, secret } = await openKinds(t);
  const person = await signOn(service, 'nikos');
  assert.equal(
    await statusOf(service, await accessToken(service, person.session!)),
    403,
    'no places',
  );
  const begun = await post(service, 'sign-on');
  const pending = /__Host-ktima-sign-on=([^;]*)/.exec(String(begun.headers['set-cookie']))![1]!;
  for (const text of [
    refresh,
    person.session!,
    pending,
    secret,
    'x.y.z',
    `${refresh}.${refresh}.${refresh}`,
  ]) {
    assert.equal(await statusOf(service, text), 401, 'no access token');
  }
  for (const text of [
    ...Object.values(kinds).map(({ token }) => token),
    pending,
    secret,
    refresh,
  ]) {
    const cookie = `${sessionName}=${text}`;
    assert.equal((await post(service, 'refresh', { cookie })).statusCode, 401, 'no cookie');
  }
  for (const text of [...Object.values(kinds).map(({ token }) => token), secret, person.session!]) {
    const answer = await refreshBy(service, text);
    assert.equal(answer.statusCode, 401, 'no refresh token');
  }
  assert.equal((await refreshBy(service, refresh)).statusCode, 200);
});

function refreshBy({ auth }: TestService, refresh_token: string) {
  return auth.inject({ method: 'POST', url: '/auth/token/refresh', payload: { refresh_token } });
}
