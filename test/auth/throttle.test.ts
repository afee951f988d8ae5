import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import {
  bucketPrefixesOf,
  countFailure,
  isLocked,
  lockedFactors,
  lockedUsers,
  longestLockMs,
  openThrottle,
} from '#features/auth/protection/throttle.ts';
import { patient } from '../postgres/database.ts';
import type { TestOptions, TestService } from '../service.ts';
import { openOver } from './engines.ts';
import { assertSame, pass, password } from './with-maria.ts';

async function open(t: TestContext, options: TestOptions = {}) {
  const service = await openOver(t, options);
  await service.users.add('Μαρία', password, 'maria@example.gr');
  await service.users.add('petros', password);
  return service;
}

const login = (
  { auth }: TestService,
  given: { username?: string; password?: string; from?: string; forwarded?: string } = {},
) =>
  auth.inject({
    method: 'POST',
    url: '/auth/otp/login',
    payload: {
      username: given.username ?? 'maria@example.gr',
      password: given.password ?? password,
    },
    remoteAddress: given.from ?? '192.0.2.1',
    headers: given.forwarded === undefined ? {} : { 'x-forwarded-for': given.forwarded },
  });
const status = async (...args: Parameters<typeof login>) => (await login(...args)).statusCode;
const fail = async (service: TestService, times: number, from?: (i: number) => string) => {
  for (let i = 0; i < times; i++) {
    const given = { password: 'wrong', ...(from ? { from: from(i) } : {}) };
    assert.equal(await status(service, given), 401);
  }
};

test('ten failures lock, and tries while locked do not make the lock longer', async t => {
  const service = await open(t);
  await fail(service, 9);
  assert.equal(await status(service), 200, 'nine are forgiven, and forgotten');
  await fail(service, 10);
  await fail(service, 50);
  pass(service, 29);
  assert.equal(await status(service), 401);
  pass(service, 1);
  assert.equal(await status(service), 200);
});

test('a locked user gets the same bytes and headers as a wrong password', async t => {
  const service = await open(t);
  const wrong = await login(service, { password: 'wrong' });
  await fail(service, 9);
  const locked = await login(service);
  assertSame([wrong, locked, await login(service, { username: 'nobody' })]);
});

test('name and e-mail, case and Unicode forms share one counter', async t => {
  const service = await open(t);
  const names = ['Μαρία', 'μαρία', 'ΜΑΡΊΑ', 'Μαρία'.normalize('NFD'), 'Μαρία'];
  const addresses = ['MARIA@EXAMPLE.GR', ' maria@example.gr ', 'ｍａｒｉａ@example.gr'];
  const forms = [...names, ...addresses, 'maria@example.gr', 'maria@example.gr'];
  for (const username of forms) await login(service, { username, password: 'wrong' });
  assert.equal(await status(service), 401);
  assert.equal(await status(service, { username: 'petros' }), 200);
});

test('of parallel guesses only ten are checked: a right one after them is rejected', async t => {
  const service = await open(t);
  const guesses = Array.from({ length: 60 }, (_, i) =>
    login(service, { password: i < 10 ? 'wrong' : i === 50 ? password : `guess ${i}` }),
  );
  assert.ok((await Promise.all(guesses)).every(a => a.statusCode === 401));
});

test('twenty parallel right logins all succeed', async t => {
  const service = await open(t);
  const answers = await Promise.all(Array.from({ length: 20 }, () => login(service)));
  assert.ok(answers.every(a => a.statusCode === 200));
});

test('a lock survives a restart, and holds for another instance', async t => {
  const first = await open(t);
  const again = () => openOver(t, { authUrl: first.authUrl });
  const second = await again();
  await fail(first, 10);
  assert.equal(await status(second), 401);
  const restarted = await again();
  assert.equal(await status(restarted), 401);
  pass(restarted, 30);
  assert.equal(await status(restarted), 200);
});

test('an attacker cannot lock a user out of the networks of earlier sessions', async t => {
  const service = await open(t);
  const home = '198.51.100.7';
  assert.equal(await status(service, { from: home }), 200);
  await fail(service, 10);
  assert.equal(await status(service, { from: home }), 200, 'a lock is for one place');
  await fail(service, 200, i => `203.0.113.${i}`);
  assert.equal(await status(service, { from: '203.0.113.250' }), 401, 'no new places now');
  assert.equal(await status(service, { from: home }), 200, 'but the old ones');
  pass(service, 900);
  assert.equal(await status(service, { from: '203.0.113.250' }), 200, 'for 15 minutes at most');
});

test('an IP address with too many failures gets 429 for every user name', async t => {
  const service = await open(t);
  for (let i = 0; i < 100; i++) {
    assert.equal(await status(service, { username: `user ${i}` }), 401);
  }
  const refused = await login(service, { username: 'petros' });
  assert.equal(refused.statusCode, 429);
  assert.equal(refused.headers['retry-after'], '30');
  assert.equal(refused.json().error, 429);
  assert.equal(await status(service, { username: 'petros', from: '192.0.2.2' }), 200);
  pass(service, 30);
  assert.equal(await status(service, { username: 'petros' }), 200, 'lifted');
});

test('a whole IPv6 /64 is counted as one client', async t => {
  const { throttle } = await openAlone(t);
  for (let i = 0; i < 100; i++) {
    await throttle.settlePassword(`user ${i}`, `2001:db8:0:1::${i.toString(16)}`, false);
  }
  await assert.rejects(throttle.admit('2001:db8:0:1:ffff::1'), { code: 'THROTTLED' });
  await throttle.admit('2001:db8:0:2::1');
});

test('X-Forwarded-For counts only behind a configured proxy', async t => {
  const direct = await open(t);
  for (let i = 0; i < 100; i++) {
    await login(direct, { username: 'x', forwarded: `198.51.100.${i}` });
  }
  assert.equal(await status(direct, { forwarded: '198.51.100.200' }), 429);

  const proxied = await open(t, { trustedProxies: ['10.0.0.0/8'] });
  const through = (username: string, client: string, from = '10.1.2.3') =>
    status(proxied, { username, forwarded: client, from });
  for (let i = 0; i < 100; i++) await through('x', '198.51.100.1');
  assert.equal(await through('petros', '198.51.100.1'), 429);
  assert.equal(await through('petros', '203.0.113.9, 198.51.100.1'), 429, 'what a client adds');
  assert.equal(await through('petros', '198.51.100.2'), 200);
  assert.equal(await through('petros', '198.51.100.1', '192.0.2.77'), 200, 'no proxy of ours');
  assert.equal(await through('petros', 'nonsense'), 200, 'then the proxy’s own address counts');
});

test('a lock of any number of failures lasts 15 minutes at most, and a longer one is ignored', () => {
  const limit = { failures: 10, forgetMs: 3_600_000 };
  const now = 1_000_000;
  const locks = [8, 9, 10, 11, 12, 13, 14, 15, 1_000].map(failures => {
    const bucket = { key: 'k', failures, updatedAtMs: now, lockedUntilMs: 0 };
    return Math.max(0, countFailure(bucket, limit, now).lockedUntilMs - now) / 1_000;
  });
  assert.deepEqual(locks, [0, 30, 60, 120, 240, 480, 900, 900, 900]);
  // So that they are forgotten in hours.
  const many = { key: 'k', failures: 1_000, updatedAtMs: now, lockedUntilMs: 0 };
  assert.equal(countFailure(many, limit, now).failures, 15);
  const until = (lockedUntilMs: number) =>
    isLocked({ key: 'k', failures: 10, updatedAtMs: now, lockedUntilMs }, now);
  const ends = [0, 1, longestLockMs, longestLockMs + 1].map(ms => until(now + ms));
  assert.deepEqual(ends, [false, true, true, false]);
});

test('the time since the last forgotten failure counts for the next one', () => {
  const limit = { failures: 10, forgetMs: 60_000 };
  const after = (failures: number, now: number) => {
    const bucket = { key: 'k', failures, updatedAtMs: 1_000, lockedUntilMs: 0 };
    const counted = countFailure(bucket, limit, now);
    return [counted.failures, counted.updatedAtMs];
  };
  assert.deepEqual(after(5, 91_000), [5, 61_000]);
  assert.deepEqual(after(5, 30_000), [6, 1_000]);
  assert.deepEqual(after(1, 91_000), [1, 91_000], 'none is left, so the time begins anew');
});

test('a lock lasts at most 15 minutes and failures are forgotten', () => {
  const limit = { failures: 10, forgetMs: 60_000 };
  const pauses = fc.array(fc.integer({ min: 0, max: 3_600_000 }), { maxLength: 60 });
  fc.assert(
    fc.property(pauses, list => {
      let bucket = { key: 'k', failures: 0, updatedAtMs: 0, lockedUntilMs: 0 };
      let now = 1_000_000;
      for (const pause of list) {
        now += pause;
        bucket = countFailure(bucket, limit, now);
        assert.ok(bucket.lockedUntilMs - now <= longestLockMs);
        assert.equal(isLocked(bucket, now), bucket.failures >= 10);
        assert.ok(bucket.updatedAtMs <= now);
      }
      const later = now + 60_000 * 20;
      assert.equal(countFailure(bucket, limit, later).failures, 1);
      assert.ok(!isLocked(bucket, later));
    }),
  );
});

/** A throttle over an empty store, with a clock in milliseconds. */
async function openAlone(t: TestContext) {
  const store = await openAuthStore('sqlite::memory:', patient);
  t.after(() => store.close());
  const clock = { ms: 1e12 };
  const throttle = openThrottle(store, () => new Date(clock.ms));
  let network = 0;
  return {
    store,
    clock,
    throttle,
    /** Wrong passwords, by default each from a network of its own; the last verdict. */
    async wrong(times: number, from?: string) {
      let verdict = '';
      for (let i = 0; i < times; i++) {
        const address = from ?? `10.${network >> 8}.${network++ % 256}.1`;
        verdict = await throttle.settlePassword('maria', address, false);
      }
      return verdict;
    },
    right: (from: string) => throttle.settlePassword('maria', from, true),
    async wrongCodes(times: number) {
      let verdict = '';
      for (let i = 0; i < times; i++) {
        verdict = await throttle.settleCode('maria', 'one-time', false);
        clock.ms += 36e5;
      }
      return verdict;
    },
  };
}

/** Failures that lock only if none of the first was forgotten. */
const forgetting = [
  ['the ten of a network, one in an hour', 10, '192.0.2.1', 3_600_000],
  ['the hundred of an account, one in 15 minutes', 100, undefined, 900_000],
] as const;
for (const [title, failures, from, forgetMs] of forgetting) {
  for (const [waitMs, verdict] of [
    [forgetMs - 1, 'locked'],
    [forgetMs, 'right'],
  ] as const) {
    test(`failures are forgotten: ${title}, ${verdict} after ${waitMs} ms`, async t => {
      const { clock, wrong, right } = await openAlone(t);
      assert.equal(await wrong(failures - 1, from), 'wrong');
      clock.ms += waitMs;
      assert.equal(await wrong(1, from), 'wrong');
      assert.equal(await right(from ?? '192.0.2.1'), verdict);
    });
  }
}

test('failures of an address are forgotten one by one in 36 seconds, over all user names', async t => {
  for (const [waitMs, isRefused] of [
    [35_999, true],
    [36_000, false],
  ] as const) {
    const { clock, throttle } = await openAlone(t);
    const guess = (user: string) => throttle.settlePassword(user, '192.0.2.1', false);
    for (let i = 0; i < 99; i++) await guess(`user ${i}`);
    clock.ms += waitMs;
    await guess('c');
    if (!isRefused) {
      await throttle.admit('192.0.2.1');
      continue;
    }
    const refusal = { code: 'THROTTLED', retryAfterSeconds: 30 };
    await assert.rejects(throttle.admit('192.0.2.1'), refusal);
    await assert.rejects(guess('d'), refusal);
    await throttle.admit('192.0.2.2');
    clock.ms += 29_001;
    await assert.rejects(throttle.admit('192.0.2.1'), { retryAfterSeconds: 1 });
    clock.ms += 999;
    await throttle.admit('192.0.2.1');
  }
});

test('failures while an account is locked count for their address', async t => {
  const { clock, throttle, wrong } = await openAlone(t);
  await wrong(10, '192.0.2.1');
  assert.equal(await wrong(90, '192.0.2.1'), 'locked');
  await assert.rejects(throttle.admit('192.0.2.1'), { code: 'THROTTLED' });
  clock.ms += 30_000;
  await throttle.admit('192.0.2.1');
});

test('five wrong codes lock for a while, and one is forgotten in an hour', async t => {
  const { clock, throttle } = await openAlone(t);
  const code = (right: boolean) => throttle.settleCode('maria', 'one-time', right);
  for (let i = 0; i < 5; i++) assert.equal(await code(false), 'wrong');
  assert.equal(await code(true), 'locked');
  assert.equal(await throttle.settleCode('maria', 'recovery', true), 'locked');
  clock.ms += 30_000;
  assert.equal(await code(true), 'right');
  clock.ms += 3_600_000 - 30_001;
  assert.equal(await code(false), 'wrong');
  assert.equal(await code(true), 'locked', 'six, because none is forgotten yet');
  await throttle.forgiveCodes('maria');
  for (let i = 0; i < 4; i++) await code(false);
  clock.ms += 3_600_000;
  await code(false);
  assert.equal(await code(true), 'right', 'four, because one is forgotten');
});

test('fifty wrong codes lock the factor until a recovery code is used', async t => {
  const { store, throttle, wrongCodes } = await openAlone(t);
  assert.equal(await wrongCodes(49), 'wrong');
  assert.deepEqual(await lockedFactors(store, ['maria', 'petros']), new Set());
  assert.equal(await wrongCodes(1), 'factor locks');
  assert.equal(await wrongCodes(1), 'factor locked');
  assert.deepEqual(await lockedFactors(store, ['petros', 'maria']), new Set(['maria']));
  assert.equal(await throttle.settleCode('maria', 'one-time', true), 'factor locked');
  assert.equal(await throttle.settleCode('maria', 'recovery', false), 'wrong');
  assert.equal(await throttle.settleCode('maria', 'recovery', true), 'right');
  await throttle.forgiveCodes('maria');
  assert.deepEqual(await lockedFactors(store, ['maria']), new Set());
  assert.equal(await throttle.settleCode('maria', 'one-time', true), 'right');
});

test('locked users are listed with the end of their longest lock', async t => {
  const { store, clock, throttle, wrong } = await openAlone(t);
  const start = clock.ms;
  await wrong(10, '192.0.2.1');
  for (let i = 0; i < 5; i++) await throttle.settleCode('petros', 'one-time', false);
  clock.ms += 5_000;
  await wrong(10, '192.0.2.2');
  const locks = await lockedUsers(store, clock.ms);
  assert.deepEqual(Object.fromEntries(locks), { maria: start + 35_000, petros: start + 30_000 });
  assert.deepEqual([...(await lockedUsers(store, start + 30_000)).keys()], ['maria']);
  assert.deepEqual(await lockedUsers(store, start + 35_000), new Map());
  // A wrong clock set it.
  assert.deepEqual(await lockedUsers(store, start - longestLockMs), new Map());
});

test('an operator unlocks a user by the prefixes of its keys', async t => {
  const { store, throttle, wrong, right, wrongCodes } = await openAlone(t);
  await wrong(10, '192.0.2.1');
  await wrongCodes(50);
  const keys = ['account maria from 192.0.2.1', 'account maria', 'code maria', 'factor maria'];
  const buckets = await store.readBuckets(keys);
  assert.deepEqual(
    buckets.map(({ failures }) => failures),
    [10, 10, buckets[2]!.failures, 50],
  );
  for (const key of keys) {
    assert.ok(bucketPrefixesOf('maria').some(prefix => key.startsWith(prefix)));
  }
  await store.clearBuckets(bucketPrefixesOf('maria'));
  assert.equal(await right('192.0.2.3'), 'right');
  assert.equal(await throttle.settleCode('maria', 'one-time', true), 'right');
});
