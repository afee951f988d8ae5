import assert from 'node:assert/strict';
import { createHmac, createPublicKey, generateKeyPairSync, type JsonWebKey } from 'node:crypto';
import test from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  createLocalJWKSet,
  errors,
  exportJWK,
  FlattenedSign,
  generateKeyPair,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { bearerVerifier, type KeySet, requireScope } from '#http/tokens/bearer.ts';

const now = new Date('2026-06-15T09:00:00Z');
const seconds = now.getTime() / 1000;
const issuer = 'urn:test:auth';
const audience = 'urn:test:api';

const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
const stranger = await generateKeyPair('ES256', { extractable: true });
const publicJwk = { ...(await exportJWK(publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
const clock = { now };
let keys: KeySet = { find: createLocalJWKSet({ keys: [publicJwk] }) };
const options = { issuer, audience, keys: async () => keys, clock: () => clock.now };
const verify = bearerVerifier(options);

const about = { iss: issuer, aud: audience, sub: 'u', jti: '1' };
const claims = { ...about, iat: seconds, exp: seconds + 3600 };
const header = { alg: 'ES256', typ: 'at+jwt', kid: 'one' };

const sign = (payload: JWTPayload = {}, headers: object = {}, key = privateKey) =>
  new SignJWT({ ...claims, ...payload }).setProtectedHeader({ ...header, ...headers }).sign(key);

const refused = (token: string, name: string) =>
  assert.rejects(() => verify(`Bearer ${token}`), { code: 'UNAUTHENTICATED' }, name);

const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a valid token is accepted', async () => {
  await verify(`Bearer ${await sign()}`);
  await verify(`bearer ${await sign({ jti: '2' })}`);
});

test('no header, another scheme, no token or two: refused', async () => {
  const token = await sign();
  const two = [`Bearer ${token} ${token}`, `Bearer ${token}, Bearer ${token}`];
  const others = [undefined, '', 'Basic eDp5', 'Bearer', 'Bearer ', `Token ${token}`, token];
  for (const authorization of [...others, ...two]) {
    await assert.rejects(verify(authorization), { code: 'UNAUTHENTICATED' }, authorization);
  }
});

test('a lifetime of a day, and a clock that is five seconds ahead, are accepted', async () => {
  await verify(`Bearer ${await sign({ exp: seconds + 86_400 })}`);
  await verify(`Bearer ${await sign({ iat: seconds + 5 })}`);
});

/** A token with these parts, signed whatever they are. */
async function signText(headers: object, payload: string, key = privateKey): Promise<string> {
  const { signature } = await new FlattenedSign(Buffer.from(payload))
    .setProtectedHeader({ ...header, ...headers })
    .sign(key, { crit: { unheard: true } });
  const body = Buffer.from(payload).toString('base64url');
  return `${part({ ...header, ...headers })}.${body}.${signature}`;
}

test('claims that are wrong or missing are refused', async () => {
  for (const payload of [
    { exp: seconds - 6 },
    { exp: undefined },
    { exp: `${seconds + 60}` },
    { iat: undefined },
    { iat: seconds + 6 },
    { iat: 0 },
    // A lifetime of more than a day.
    { exp: seconds + 86_401 },
    { iss: 'urn:evil' },
    { aud: 'urn:other' },
    { aud: undefined },
  ]) {
    const text = JSON.stringify({ ...claims, ...payload });
    await refused(await signText({}, text), JSON.stringify(payload));
  }
  const endless = JSON.stringify({ ...claims, exp: 0 }).replace('"exp":0', '"exp":1e400');
  await refused(await signText({}, endless), 'exp 1e400');
});

test('headers that are wrong are refused, and a key in one is never followed', async () => {
  const kids = ['two', '../../dev/null', "' OR 1=1 --", 'x'.repeat(10_000), '__proto__', ''];
  for (const headers of [
    ...['JWT', 'rt+jwt', undefined].map(typ => ({ typ })),
    ...kids.map(kid => ({ kid })),
    { crit: ['unheard'], unheard: 1 },
  ]) {
    await refused(await signText(headers, JSON.stringify(claims)), JSON.stringify(headers));
  }
  const jwk = await exportJWK(stranger.publicKey);
  const url = 'http://127.0.0.1:1/keys';
  for (const headers of [{ jwk }, { jku: url }, { x5u: url }, { x5c: ['AAAA'] }, {}]) {
    await refused(await sign({}, headers, stranger.privateKey), JSON.stringify(headers));
  }
  const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const other = new SignJWT(claims).setProtectedHeader({ ...header, alg: 'RS256' });
  await refused(await other.sign(rsa), 'RS256');
});

test('alg none, an HMAC made with our public key, and a changed token are rejected', async () => {
  const token = await sign();
  const [head, body, signature] = token.split('.') as [string, string, string];
  for (const alg of ['none', 'None', 'NONE', 'nOnE']) {
    for (const end of ['', signature]) {
      await refused(`${part({ ...header, alg })}.${body}.${end}`, alg);
    }
  }
  const key = createPublicKey({ key: publicJwk as JsonWebKey, format: 'jwk' });
  const [pem, der] = (['pem', 'der'] as const).map(format =>
    key.export({ type: 'spki', format: format as 'pem' }),
  );
  for (const secret of [pem!, der!, JSON.stringify(publicJwk)]) {
    const input = `${part({ ...header, alg: 'HS256' })}.${body}`;
    const hmac = createHmac('sha256', secret).update(input).digest('base64url');
    await refused(`${input}.${hmac}`, 'HS256');
  }
  for (const more of [{ scope: 'zones' }, { sub: 'demo' }, { client_id: 'x' }, { sid: 'x' }]) {
    await refused(`${head}.${part({ ...claims, ...more })}.${signature}`, JSON.stringify(more));
  }
  for (const short of [`${head}.${body}.`, `${head}.${body}`]) await refused(short, short);
  for (let at = 0; at < token.length - 1; at++) {
    const letter = token[at] === 'A' ? 'B' : 'A';
    await refused(token.slice(0, at) + letter + token.slice(at + 1), `character ${at}`);
  }
});

test('a signature in another spelling, which decodes to the same bytes, is rejected', async () => {
  const token = await sign();
  const last = token.at(-1)!;
  // 64 bytes end in a character with four unused bits, so 15 others decode to the same.
  const others = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];
  const bytesOf = (text: string) => Buffer.from(text.split('.')[2]!, 'base64url').toString('hex');
  const spellings = others.map(other => token.slice(0, -1) + other);
  assert.equal(spellings.filter(text => bytesOf(text) === bytesOf(token)).length, 16);
  for (const text of spellings) if (text.at(-1) !== last) await refused(text, text);
  for (const tail of ['=', '==', ' ', '.', 'A', '%00']) await refused(token + tail, `with ${tail}`);
});

test('five seconds of leeway on both sides, and no more', async () => {
  const early = await sign({ nbf: seconds + 5, jti: 'early' });
  await verify(`Bearer ${early}`);
  await refused(await sign({ nbf: seconds + 6 }), 'nbf 6 s ahead');
  await verify(`Bearer ${await sign({ exp: seconds - 4, jti: 'late' })}`);
  await refused(await sign({ exp: seconds - 5 }), 'exp 5 s ago');
});

test('a cached token is rejected after it expired', async () => {
  const token = await sign({ exp: seconds + 10, jti: 'short' });
  await verify(`Bearer ${token}`);
  clock.now = new Date(now.getTime() + 14_999);
  await verify(`Bearer ${token}`);
  clock.now = new Date(now.getTime() + 15_000);
  await assert.rejects(verify(`Bearer ${token}`), /the token has expired/);
  await assert.rejects(verify(`Bearer ${token}A`), /the token is not valid/);
  clock.now = now;
});

test('a cached token is rejected after its key was removed', async () => {
  const token = await sign({ jti: 'of a lost key' });
  await verify(`Bearer ${token}`);
  const before = keys;
  keys = { find: createLocalJWKSet({ keys: [{ ...publicJwk, kid: 'other' }] }) };
  await refused(token, 'its key was removed');
  keys = before;
  await verify(`Bearer ${token}`);
});

test('a cached token is rejected after its session ended', async () => {
  const ended = new Set<string>();
  const guarded = bearerVerifier({ ...options, endedSessions: async () => ended });
  const token = await sign({ sid: 'session one' });
  await guarded(`Bearer ${token}`);
  ended.add('session one');
  await assert.rejects(guarded(`Bearer ${token}`), { code: 'UNAUTHENTICATED' });
  await guarded(`Bearer ${await sign({ sid: 'session two' })}`);
});

test('a token is verified once and cached', async () => {
  let verified = 0;
  const find: KeySet['find'] = (...args) => {
    verified++;
    return keys.find(...args);
  };
  const counted = { find };
  const counting = bearerVerifier({ ...options, keys: async () => counted });
  const token = await sign();
  for (let i = 0; i < 5; i++) await counting(`Bearer ${token}`);
  assert.equal(verified, 1);
});

test('other algorithms and types are accepted only if configured', async () => {
  const { privateKey: rsa, publicKey: rsaPublic } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
  });
  const jwk = { ...rsaPublic.export({ format: 'jwk' }), kid: 'rsa', alg: 'RS256', use: 'sig' };
  const rsaKeys = { find: createLocalJWKSet({ keys: [jwk] }) };
  const signed = (typ: string | undefined, payload: object = {}) =>
    new SignJWT({ ...claims, ...payload })
      .setProtectedHeader({ alg: 'RS256', kid: 'rsa', ...(typ === undefined ? {} : { typ }) })
      .sign(rsa);
  const byDefault = bearerVerifier({ ...options, keys: async () => rsaKeys });
  const configured = { algorithms: ['RS256'], types: ['jwt'] } as const;
  const keycloak = bearerVerifier({ ...options, keys: async () => rsaKeys, ...configured });
  await keycloak(`Bearer ${await signed('JWT', { typ: 'Bearer' })}`);
  const cases: [string, string][] = [
    ['an ID token', await signed('JWT', { typ: 'ID' })],
    ['another type', await signed('logout+jwt')],
    ['no type', await signed(undefined)],
    ['another algorithm', await sign()],
  ];
  for (const [name, token] of cases) {
    await assert.rejects(keycloak(`Bearer ${token}`), { code: 'UNAUTHENTICATED' }, name);
  }
  for (const typ of ['JWT', 'at+jwt']) {
    const token = await signed(typ);
    await assert.rejects(byDefault(`Bearer ${token}`), { code: 'UNAUTHENTICATED' }, typ);
  }
});

test('keys or ended sessions that cannot be read give 503, and the message names them', async () => {
  for (const failure of [new TypeError('fetch failed'), new errors.JOSEError('Expected 200 OK')]) {
    const blind = bearerVerifier({ ...options, keys: () => Promise.reject(failure) });
    const token = await sign();
    await assert.rejects(() => blind(`Bearer ${token}`), {
      code: 'UNAVAILABLE',
      message: 'tokens cannot be checked now: the signing keys are not available',
      retryAfterSeconds: 5,
    });
    const endedSessions = () => Promise.reject(failure);
    await assert.rejects(() => bearerVerifier({ ...options, endedSessions })(`Bearer ${token}`), {
      code: 'UNAVAILABLE',
      message: 'tokens cannot be checked now: the list of ended sessions is not available',
    });
  }
});

test('a cached token is valid without a promise until it expires, its key is removed or its session ends', async () => {
  const ended = new Set<string>();
  let inForce = { ...keys };
  const quick = bearerVerifier({
    ...options,
    keys: Object.assign(async () => inForce, { ifFresh: () => inForce }),
    endedSessions: Object.assign(async () => ended, { ifFresh: () => ended }),
  });
  const authorization = `Bearer ${await sign({ sid: 'known' })}`;
  const known = () => quick.ifCached!(authorization) !== undefined;
  assert.equal(known(), false, 'never seen');
  await quick(authorization);
  assert.equal(known(), true);
  const changed = [authorization.slice(0, -1), `${authorization}A`];
  for (const other of [undefined, '', 'Bearer x', ...changed]) {
    assert.equal(quick.ifCached!(other), undefined);
  }

  clock.now = new Date(now.getTime() + 3_605_000);
  assert.equal(known(), false, 'expired');
  clock.now = now;
  ended.add('known');
  assert.equal(known(), false, 'its session was ended');
  ended.clear();
  inForce = { ...inForce };
  assert.equal(known(), false, 'the keys are others');
  await quick(authorization);
  assert.equal(known(), true);
});

test('two Authorization headers are refused, also if one of them is valid', async () => {
  const token = await sign({ scope: 'places' });
  const hook = requireScope(verify, 'places');
  const outcome = (...values: string[]) => {
    const rawHeaders = values.flatMap(value => ['AUTHORIZATION', value]);
    // Node keeps the first of them.
    const request = { headers: { authorization: values[0] }, raw: { rawHeaders } };
    return new Promise<Error | undefined>(done => {
      hook(request as unknown as FastifyRequest, {} as FastifyReply, done);
    });
  };
  assert.equal(await outcome(`Bearer ${token}`), undefined);
  for (const second of ['Bearer bad', 'Basic x', `Bearer ${token}`]) {
    const error = await outcome(`Bearer ${token}`, second);
    assert.match(String(error), /Authorization: expected Bearer and one JWT/, second);
  }
});

test('scopes come from the claim of the issuer; without it, those that are configured', async () => {
  const scopesOf = async (payload: object, more: object = {}) => {
    const caller = await bearerVerifier({ ...options, ...more })(
      `Bearer ${await sign(payload as JWTPayload)}`,
    );
    return [...caller.scopes].join(' ');
  };
  const realm = { realm_access: { roles: ['offline_access', 'places'] } };
  const name = 'https://ktima.example/scopes';
  const cases: [object, object, string][] = [
    [{ scope: 'openid report places' }, {}, 'places report'],
    [{ scope: 'openid' }, { defaultScopes: ['open'] }, ''],
    [{}, {}, ''],
    [{}, { defaultScopes: ['open'] }, 'open'],
    [{ scope: 'places' }, { scopeClaim: null, defaultScopes: ['open'] }, 'open'],
    [{ scp: ['zones', 7, null, 'PLACES'] }, { scopeClaim: 'scp' }, 'zones'],
    [realm, { scopeClaim: 'realm_access.roles' }, 'places'],
    [realm, { scopeClaim: 'realm_access.names', defaultScopes: ['open'] }, 'open'],
    [{ [name]: 'report' }, { scopeClaim: name }, 'report'],
    [{ scope: { places: true } }, {}, ''],
    [{}, { scopeClaim: '__proto__.constructor.name' }, ''],
  ];
  for (const [payload, more, expected] of cases) {
    assert.equal(await scopesOf(payload, more), expected, JSON.stringify([payload, more]));
  }
});

test('several issuers are trusted, each with its own keys, audience and rules', async () => {
  const issuerB = 'https://id.example';
  const jwk = { ...(await exportJWK(stranger.publicKey)), kid: 'one', alg: 'ES256', use: 'sig' };
  const keysB: KeySet = { find: createLocalJWKSet({ keys: [jwk] }) };
  const ended = new Set(['over']);
  const rulesOfB = { types: ['jwt'], defaultScopes: ['report'] } as const;
  const both = bearerVerifier({
    ...options,
    endedSessions: async () => ended,
    others: [{ issuer: issuerB, audience: 'urn:b', keys: async () => keysB, ...rulesOfB }],
  });
  const { scopes, ...caller } = await both(`Bearer ${await sign({ scope: 'places' })}`);
  assert.deepEqual([caller, ...scopes], [{ issuer, subject: 'u' }, 'places']);
  const ofB = { iss: issuerB, aud: 'urn:b', sub: 'them' };
  const signB = (payload: object = {}, headers: object = {}, key = stranger.privateKey) =>
    sign({ ...ofB, ...payload } as JWTPayload, { typ: 'JWT', ...headers }, key);
  // A session of the other issuer may have an id that ended here.
  const theirs = await both(`Bearer ${await signB({ sid: 'over' })}`);
  assert.deepEqual([theirs.issuer, theirs.subject, ...theirs.scopes], [issuerB, 'them', 'report']);
  const cases: Record<string, string> = {
    'the name of one, signed by the other': await signB({}, {}, privateKey),
    'our name, signed by the other': await sign({}, {}, stranger.privateKey),
    'our audience': await signB({ aud: audience }),
    'our type': await signB({}, { typ: 'at+jwt' }),
    'its type with our name': await sign({}, { typ: 'JWT' }),
    'a third issuer': await signB({ iss: 'https://third.example' }),
    'no issuer': await sign({ iss: undefined } as unknown as JWTPayload),
    'an issuer that is no text': await sign({ iss: ['urn:test:auth'] } as unknown as JWTPayload),
    'a session that ended here': await sign({ sid: 'over' }),
  };
  for (const [name, token] of Object.entries(cases)) {
    await assert.rejects(both(`Bearer ${token}`), { code: 'UNAUTHENTICATED' }, name);
  }
});
