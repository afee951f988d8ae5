import assert from 'node:assert/strict';
import { type Lookup, pagesOf, type Sum } from '#http/usage/usage-store.ts';
import { testOverEngines } from './engines.ts';

const hour = 3_600_000;
const at = Date.UTC(2026, 5, 15, 9);
/** Names that break SQL, CSV or JSON where they are not escaped. */
const odd = ['maria', `O'Neill"; --`, '=cmd|calc', 'a\nb\u001b[0m', 'Ἀθήνα\u202e', '', '(others)'];

const sum = (subject: string, requests: number, hourMs = at): Sum => {
  return { hourMs, issuer: 'urn:test', subject, operation: 'reverse', requests };
};
const lookup = (subject: string, atMs: number): Lookup => ({
  ...{ atMs, requestId: 'r1', issuer: 'urn:test', subject, clientIp: '2001:db8::1' },
  ...{ operation: 'reverse', status: 200, asked: '{"address":"Ερμού \\u0000 5"}' },
});
const none = { sums: [], windows: [], lookups: [] };
const all = { sinceMs: 0 };
/** SQLite's rows have no prototype. */
const plain = <Row extends object>(rows: readonly Row[]) => rows.map(row => ({ ...row }));

testOverEngines('sums of several writers are added, under any name', async open => {
  const [one, other] = [await open(), await open()];
  await one.write({ ...none, sums: odd.map(name => sum(name, 2)) });
  await other.write({ ...none, sums: odd.map(name => sum(name, 3)) });
  // Two rows of one write may have the same key.
  await one.write({ ...none, sums: [sum('twice', 1), sum('twice', 1)] });
  const found = await other.sums(all, 100);
  const expected = [...odd.map(name => sum(name, 5)), sum('twice', 2)];
  const bytes = ({ subject }: Sum) => Buffer.from(subject);
  assert.deepEqual(
    plain(found),
    expected.toSorted((a, b) => Buffer.compare(bytes(a), bytes(b))),
  );
  for (const name of odd) {
    assert.deepEqual(plain(await one.sums({ ...all, subject: name }, 9)), [sum(name, 5)]);
  }
  assert.deepEqual(await one.sums({ ...all, issuer: 'urn:other', subject: 'maria' }, 9), []);
});

testOverEngines('sums and look-ups are read page by page, and since a moment', async open => {
  const store = await open();
  const sums = Array.from({ length: 25 }, (_, i) => sum(`s${i % 5}`, i + 1, at + i * hour));
  const lookups = Array.from({ length: 25 }, (_, i) => lookup(`s${i % 5}`, at + i));
  await store.write({ ...none, sums, lookups });
  const read = async <T>(page: (limit: number, after?: T) => Promise<T[]>) =>
    (await Array.fromAsync(pagesOf(page, 4))).flat();
  assert.deepEqual(plain(await read<Sum>((limit, after) => store.sums(all, limit, after))), sums);
  const late = { sinceMs: at + 20 * hour };
  assert.equal((await read<Sum>((limit, after) => store.sums(late, limit, after))).length, 5);
  type Stored = Awaited<ReturnType<typeof store.lookups>>[number];
  const found = await read<Stored>((limit, after) => store.lookups(all, limit, after));
  assert.deepEqual(
    found.map(({ id, ...rest }) => rest),
    lookups,
  );
  const mine = { subject: 's1', sinceMs: at + 10 };
  assert.equal((await read<Stored>((limit, after) => store.lookups(mine, limit, after))).length, 3);
});

testOverEngines('a window is the sum over all instances', async open => {
  const [one, other] = [await open(), await open()];
  const window = (subject: string, used: number, seconds = 60) => ({
    ...none,
    windows: [{ issuer: '', subject, seconds, startMs: at, used }],
  });
  assert.deepEqual(await one.write(window('a', 3)), [3]);
  assert.deepEqual(await other.write(window('a', 4)), [7]);
  assert.deepEqual(await one.write(window('a', 1, 86_400)), [1]);
  assert.deepEqual(await one.write(window('b', 1)), [1]);
  // They may start in any order at the same time.
  const many = (names: string[]) => ({
    ...none,
    windows: names.map(subject => ({ issuer: 'x', subject, seconds: 60, startMs: at, used: 1 })),
  });
  const names = Array.from({ length: 50 }, (_, i) => `s${i}`);
  const writes = Array.from({ length: 10 }, (_, i) =>
    (i % 2 ? one : other).write(many(i % 3 ? names : names.toReversed())),
  );
  await Promise.all(writes);
  assert.deepEqual(
    await one.write(many(names)),
    names.map(() => 11),
  );
});

testOverEngines('quotas are set, changed and removed', async open => {
  const store = await open();
  const maria = { issuer: 'urn:test', subject: 'maria' };
  await store.setQuota(maria, { minute: 60, day: null });
  await store.setQuota(maria, { minute: 60, day: 1_000 });
  assert.deepEqual(plain(await store.quotas()), [{ ...maria, minute: 60, day: 1_000 }]);
  await store.setQuota(maria, { minute: null, day: null });
  assert.deepEqual(await store.quotas(), []);
});

testOverEngines('old entries are removed, and windows of a wrong clock', async open => {
  const store = await open();
  const windows = [at - 3 * 86_400_000, at, at + 9e12].map(startMs => {
    return { issuer: '', subject: 'a', seconds: 60, startMs, used: 1 };
  });
  const sums = [sum('old', 1, at - hour), sum('new', 1)];
  await store.write({ sums, lookups: [lookup('old', at - 1), lookup('new', at)], windows });
  await store.forget(at, at, at);
  for (const left of [await store.sums(all, 9), await store.lookups(all, 9)]) {
    assert.deepEqual(
      left.map(({ subject }) => subject),
      ['new'],
    );
  }
  // Only the current one goes on.
  assert.deepEqual(await store.write({ ...none, windows }), [1, 2, 1]);
});
