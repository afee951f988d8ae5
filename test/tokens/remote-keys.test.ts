import assert from 'node:assert/strict';
import { once } from 'node:events';
import test from 'node:test';
import { gzipSync } from 'node:zlib';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { bearerVerifier } from '#http/tokens/bearer.ts';
import { fetchJson } from '#http/tokens/fetch-json.ts';
import { discoveredKeys, remoteKeys } from '#http/tokens/remote-keys.ts';
import { startLocalServer } from '../local-server.ts';

const start = new Date('2026-06-15T09:00:00Z').getTime();
const issuer = 'urn:test:auth';
const audience = 'urn:test:api';

/** An issuer on loopback that counts what is fetched from it. */
async function openIssuer(t: { after(work: () => void): void }) {
  const pairs = await Promise.all(['one', 'two'].map(() => generateKeyPair('ES256')));
  const jwks = await Promise.all(
    ['one', 'two'].map(async (kid, i) => ({ ...(await exportJWK(pairs[i]!.publicKey)), kid })),
  );
  const state = { published: [jwks[0]!], fetches: 0, broken: false, connections: 0, now: start };
  const { server, url: address } = await startLocalServer(t, (request, response) => {
    if (state.broken) return void response.writeHead(500).end();
    state.fetches++;
    const address = `http://${request.headers.host}`;
    const about = { issuer, jwks_uri: `${address}/jwks` };
    response.end(JSON.stringify(request.url === '/about' ? about : { keys: state.published }));
  });
  server.on('connection', () => state.connections++);
  const sign = (kid: string, more: object = {}, key = kid === 'two' ? 1 : 0) =>
    new SignJWT({ iss: issuer, aud: audience, iat: start / 1000, exp: start / 1000 + 7_200 })
      .setProtectedHeader({ alg: 'ES256', typ: 'at+jwt', kid, ...more })
      .setJti(crypto.randomUUID())
      .sign(pairs[key]!.privateKey);
  return { state, jwks, address, sign, clock: () => new Date(state.now) };
}

test('no token causes more than one fetch in 30 s', async t => {
  const { state, address, sign, clock } = await openIssuer(t);
  const keys = remoteKeys(new URL(`${address}/jwks`), { clock });
  const verify = bearerVerifier({ issuer, audience, keys, clock });
  await verify(`Bearer ${await sign('one')}`);
  const trap = `${address}/trap`;
  const before = { fetches: state.fetches, connections: state.connections };
  for (const [kid, more] of [
    ['unknown', {}],
    ['../../etc/passwd', {}],
    ["' OR 1=1 --", {}],
    ['__proto__', {}],
    ['x'.repeat(10_000), {}],
    ['unknown', { jku: trap }],
    ['unknown', { x5u: trap }],
    ['unknown', { x5c: ['MII='] }],
  ] as const) {
    for (let second = 0; second < 3; second++) {
      await assert.rejects(verify(`Bearer ${await sign(kid, more)}`), { code: 'UNAUTHENTICATED' });
      state.now += 1_000;
    }
  }
  assert.deepEqual({ fetches: state.fetches, connections: state.connections }, before);
});

test('a new key is accepted, and a removed one rejected, within a minute', async t => {
  const { state, jwks, address, sign, clock } = await openIssuer(t);
  const keys = remoteKeys(new URL(`${address}/jwks`), { clock });
  const verify = bearerVerifier({ issuer, audience, keys, clock });
  const old = await sign('one');
  await verify(`Bearer ${old}`);
  state.published = [jwks[1]!];
  state.now += 60_000;
  await verify(`Bearer ${await sign('two')}`);
  await assert.rejects(verify(`Bearer ${old}`), { code: 'UNAUTHENTICATED' });
});

test('tokens are accepted while the issuer is down, for up to an hour; then 503', async t => {
  const { state, address, sign, clock } = await openIssuer(t);
  const keys = remoteKeys(new URL(`${address}/jwks`), { clock });
  const verify = bearerVerifier({ issuer, audience, keys, clock });
  const token = await sign('one');
  await verify(`Bearer ${token}`);
  state.broken = true;
  state.now += 600_000;
  await verify(`Bearer ${token}`);
  state.now += 3_600_000;
  await assert.rejects(verify(`Bearer ${token}`), { code: 'UNAVAILABLE', retryAfterSeconds: 5 });
  state.broken = false;
  state.now += 5_000;
  await verify(`Bearer ${token}`);
});

test('keys are found by the discovery document of the issuer, and of no other', async t => {
  const { address, sign, clock } = await openIssuer(t);
  const about = new URL(`${address}/about`);
  const keys = discoveredKeys(about, issuer, { clock });
  const verify = bearerVerifier({ issuer, audience, keys, clock });
  await verify(`Bearer ${await sign('one')}`);
  const find = discoveredKeys(about, 'urn:someone:else', { clock });
  await assert.rejects(find(), /expected the issuer urn:someone:else, got/);
});

test('an answer is read up to its limit and no further, also a compressed one', async t => {
  const text = Buffer.alloc(5_000_000, ' ');
  const answers: Record<string, [headers: Record<string, string>, body: Buffer]> = {
    '/plain': [{}, text],
    '/gzip': [{ 'content-encoding': 'gzip' }, gzipSync(text)],
    '/announced': [{ 'content-length': '4000001' }, Buffer.from('{')],
  };
  let closed: Promise<unknown> | undefined;
  const { url } = await startLocalServer(t, (request, response) => {
    const [headers, body] = answers[request.url!]!;
    // Never ended: the client closes the connection.
    response.writeHead(200, headers).write(body);
    closed = once(response, 'close');
  });
  for (const path of Object.keys(answers)) {
    await assert.rejects(fetchJson(new URL(path, url)), {
      message: `${url}${path} answered with more than 4000000 bytes`,
    });
    await closed;
  }
});
