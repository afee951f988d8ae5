import assert from 'node:assert/strict';
import test from 'node:test';
import { openAccounts, others, storable } from '#http/usage/accounts.ts';
import { countRows } from '#http/usage/count-requests.ts';
import { openUsage, type Usage, type UsageOptions } from '#http/usage/count-usage.ts';
import { openUsageStore } from '#http/usage/open-usage-store.ts';
import type { UsageStore } from '#http/usage/usage-store.ts';
import { testOverEngines } from './engines.ts';

const issuer = 'urn:test';
const all = { sinceMs: 0 };
const noQuota = { minute: null, day: null };

function openWith(store: UsageStore, options: Partial<UsageOptions> = {}) {
  const clock = { now: new Date('2026-06-15T09:00:30Z') };
  const usage = openUsage({
    open: async () => store,
    anonymous: noQuota,
    logsLookups: false,
    lookupDays: 90,
    clock: () => clock.now,
    ...options,
  });
  return { usage, clock };
}

const count = (usage: Usage, subject: string, times = 1) => {
  for (let i = 0; i < times; i++) usage.count(usage.find(issuer, subject), 'reverse', 1);
};

test('counts are written once, in the hour they were counted in', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  const { usage, clock } = openWith(store);
  count(usage, 'maria', 3);
  await usage.exchange();
  await usage.exchange();
  clock.now = new Date('2026-06-15T10:00:30Z');
  count(usage, 'maria', 4);
  await usage.exchange();
  const sums = await store.sums(all, 9);
  assert.deepEqual(
    sums.map(({ hourMs, requests }) => `${new Date(hourMs).toISOString()} ${requests}`),
    ['2026-06-15T09:00:00.000Z 3', '2026-06-15T10:00:00.000Z 4'],
  );
});

test('the rest is written at the end', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  const { usage } = openWith({ ...store, close: async () => {} });
  const running = usage.exchange();
  count(usage, 'maria', 3);
  await usage.close();
  await running;
  assert.equal((await store.sums(all, 9))[0]!.requests, 3);
});

test('a database that fails is reported once, loses no counts and is written later', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  const reports: (string | undefined)[] = [];
  const lost: number[] = [];
  let isBroken = true;
  const fail = async () => {
    throw new Error('disk full');
  };
  const broken = () => (isBroken ? { ...store, write: fail, check: fail } : store);
  const write: UsageStore['write'] = counted => broken().write(counted);
  const proxy: UsageStore = { ...store, write, check: () => broken().check() };
  const { usage, clock } = openWith(proxy, {
    logsLookups: true,
    onOutage: reason => reports.push(reason),
    onLost: number => lost.push(number),
  });
  for (let i = 0; i < 5; i++) {
    count(usage, 'maria', 2);
    await usage.exchange();
  }
  assert.equal(usage.isWritten(), false);
  assert.deepEqual(reports, ['disk full']);
  // An outage of hours: each count keeps its hour.
  clock.now = new Date('2026-06-15T11:00:00Z');
  count(usage, 'maria');
  for (let i = 0; i < 20_005; i++) usage.addLookup(lookup);
  await usage.exchange();
  isBroken = false;
  for (let i = 0; i < 4; i++) await usage.exchange();
  assert.deepEqual(reports, ['disk full', undefined]);
  assert.deepEqual(lost, [5]);
  assert.equal(usage.isWritten(), true);
  assert.deepEqual(
    (await store.sums(all, 9)).map(({ requests }) => requests),
    [10, 1],
  );
  assert.equal((await store.lookups(all, 50_000)).length, 20_000);
});

test('a request counts once against its quotas, also after failed writes', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  await store.setQuota({ issuer, subject: 'maria' }, { minute: 10, day: 20 });
  let isBroken = false;
  const { usage, clock } = openWith({
    ...store,
    write: async counted => {
      if (isBroken) throw new Error('disk full');
      return store.write(counted);
    },
  });
  const left = () => usage.states(usage.find(issuer, 'maria')).map(state => state.left);
  const take = async () => {
    usage.take(usage.find(issuer, 'maria'), 1);
    await usage.exchange();
    return left();
  };
  await usage.exchange();
  assert.deepEqual(await take(), [9, 19]);
  isBroken = true;
  assert.deepEqual(await take(), [8, 18]);
  assert.deepEqual(await take(), [7, 17]);
  isBroken = false;
  await usage.exchange();
  assert.deepEqual(left(), [7, 17]);
  isBroken = true;
  await take();
  // The minute is over before the next write; the day goes on.
  clock.now = new Date('2026-06-15T09:01:30Z');
  assert.deepEqual(left(), [10, 16]);
  isBroken = false;
  assert.deepEqual(await take(), [9, 15]);
});

const lookup = {
  ...{ atMs: Date.parse('2026-06-15T11:00:00Z'), requestId: '', issuer, subject: 'maria' },
  ...{ clientIp: '::1', operation: 'reverse', status: 200, asked: '{}' },
};

test('look-ups that find no room after a failed write are reported as lost', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  const lost: number[] = [];
  const add = (count: number) => {
    for (let i = 0; i < count; i++) usage.addLookup(lookup);
  };
  let isBroken = true;
  const { usage } = openWith(
    {
      ...store,
      write: async counted => {
        if (!isBroken) return store.write(counted);
        // What is being written has made room.
        add(3);
        throw new Error('disk full');
      },
    },
    { onLost: number => lost.push(number) },
  );
  add(20_000);
  await usage.exchange();
  isBroken = false;
  await usage.exchange();
  assert.deepEqual(lost, [3]);
});

test('old entries are removed at the first turn, and then once in many', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  const forgotten: number[][] = [];
  const { usage, clock } = openWith({
    ...store,
    forget: async (...moments) => {
      forgotten.push(moments);
    },
  });
  await usage.exchange();
  assert.equal(forgotten.length, 1);
  for (let i = 0; i < 10; i++) await usage.exchange();
  const now = clock.now.getTime();
  assert.deepEqual(forgotten, [[now - 400 * 86_400_000, now - 90 * 86_400_000, now]]);
});

test('a store that cannot be opened is opened later', async () => {
  let attempts = 0;
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  const { usage } = openWith(store, {
    open: async () => {
      if (attempts++ < 2) throw new Error('no rights');
      return store;
    },
  });
  count(usage, 'maria');
  for (let i = 0; i < 3; i++) await usage.exchange();
  assert.equal((await store.sums(all, 9)).length, 1);
});

test('a flood of subjects takes bounded memory, and none is lost from the total', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  await store.setQuota({ issuer, subject: 's99999' }, { minute: 1, day: null });
  const { usage } = openWith({ ...store, close: async () => {} });
  await usage.exchange();
  for (let i = 0; i < 100_000; i++) count(usage, `s${i}`);
  await usage.close();
  const sums = await store.sums(all, 100_000);
  assert.ok(sums.length <= 20_002, String(sums.length));
  assert.equal(
    sums.reduce((total, { requests }) => total + requests, 0),
    100_000,
  );
  assert.ok(sums.some(({ subject }) => subject === others));
  // One with a quota is always counted for itself.
  assert.ok(sums.some(({ subject }) => subject === 's99999'));
});

test('a new quota holds for a subject that was counted before, until it is removed', () => {
  const usage = openAccounts(noQuota, () => new Date('2026-06-15T09:00:30Z'));
  const maria = usage.find(issuer, 'maria');
  const left = () => usage.states(maria).map(state => state.left);
  assert.deepEqual(left(), []);
  usage.setQuotas([{ issuer, subject: 'maria', minute: 1, day: null }]);
  assert.deepEqual(left(), [1]);
  assert.equal(usage.take(maria, 1), undefined);
  assert.equal(usage.take(maria, 1)?.endsInSeconds, 30);
  usage.setQuotas([]);
  assert.equal(usage.take(maria, 1), undefined);
});

test('subjects without a quota are forgotten when an hour begins, and not before', () => {
  const clock = { now: new Date('2026-06-15T09:00:30Z') };
  const usage = openAccounts(noQuota, () => clock.now);
  usage.setQuotas([{ issuer, subject: 'maria', minute: 1, day: null }]);
  const names = ['maria', 'petros'];
  const known = names.map(name => usage.find(issuer, name));
  const areKnown = () => {
    usage.sumUp();
    return names.map((name, i) => usage.find(issuer, name) === known[i]);
  };
  usage.sumUp();
  known[1] = usage.find(issuer, 'petros');
  assert.deepEqual(areKnown(), [true, true]);
  clock.now = new Date('2026-06-15T09:59:59Z');
  assert.deepEqual(areKnown(), [true, true]);
  clock.now = new Date('2026-06-15T10:00:00Z');
  assert.deepEqual(areKnown(), [true, false]);
});

test('a subject that no database can store is counted by its hash', () => {
  for (const name of ['', 'maria', '=cmd', '\n', 'ά'.repeat(255)])
    assert.equal(storable(name), name);
  const odd = ['a\0b', 'a'.repeat(256), 'a\ud800', 'b\ud800'];
  for (const name of odd) assert.match(storable(name), /^sha256:[0-9a-f]{64}$/);
  assert.equal(new Set(odd.map(storable)).size, odd.length);
});

testOverEngines('two instances share a quota, with a slack of one exchange', async open => {
  const first = await open();
  await first.setQuota({ issuer, subject: 'maria' }, { minute: 10, day: 20 });
  const instances = [openWith(first), openWith(await open())];
  const setClocks = (time: string) => {
    for (const { clock } of instances) clock.now = new Date(`2026-06-15T${time}Z`);
  };
  const exchange = async () => {
    for (const { usage } of instances) await usage.exchange();
  };
  /** What passes of three requests to each instance, and which quota refuses the rest. */
  const ask = () =>
    instances.map(({ usage }) => {
      const account = usage.find(issuer, 'maria');
      const refusals = [1, 2, 3].map(() => usage.take(account, 1)?.period.name);
      return { passed: refusals.filter(one => !one).length, refusal: refusals.at(-1) };
    });
  const rounds = async () => {
    let passed = 0;
    for (let round = 0; round < 4; round++) {
      for (const one of ask()) passed += one.passed;
      await exchange();
    }
    return passed;
  };
  await exchange();
  const inFirst = await rounds();
  assert.ok(inFirst >= 10 && inFirst <= 13, String(inFirst));
  const refused = (refusal: string) => instances.map(() => ({ passed: 0, refusal }));
  assert.deepEqual(ask(), refused('minute'));
  setClocks('09:01:00');
  const inSecond = await rounds();
  assert.ok(inFirst + inSecond >= 20 && inFirst + inSecond <= 23, String(inSecond));
  assert.deepEqual(
    ask().map(({ passed }) => passed),
    [0, 0],
  );
});

test('a clock that jumps back and forth neither blocks a subject nor forgets its counts', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  await store.setQuota({ issuer, subject: 'maria' }, { minute: 2, day: null });
  const { usage, clock } = openWith(store);
  await usage.exchange();
  const take = async () => {
    const short = usage.take(usage.find(issuer, 'maria'), 1);
    await usage.exchange();
    return short?.left;
  };
  const at = (time: string) => {
    clock.now = new Date(time);
  };
  assert.deepEqual([await take(), await take(), await take()], [undefined, undefined, 0]);
  for (const time of ['2031-01-01T00:00:00Z', '1999-01-01T00:00:00Z']) {
    at(time);
    assert.equal(await take(), undefined, time);
  }
  // Back again, one request passes before the counts of that minute are read.
  at('2026-06-15T09:00:50Z');
  assert.equal(await take(), undefined);
  assert.equal(await take(), 0);
});

test('rows of a portfolio are compared with the counts of others also while a write runs', async () => {
  const store = await openUsageStore({ url: 'sqlite::memory:' });
  const maria = { issuer, subject: 'maria' };
  await store.setQuota(maria, { minute: null, day: 100 });
  const [{ usage: first }, { usage: second }] = [openWith(store), openWith(store)];
  await first.exchange();
  await second.exchange();
  await countRows(second, maria, 60);
  await second.exchange();
  const running = first.exchange();
  await assert.rejects(countRows(first, maria, 50), { code: 'THROTTLED' });
  await running;
});

testOverEngines(
  'rows of a portfolio count for the day, with what other processes have counted',
  async open => {
    const stores = [await open(), await open()] as const;
    await stores[0].setQuota({ issuer, subject: 'maria' }, { minute: 10, day: 100 });
    const [{ usage: first }, { usage: second }] = stores.map(store => openWith(store)) as [
      ReturnType<typeof openWith>,
      ReturnType<typeof openWith>,
    ];
    await first.exchange();
    await second.exchange();
    const maria = { issuer, subject: 'maria' };
    // More than a minute may have.
    await countRows(first, maria, 60);
    await first.exchange();
    await assert.rejects(countRows(second, maria, 50), {
      code: 'THROTTLED',
      message:
        'quota: expected at most 100 requests a day; this file has 50 rows, and 39 requests are left',
    });
    await countRows(second, maria, 39);
    await assert.rejects(countRows(second, maria, 1), { code: 'THROTTLED' });
    await countRows(second, { issuer, subject: 'no quota' }, 1_000_000);
    await second.exchange();
    assert.deepEqual(
      (await stores[0].sums(all, 9))
        .map(({ subject, operation, requests }) => [subject, operation, requests])
        .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)),
      [
        ['maria', 'enrichedRows', 100],
        ['no quota', 'enrichedRows', 1_000_000],
      ],
    );
  },
);
