import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { TestContext } from 'node:test';
import type { AuthStore, Bucket, Session, SigningKey, User } from '#features/auth/auth-store.ts';
import { openAuthStore } from '#features/auth/open-auth-store.ts';
import { deleteExpired } from '#features/auth/tokens/sessions.ts';
import { patient } from '../postgres/database.ts';
import { type Engine, testOverEngines as test } from './engines.ts';

const nowMs = Date.parse('2026-06-15T09:00:00Z');
const tokensUntilMs = nowMs + 500_000;
const how = { nowMs, tokensUntilMs, allowDemo: false, carrier: 'body' as const };

/** Two instances over one new database. */
async function openTwo(t: TestContext, engine: Engine): Promise<[AuthStore, AuthStore]> {
  const url = await engine.newDatabase(t);
  const stores = await Promise.all([openAuthStore(url, patient), openAuthStore(url, patient)]);
  for (const store of stores) t.after(() => store.close());
  return stores;
}

const userNamed = (name: string, more: Partial<User> = {}): User => ({
  ...{ id: randomUUID(), name, email: null, passwordHash: 'hash', disabled: false },
  ...{ createdAt: '2026-06-15T09:00:00.000Z', otpSecret: null, otpVersion: 0 },
  ...{ isDemo: false, scopes: null, issuer: null, ...more },
});
const sessionOf = ({ id: userId }: User, more: Partial<Session> = {}): Session => ({
  ...{ id: randomUUID(), userId, clientIp: '192.0.2.1', carrier: 'body', tokensUntilMs },
  ...{ startedAtMs: nowMs, refreshedAtMs: nowMs, expiresAtMs: nowMs + 1_000_000, ...more },
});
const keyOf = (generation: number, signsFromMs: number): SigningKey => ({
  ...{ kid: randomUUID(), generation, publicJwk: { kty: 'EC', x: 'x' }, privateKey: 'private' },
  ...{ createdAtMs: nowMs, signsFromMs },
});
/** Without the prototype, which SQLite's rows lack. */
const plain = <T>(value: T): T => JSON.parse(JSON.stringify(value));
const times = (count: number) => Array.from({ length: count }, (_, i) => i);

test('the store returns what was written', async (t, engine) => {
  const [store] = await openTwo(t, engine);
  const users = [userNamed('Ζωή', { email: 'z@example.gr' }), userNamed('anna'), userNamed('Zoe')];
  for (const user of users) assert.equal(await store.addUser(user, [user.name]), true);
  assert.deepEqual(await store.findUser('Ζωή'), users[0]);
  assert.equal(await store.findUser('nobody'), undefined);
  assert.equal(await store.findUser('Ζωή\0'), undefined);
  const names = (await store.listUsers()).map(({ name }) => name);
  assert.deepEqual(names, ['Zoe', 'anna', 'Ζωή'], 'in the order of code points');

  const session = sessionOf(users[0]!);
  const more = { clientIp: '2001:db8::1', carrier: 'cookie' as const };
  const later = sessionOf(users[0]!, { startedAtMs: nowMs + 1, ...more });
  assert.equal(await store.startSession(session, 'token', users[0]!), true);
  assert.equal(await store.startSession(later, 'other token', users[0]!), true);
  assert.deepEqual(plain(await store.liveSessions(users[0]!.id, nowMs)), [later, session]);
  const networks = ['192.0.2.1', '2001:db8:0:0::/64', '192.0.2.2', '2001:db8:0:1::/64', ''];
  const known = networks.map(network => store.hasSessionFrom(users[0]!.id, network));
  assert.deepEqual(await Promise.all(known), [true, true, false, false, false]);
  assert.equal(await store.hasSessionFrom(users[1]!.id, '192.0.2.1'), false);
  assert.deepEqual(plain(await store.endSessionOfToken('token', nowMs)), session);
  assert.equal(await store.endSessionOfToken('token', nowMs), undefined);
  assert.deepEqual(plain(await store.endedSessions(undefined, 9, nowMs)), [
    { id: session.id, tokensUntilMs, number: 1 },
  ]);

  const key = keyOf(1, nowMs);
  await store.addSigningKey(key);
  assert.deepEqual(await store.signingKeys(), [key]);

  const entry = { atMs: nowMs, event: 'login', userId: users[1]!.id, from: '192.0.2.1' };
  const once = { ...entry, times: 1 };
  await store.addAuditEntry(entry);
  await store.addAuditEntry({ ...entry, event: 'logout', userId: null });
  assert.deepEqual(plain(await store.auditEntries(undefined, 9)), [
    { ...once, userName: 'anna' },
    { ...once, event: 'logout', userId: null, userName: null },
  ]);
  const ofAnna = plain(await store.auditEntries(users[1]!.id, 9));
  assert.deepEqual(ofAnna, [{ ...once, userName: 'anna' }]);
});

test('the user of a provider is found by issuer and subject, exactly, and has no login name', async (t, engine) => {
  const [store, other] = await openTwo(t, engine);
  const local = userNamed('maria');
  await store.addUser(local, ['maria']);
  const subject = (more: object = {}) => ({
    ...{ id: randomUUID(), name: 'maria', email: null, createdAt: local.createdAt },
    ...{ issuer: 'https://id.example', subject: 'maria', scopes: 'places', ...more },
  });
  const parallel = times(6).map(i => (i % 2 ? store : other).signOnUser(subject(), nowMs));
  const [first, ...rest] = await Promise.all(parallel);
  for (const user of rest) assert.equal(user.id, first!.id);
  assert.equal(first!.issuer, 'https://id.example');
  assert.deepEqual([first!.passwordHash, first!.scopes, first!.disabled], ['', 'places', false]);
  const others = [{ subject: 'Maria' }, { subject: 'maria ' }, { issuer: 'https://id.example/' }];
  const ids = [local.id, first!.id];
  for (const more of others) ids.push((await store.signOnUser(subject(more), nowMs)).id);
  assert.equal(new Set(ids).size, 5);
  assert.deepEqual(await store.findUser('maria'), local, 'never the user of that name');
  assert.equal(await store.findUser(first!.id), undefined);

  assert.equal(await store.startSession(sessionOf(first!), 'one', first!), true);
  const renamed = await store.signOnUser(subject({ name: 'Μ', email: 'm@x.gr' }), nowMs);
  assert.deepEqual([renamed.name, renamed.email], ['Μ', 'm@x.gr']);
  assert.equal((await store.liveSessions(first!.id, nowMs)).length, 1, 'the same scopes');
  await other.signOnUser(subject({ scopes: 'report' }), nowMs);
  assert.equal((await store.liveSessions(first!.id, nowMs)).length, 0, 'other scopes');
  await store.disableUser(first!.id, nowMs);
  assert.equal((await other.signOnUser(subject(), nowMs)).disabled, true);
});

test('instances that open a new database at the same time all succeed', async (t, engine) => {
  const url = await engine.newDatabase(t);
  const stores = await Promise.all(times(6).map(() => openAuthStore(url, patient)));
  for (const store of stores) t.after(() => store.close());
  for (const store of stores) assert.deepEqual(await store.listUsers(), []);
});

test('of parallel users with the same names, one gets all its names', async (t, engine) => {
  const stores = await openTwo(t, engine);
  for (const round of times(10)) {
    const [name, email] = [`name ${round}`, `email ${round}`];
    const users = times(4).map(() => userNamed(name));
    const orders = times(4).map(i => (i % 2 ? [email, name] : [name, email]));
    const adding = orders.map((keys, i) => stores[i % 2]!.addUser(users[i]!, keys));
    const added = await Promise.all(adding);
    assert.equal(added.filter(Boolean).length, 1);
    const winner = users[added.indexOf(true)];
    assert.deepEqual(await stores[0].findUser(name), winner);
    assert.deepEqual(await stores[1].findUser(email), winner);
    assert.equal((await stores[0].listUsers()).length, round + 1, 'nothing of the others');
  }
});

const countUp = (buckets: readonly Bucket[]) =>
  buckets.map(bucket => ({ ...bucket, failures: bucket.failures + 1, updatedAtMs: nowMs }));

test('parallel counts are not lost while old rows are deleted', async (t, engine) => {
  const stores = await openTwo(t, engine);
  const keys = ['a', 'b', 'c', 'Ω'];
  const orders = [keys, keys.toReversed(), ['c', 'a'], ['Ω', 'b']];
  const counting = times(200).map(i => stores[i % 2]!.changeBuckets(orders[i % 4]!, countUp));
  const deleting = times(20).map(i => deleteExpired(stores[i % 2]!, 1, new Date(nowMs)));
  await Promise.all([...counting, ...deleting]);
  const counted = await stores[0].readBuckets(['c', 'Ω', 'none', 'a', 'b']);
  const shown = counted.map(({ key, failures }) => `${key} ${failures}`);
  assert.equal(shown.join(), 'c 150,Ω 150,none 0,a 150,b 150');
});

test('a change that throws changes nothing and leaves no lock', async (t, engine) => {
  const [store, other] = await openTwo(t, engine);
  const thrown = new Error('refused');
  const refuse = store.changeBuckets(['a'], () => {
    throw thrown;
  });
  await assert.rejects(refuse, thrown);
  await other.changeBuckets(['a'], countUp);
  assert.equal((await store.readBuckets(['a']))[0]!.failures, 1);
});

test('locked buckets are listed until their lock ends', async (t, engine) => {
  const [store] = await openTwo(t, engine);
  await store.changeBuckets(['a', 'b', 'c'], buckets =>
    buckets.map((bucket, i) => ({ ...bucket, lockedUntilMs: nowMs + i })),
  );
  assert.deepEqual((await store.lockedBuckets(nowMs)).map(({ key }) => key).sort(), ['b', 'c']);
});

test('buckets are cleared by key prefix, old ones by age', async (t, engine) => {
  const [store] = await openTwo(t, engine);
  const keys = ['code 1', 'code 1 more', 'code 2', 'code _', 'CODE 1', 'code\u{10fffd}'];
  await store.changeBuckets(keys, countUp);
  const left = async () => {
    const buckets = await store.readBuckets(keys);
    return buckets.filter(({ failures }) => failures > 0).map(({ key }) => key);
  };
  await store.clearBuckets(['code 1', 'code _', '%']);
  assert.deepEqual(await left(), ['code 2', 'CODE 1', 'code\u{10fffd}']);
  await store.deleteOldBuckets(nowMs, 'CODE');
  assert.equal((await left()).length, 3);
  await store.clearBuckets(['code']);
  assert.deepEqual(await left(), ['CODE 1']);
  await store.deleteOldBuckets(nowMs + 1, 'CODE');
  assert.deepEqual(await left(), ['CODE 1'], 'kept by its beginning');
  await store.deleteOldBuckets(nowMs + 1, 'code');
  assert.deepEqual(await left(), []);
});

test('a login that races against disabling never leaves a session', async (t, engine) => {
  const [store, other] = await openTwo(t, engine);
  const changes = {
    disabled: (id: string) => other.disableUser(id, nowMs),
    'new password': (id: string) => other.changePassword(id, 'new hash', nowMs),
    deleted: (id: string) => other.deleteUser(id, nowMs),
    'second factor': (id: string) => other.setSecondFactor(id, 'secret', [], nowMs),
  };
  for (const [name, change] of Object.entries(changes)) {
    for (const round of times(10)) {
      const user = userNamed(`${name} ${round}`);
      await store.addUser(user, [user.name]);
      const starts = times(4).map(i =>
        store.startSession(sessionOf(user), `${user.name} token ${i}`, user),
      );
      await Promise.all([...starts.slice(0, 2), change(user.id), ...starts.slice(2)]);
      assert.deepEqual(await store.liveSessions(user.id, nowMs), [], user.name);
      const late = store.startSession(sessionOf(user), `${user.name} late`, user);
      assert.equal(await late, false, user.name);
    }
  }
});

test('ending, refreshing and deleting the same sessions causes no deadlock', async (t, engine) => {
  const [store, other] = await openTwo(t, engine);
  const user = userNamed('maria');
  await store.addUser(user, ['maria']);
  for (const round of times(5)) {
    const sessions = times(8).map(() => sessionOf(user));
    for (const session of sessions) await store.startSession(session, session.id, user);
    const refreshing = sessions.map(({ id }) =>
      store.refresh(id, { hash: `${id} next`, salt: 'salt' }, how),
    );
    const ended = await Promise.all([
      other.endSessions(user.id, undefined, nowMs),
      store.endSessions(user.id, undefined, nowMs),
      other.endSessions(user.id, sessions[3]!.id, nowMs),
      deleteExpired(other, 1, new Date(nowMs)),
    ]);
    await Promise.all(refreshing);
    assert.equal(ended[0] + ended[1] + ended[2], 8, `round ${round}`);
    for (const { id } of sessions) {
      const after = await other.refresh(`${id} next`, { hash: 'x', salt: 'salt' }, how);
      assert.equal(after.outcome, 'refused');
    }
  }
});

test('of parallel refreshes one wins, and all return its salt', async (t, engine) => {
  const stores = await openTwo(t, engine);
  const user = userNamed('maria');
  await stores[0].addUser(user, ['maria']);
  await stores[0].startSession(sessionOf(user), 'token', user);
  const refreshing = times(30).map(i =>
    stores[i % 2]!.refresh('token', { hash: `h${i}`, salt: `s${i}` }, how),
  );
  const answers = await Promise.all(refreshing);
  const salts = new Set(answers.map(answer => answer.outcome === 'granted' && answer.salt));
  assert.equal(salts.size, 1);
  const [salt] = salts;
  const successor = String(salt).replace('s', 'h');
  const next = { hash: 'next', salt: 'next' };
  assert.equal((await stores[1].refresh(successor, next, how)).outcome, 'granted');
  assert.equal((await stores[0].refresh('token', next, how)).outcome, 'reused');
  assert.equal((await stores[1].refresh('next', next, how)).outcome, 'refused');
});

test('a refresh token works only as it was sent first, and ends its session in any way', async (t, engine) => {
  const [store] = await openTwo(t, engine);
  const user = userNamed('maria');
  await store.addUser(user, ['maria']);
  const next = (token: string) => ({ hash: `${token} next`, salt: 'salt' });
  const refresh = async (token: string, carrier: 'cookie' | 'body') =>
    (await store.refresh(token, next(token), { ...how, carrier })).outcome;
  for (const [started, carrier, other] of [
    ['cookie', 'cookie', 'body'],
    ['open browser', 'cookie', 'body'],
    ['body', 'body', 'cookie'],
  ] as const) {
    await store.startSession(sessionOf(user, { carrier: started }), started, user);
    assert.equal(await refresh(started, other), 'refused');
    assert.equal(await refresh(started, carrier), 'granted', 'the session continues');
    assert.equal(await refresh(`${started} next`, other), 'refused');
    assert.equal(await refresh(started, other), 'refused', 'a spent one too');
    assert.ok(await store.endSessionOfToken(`${started} next`, nowMs));
  }
});

test('a code of either kind can be used only once, also in parallel', async (t, engine) => {
  const stores = await openTwo(t, engine);
  const user = userNamed('maria');
  await stores[0].addUser(user, ['maria']);
  await stores[0].setSecondFactor(user.id, 'secret', ['one', 'two'], nowMs);
  const won = async (spend: (store: AuthStore) => Promise<boolean>) =>
    (await Promise.all(times(20).map(i => spend(stores[i % 2]!)))).filter(Boolean).length;
  assert.equal(await won(store => store.spendStep(user.id, 58_000_000)), 1);
  assert.equal(await stores[0].spendStep(user.id, 57_999_999), false, 'never back in time');
  assert.equal(await won(store => store.spendRecoveryCode(user.id, 'one')), 1);
  assert.equal(await stores[0].hasRecoveryCode(user.id, 'one'), false);
  assert.equal(await stores[0].hasRecoveryCode(user.id, 'two'), true);
});

test('of parallel new keys one is kept, and a key that signs always remains', async (t, engine) => {
  const stores = await openTwo(t, engine);
  for (const generation of [1, 2]) {
    const signsFromMs = nowMs + generation;
    await Promise.all(
      times(6).map(i => stores[i % 2]!.addSigningKey(keyOf(generation, signsFromMs))),
    );
    assert.equal((await stores[0].signingKeys()).length, generation);
  }
  const [second, first] = await stores[0].signingKeys();
  // The one's clock is a little behind: by it the second key does not sign yet.
  const removed = await Promise.all([
    stores[0].removeSigningKey(first!.kid, nowMs + 2),
    stores[1].removeSigningKey(second!.kid, nowMs + 1),
  ]);
  assert.equal(removed.filter(Boolean).length, 1);
  assert.equal((await stores[0].signingKeys()).length, 1);
});
