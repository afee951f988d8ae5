import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import test, { type TestContext } from 'node:test';
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  SignJWT,
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

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

const sign = (header: object, payload: object, key: CryptoKey) =>
  new SignJWT({ ...payload }).setProtectedHeader({ alg: 'ES256', ...header }).sign(key);

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

test('no attack on a token succeeds, whoever it was issued to', async t => {
  const { service, kinds } = await openKinds(t);
  for (const [kind, { token, key, jwk }] of Object.entries(kinds)) {
    assert.equal(await statusOf(service, token), 200, kind);
    const [head, body, signature] = token.split('.') as [string, string, string];
    const header = decodeProtectedHeader(token);
    const claims = decodeJwt(token);
    const other = claims.iss === foreign ? 'urn:test:auth' : foreign;
    const mac = `${part({ ...header, alg: 'HS256' })}.${body}`;
    const hmac = createHmac('sha256', JSON.stringify(jwk)).update(mac).digest('base64url');
    // test/tokens/bearer.test.ts has more.
    for (const [name, attack] of Object.entries({
      'alg none': `${part({ ...header, alg: 'none' })}.${body}.${signature}`,
      'HS256 with the public key': `${mac}.${hmac}`,
      'the key of a stranger': await sign(header, claims, stranger.privateKey),
      expired: await sign(header, { ...claims, exp: 1 }, key),
      'the other trusted issuer': await sign(header, { ...claims, iss: other }, key),
      'more scopes': `${head}.${part({ ...claims, scope: 'zones places' })}.${signature}`,
    })) {
      assert.equal(await statusOf(service, attack), 401, `${kind}: ${name}`);
    }
    assert.equal(await statusOf(service, token), 200, `${kind}, afterwards`);
  }
});

test('a token is good for its own purpose and scopes only', async t => {
  const { service, kinds, refresh, secret } = await openKinds(t);
  const person = await signOn(service, 'nikos');
  const ofPerson = await accessToken(service, person.session!);
  assert.equal(await statusOf(service, ofPerson), 403, 'no places');
  const begun = await post(service, 'sign-on');
  const pending = /__Host-ktima-sign-on=([^;]*)/.exec(String(begun.headers['set-cookie']))![1]!;
  const texts = [refresh, person.session!, pending, secret, 'x.y.z'];
  for (const text of [...texts, `${refresh}.${refresh}.${refresh}`]) {
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
  const garbage = ['x', `${refresh}x`, 'ω'.repeat(43), secret, person.session!];
  for (const text of [...Object.values(kinds).map(({ token }) => token), ...garbage]) {
    const answer = await refreshBy(service, text);
    assert.equal(answer.statusCode, 401, 'no refresh token');
    assert.equal(answer.headers['www-authenticate'], 'Bearer');
  }
  assert.equal((await refreshBy(service, refresh)).statusCode, 200);
});

function refreshBy({ auth }: TestService, refresh_token: string) {
  return auth.inject({ method: 'POST', url: '/auth/token/refresh', payload: { refresh_token } });
}
