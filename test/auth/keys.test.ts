import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import type { AuthStore } from '#features/auth/auth-store.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { openSeal } from '#features/auth/protection/seal.ts';
import { signAccessToken } from '#features/auth/tokens/access-tokens.ts';
import { addNextKey, openKeys, sealKeys } from '#features/auth/tokens/signing-keys.ts';
import { bearerVerifier } from '#http/tokens/bearer.ts';
import { patient } from '../postgres/database.ts';
import { rounds } from '../sample.ts';
import { openOver, usualEngine } from './engines.ts';

const start = new Date('2026-06-15T09:00:00Z');
const keyOptions = { seal: openSeal(undefined), clock: () => start };

/** Instances that share one new database. */
async function openStores(t: TestContext, count: number) {
  const url = await usualEngine.newDatabase(t);
  const opening = Array.from({ length: count }, () => openAuthStore(url, patient));
  const stores = await Promise.all(opening);
  for (const store of stores) t.after(() => store.close());
  return stores as [AuthStore, ...AuthStore[]];
}

test('the first start makes a key, the next ones find it', async t => {
  const kids: string[] = [];
  for (const store of await openStores(t, 2)) {
    kids.push((await (await openKeys(store, keyOptions)).current()).kid);
  }
  assert.equal(kids[0], kids[1]);
});

test('a first key that a rotation adds signs immediately', async t => {
  const [store] = await openStores(t, 1);
  const createdAtMs = start.getTime();
  const times = { createdAtMs, signsFromMs: createdAtMs + 600_000 };
  await addNextKey(store, keyOptions.seal, undefined, times);
  const [first] = await store.signingKeys();
  assert.equal(first!.signsFromMs, createdAtMs);
  await addNextKey(store, keyOptions.seal, first, times);
  assert.equal((await store.signingKeys())[0]!.signsFromMs, createdAtMs + 600_000);
});

test('two instances that start at once agree on one key', async t => {
  const stores = await openStores(t, 2);
  const [a, b] = await Promise.all(stores.map(store => openKeys(store, keyOptions)));
  assert.equal((await a!.current()).kid, (await b!.current()).kid);
});

test('the public key set contains no private field', async t => {
  const { auth, keys } = await openOver(t);
  const response = await auth.inject('/.well-known/jwks.json');
  assert.equal(response.statusCode, 200);
  const [jwk] = response.json().keys;
  assert.deepEqual(Object.keys(jwk).sort(), ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
  assert.equal(jwk.kid, (await keys.current()).kid);
});

const dayMs = 86_400_000;

/** Keys whose clock the test moves. */
async function openMoving(t: TestContext) {
  const [store] = await openStores(t, 1);
  const time = { nowMs: start.getTime() };
  const clock = () => new Date(time.nowMs);
  const keys = await openKeys(store, { ...keyOptions, clock });
  const kids = async () => (await keys.current()).jwks.keys.map(key => key.kid);
  return { store, time, keys, kids, clock };
}

test('a new key replaces a key in time, and is published ten minutes before it signs', async t => {
  const { time, keys, kids } = await openMoving(t);
  const first = (await keys.current()).kid;
  time.nowMs += 90 * dayMs - 600_000 - 1;
  assert.deepEqual(await kids(), [first]);
  time.nowMs += 10_000;
  const [second, ...rest] = await kids();
  assert.deepEqual(rest, [first]);
  assert.equal((await keys.current()).kid, first, 'published, not yet used');
  time.nowMs += 599_000;
  assert.equal((await keys.current()).kid, first);
  time.nowMs += 10_000;
  assert.equal((await keys.current()).kid, second);
  assert.deepEqual(await kids(), [second, first], 'kept for tokens that are still about');
  time.nowMs += dayMs + 120_000;
  assert.deepEqual(await kids(), [second], 'dropped when the last of them is dead');
});

test('a rotation by hand is seen by a running service within two seconds', async t => {
  const { store, time, keys, kids } = await openMoving(t);
  const first = (await keys.current()).kid;
  const [newest] = await store.signingKeys();
  const times = { createdAtMs: time.nowMs, signsFromMs: time.nowMs + 600_000 };
  await addNextKey(store, keyOptions.seal, newest, times);
  time.nowMs += 2_000;
  assert.equal((await kids()).length, 2);
  assert.equal((await keys.current()).kid, first);
  time.nowMs += 600_000;
  assert.notEqual((await keys.current()).kid, first);
});

test('two instances that rotate at once make one new key', async t => {
  const stores = await openStores(t, 2);
  const time = { nowMs: start.getTime() };
  const options = { ...keyOptions, clock: () => new Date(time.nowMs) };
  const services = await Promise.all(stores.map(store => openKeys(store, options)));
  time.nowMs += 100 * dayMs;
  await Promise.all(services.map(keys => keys.current()));
  assert.equal((await stores[0]!.signingKeys()).length, 2);
});

test('the key that signs cannot be removed, any other can', async t => {
  const { store, time, keys } = await openMoving(t);
  const first = (await keys.current()).kid;
  assert.equal(await store.removeSigningKey(first, time.nowMs), false);
  const [newest] = await store.signingKeys();
  const times = { createdAtMs: time.nowMs, signsFromMs: time.nowMs };
  await addNextKey(store, keyOptions.seal, newest, times);
  assert.equal(await store.removeSigningKey(first, time.nowMs), true);
});

test('tokens of a removed key are rejected within two seconds, cached or not', async t => {
  const { store, time, keys, clock } = await openMoving(t);
  const tokens = { issuer: 'i', audience: 'a', lifetimeSeconds: 3600 };
  const publicKeys = async () => (await keys.current()).publicKeys;
  const verify = bearerVerifier({ ...tokens, keys: publicKeys, clock });
  const old = await keys.current();
  const token = await signAccessToken(old, tokens, { id: 's', userId: 'u', scopes: null }, clock());
  await verify(`Bearer ${token}`);
  const [newest] = await store.signingKeys();
  const times = { createdAtMs: time.nowMs, signsFromMs: time.nowMs };
  await addNextKey(store, keyOptions.seal, newest, times);
  time.nowMs += 2_000;
  await verify(`Bearer ${token}`);
  await store.removeSigningKey(old.kid, time.nowMs);
  time.nowMs += 2_000;
  await assert.rejects(verify(`Bearer ${token}`), { code: 'UNAUTHENTICATED' });
});

test('rotations under load cause not one wrong 401', async t => {
  const service = await openOver(t);
  const { api, authStore, seal, clock } = service;
  const session = { id: 's', userId: 'u', scopes: null };
  const issued: { token: string; untilMs: number }[] = [];
  const signers = new Set<string>();
  let requests = 0;
  // Four hours in small steps; a new key every half hour, ten minutes ahead.
  for (let second = 0; second < 4 * 3_600; second += rounds(21, 42)) {
    clock.now = new Date(start.getTime() + second * 1_000);
    if (second % 1_806 === 0 && second > 0) {
      const [newest] = await authStore.signingKeys();
      const createdAtMs = clock.now.getTime();
      const signsFromMs = createdAtMs + 600_000;
      await addNextKey(authStore, seal, newest, { createdAtMs, signsFromMs });
    }
    const ring = await service.keys.current();
    signers.add(ring.kid);
    const token = await signAccessToken(ring, service.tokens, session, clock.now);
    issued.push({ token, untilMs: clock.now.getTime() + 3_600_000 });
    const alive = issued.filter(({ untilMs }) => untilMs > clock.now.getTime());
    for (const { token } of [alive[0]!, alive.at(-1)!]) {
      const headers = { authorization: `Bearer ${token}` };
      const url = '/api/points-of-interest/';
      const payload = { latitude: 0, longitude: 0 };
      const { statusCode } = await api.inject({ method: 'POST', url, headers, payload });
      assert.equal(statusCode, 200, `second ${second}`);
      requests++;
    }
  }
  const told = `${signers.size} keys, ${requests} requests`;
  assert.ok(signers.size >= 7 && requests > rounds(1_300, 650), told);
});

test('with a secret, private keys are sealed, also existing ones', async t => {
  const [store] = await openStores(t, 1);
  const plain = await openKeys(store, keyOptions);
  assert.match((await store.signingKeys())[0]!.privateKey, /"d":/);
  const secret = 'a secret of at least 32 characters, made up';
  const sealed = await openKeys(store, { ...keyOptions, seal: openSeal(secret) });
  const [stored] = await store.signingKeys();
  assert.match(stored!.privateKey, /^sealed:1:/);
  assert.equal((await sealed.current()).kid, (await plain.current()).kid);
  await openKeys(store, { ...keyOptions, seal: openSeal(secret) });
  const refusal = { code: 'BAD_SETTING', message: /^KTIMA_KEY_SECRET is / };
  for (const wrong of [undefined, `${secret}!`]) {
    await assert.rejects(openKeys(store, { ...keyOptions, seal: openSeal(wrong) }), refusal);
  }
});

test('keys sealed with the old secret are opened, and sealed with the new one', async t => {
  const [store] = await openStores(t, 1);
  const [old, secret] = ['o', 'n'].map(letter => letter.repeat(32));
  const { kid } = await (await openKeys(store, { ...keyOptions, seal: openSeal(old) })).current();
  const both = openSeal(secret, old);
  assert.equal((await (await openKeys(store, { ...keyOptions, seal: both })).current()).kid, kid);
  assert.equal(await sealKeys(store, both, await store.signingKeys()), 0, 'it was done');
  const alone = await openKeys(store, { ...keyOptions, seal: openSeal(secret) });
  assert.equal((await alone.current()).kid, kid);
  for (const useless of [openSeal(old), openSeal('x'.repeat(32), old)]) {
    await assert.rejects(openKeys(store, { ...keyOptions, seal: useless }), {
      code: 'BAD_SETTING',
      message: /^KTIMA_KEY_SECRET is not the one that was used: signing key /,
    });
  }
});

test('the old secret opens sealed text, which then needs sealing', () => {
  const [old, secret] = ['o', 'n'].map(letter => letter.repeat(32));
  const [before, now, both] = [openSeal(old), openSeal(secret), openSeal(secret, old)];
  for (const [stored, expected] of [
    ['text', true],
    [before.close('text', 'here'), true],
    [now.close('text', 'here'), false],
    [both.close('text', 'here'), false],
  ] as const) {
    assert.equal(both.open(stored, 'here'), 'text');
    assert.equal(both.needsSealing(stored, 'here'), expected);
  }
  assert.equal(now.open(both.close('text', 'here'), 'here'), 'text');
  const message = /^KTIMA_OLD_KEY_SECRET: expected with KTIMA_KEY_SECRET/;
  assert.throws(() => openSeal(undefined, old), { code: 'BAD_SETTING', message });
});

test('sealed text opens only for its own owner, and not after a change', () => {
  const seal = openSeal('a secret of at least 32 characters, made up');
  const stored = seal.close('text', 'here');
  assert.equal(seal.open(stored, 'here'), 'text');
  assert.notEqual(seal.close('text', 'here'), stored, 'salted');
  assert.throws(() => seal.open(stored, 'there'), { code: 'BAD_SETTING' });
  for (const at of [12, 30, 50, stored.length - 2]) {
    const altered = stored.slice(0, at) + (stored[at] === 'A' ? 'B' : 'A') + stored.slice(at + 1);
    assert.throws(() => seal.open(altered, 'here'), { code: 'BAD_SETTING' });
  }
  assert.throws(() => seal.open('sealed:1:', 'here'), { code: 'BAD_SETTING' });
});
