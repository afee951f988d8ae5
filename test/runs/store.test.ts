import assert from 'node:assert/strict';
import test from 'node:test';
import type { KeptRow } from '#features/portfolio/batch/kept-rows.ts';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import { openRunStore, type RunStore } from '#features/runs/run-store.ts';
import type { NewRun, RunLimits } from '#features/runs/stored-run.ts';
import { noPostgres, testPostgres } from '../postgres/database.ts';
import { temporaryFolder } from '../temporary-folder.ts';

const { path: folder } = temporaryFolder();
let files = 0;
const newFile = async () => `sqlite:${folder}/${files++}.db`;
const openServed: typeof openRunStore = database => openRunStore(database, { inThread: true });
const engines = {
  // As services open it: in a thread for each instance.
  SQLite: { newUrl: newFile, open: openServed },
  PostgreSQL: { newUrl: () => testPostgres(), open: openRunStore },
};

/** Runs a test over each engine. `open` opens the same database again, as another instance does. */
function testRuns(name: string, work: (open: () => Promise<RunStore>) => Promise<void>): void {
  for (const [engine, { newUrl, open }] of Object.entries(engines)) {
    const skip = engine === 'PostgreSQL' && noPostgres;
    test(`${engine}: ${name}`, { skip }, async t => {
      const url = await newUrl();
      const stores: RunStore[] = [];
      t.after(() => Promise.all(stores.map(store => store.close())));
      await work(async () => {
        const store = await open({ url });
        stores.push(store);
        return store;
      });
    });
  }
}

const limits: RunLimits = {
  ...{ running: 2, waiting: 9, waitingOfUser: 5, keptOfUser: 6 },
  ...{ bytes: 1_000_000, bytesOfUser: 1_000_000 },
};
const start = Date.UTC(2026, 10, 17);
const leaseMs = 30_000;

function statusOf(id: string, more: Partial<PortfolioStatus> = {}): PortfolioStatus {
  return {
    ...{ id, name: `O'Neill "Βιβλίο" \u0000.csv`, state: 'queued', format: 'csv', language: 'el' },
    ...{ created_at: new Date(start).toISOString(), finished_at: null, expires_at: null },
    ...{ waiting_before: null, rows_in_file: null, bytes: 100, rows: 0, progress: 0 },
    ...{ samples: [], header: [], columns: {}, unclear_columns: [], unclear_types: [], notes: [] },
    ...{ with_position: null, with_parcel: null, with_cost: null, with_problems: null },
    ...{ error: null, error_code: null, ...more },
  };
}

function asked(id: string, subject = 'maria', more: Partial<NewRun> = {}): NewRun {
  return {
    ...{ id, issuer: 'urn:test', subject, session: `session of ${subject}`, key: null },
    ...{ options: { name: 'book.csv' }, scopes: ['portfolio'], untilMs: start + 600_000 },
    ...{ status: statusOf(id), ...more },
  };
}

/** Runs that wait, one after the other. */
async function queue(store: RunStore, ...runs: NewRun[]): Promise<void> {
  for (const [i, run] of runs.entries()) {
    assert.equal(await store.admit(run, limits, start + i), undefined, run.id);
    await store.addPiece(run.id, 0, 'input', 0, Buffer.from('file'));
    assert.ok(await store.queue(run.id, run.status, 'fingerprint'));
  }
}

const done = (id: string) =>
  statusOf(id, { state: 'done', expires_at: new Date(start + 3_600_000).toISOString() });

testRuns('a file is admitted within the limits of all instances', async open => {
  const [one, other] = [await open(), await open()];
  const admit = (run: NewRun, more: Partial<RunLimits> = {}, store = other) =>
    store.admit(run, { ...limits, ...more }, start);
  assert.equal(await admit(asked('a'), {}, one), undefined);
  await queue(one, asked('b'), asked('c', 'nikos'));
  assert.equal(await admit(asked('d'), { waitingOfUser: 2 }), 'waitingOfUser');
  assert.equal(await admit(asked('d'), { keptOfUser: 2 }), 'keptOfUser');
  assert.equal(await admit(asked('d'), { waiting: 3 }), 'waiting');
  assert.equal(await admit(asked('d'), { bytesOfUser: 299 }), 'bytesOfUser');
  assert.equal(await admit(asked('d'), { bytes: 399 }), 'bytes');
  assert.equal(await admit(asked('d'), { bytes: 400 }), undefined);
  // At the same time, over two connections: the limit holds.
  const tries = ['e', 'f', 'g', 'h'].map((id, i) =>
    admit(asked(id, 'eleni'), { waitingOfUser: 2 }, i % 2 ? one : other),
  );
  assert.equal((await Promise.all(tries)).filter(refusal => refusal === undefined).length, 2);
  // Files that did not arrive in time give their places back; one that has arrived stays.
  await one.sweep(start + 600_000);
  assert.deepEqual(
    { ...(await one.usedBytes(asked('b'))) },
    { waiting: 2, waitingOfUser: 1, keptOfUser: 1, bytes: 200, bytesOfUser: 100 },
  );
  assert.equal(await one.queue('a', statusOf('a'), ''), false);
});

testRuns('a key is the same run, for its owner, as long as the run is kept', async open => {
  const store = await open();
  const key = 'nightly-1';
  await queue(store, asked('a', 'maria', { key }), asked('b', 'nikos', { key }));
  assert.equal(await store.admit(asked('c', 'maria', { key }), limits, start), 'key');
  const { id, fingerprint } = (await store.withKey(asked('', 'nikos'), key))!;
  assert.deepEqual([id, fingerprint], ['b', 'fingerprint']);
  assert.ok(await store.remove('a'));
  assert.equal(await store.admit(asked('c', 'maria', { key }), limits, start), undefined);
});

testRuns('the oldest run is claimed, and no user has two while others wait', async open => {
  const [one, other] = [await open(), await open()];
  await queue(one, asked('a'), asked('b'), asked('c', 'nikos'), asked('d'));
  assert.equal((await other.find('c', start))!.status.waiting_before, 2);
  const first = (await one.claim(limits, start, leaseMs))!;
  assert.deepEqual([first.id, first.attempt, first.status.state], ['a', 1, 'running']);
  assert.equal(first.status.waiting_before, null);
  assert.equal((await other.find('c', start))!.status.waiting_before, 1);
  assert.equal((await other.claim(limits, start, leaseMs))!.id, 'c');
  assert.equal(await other.claim(limits, start, leaseMs), undefined, 'two run');
  assert.ok(await one.end(first, { state: 'done', status: done('a') }));
  const claims = await Promise.all([one, other].map(store => store.claim(limits, start, leaseMs)));
  assert.deepEqual(
    claims.filter(run => run !== undefined).map(({ id }) => id),
    ['b'],
  );
  const third = { ...limits, running: 3 };
  assert.equal((await one.claim(third, start, leaseMs))!.id, 'd', 'no other user waits');
  assert.deepEqual((await other.open()).map(({ id }) => id).sort(), ['b', 'c', 'd']);
  const { queued, running, done: ended, oldestMs } = await other.totals();
  assert.deepEqual([queued, running, ended, oldestMs], [0, 3, 1, null]);
});

testRuns('lists leave out what was read of a file, and a cancelled run keeps it', async open => {
  const store = await open();
  const columns = { address: 'Διεύθυνση' };
  const read = { header: ['Διεύθυνση'], samples: [['Ερμού 8']], columns };
  const status = statusOf('a', { ...read, notes: ['\u0000'] });
  await queue(store, asked('a', 'maria', { status }));
  for (const [listed] of [await store.list(asked('a'), start), await store.open()]) {
    assert.equal(listed!.status.name, statusOf('a').name);
    for (const name of ['header', 'samples', 'columns', 'notes'])
      assert.ok(!(name in listed!.status), name);
  }
  const [listed] = await store.open();
  assert.ok(await store.cancel('a', { ...listed!.status, error: 'cancelled' }));
  const { header, samples, columns: kept, notes, error } = (await store.find('a', start))!.status;
  assert.deepEqual({ header, samples, columns: kept }, read);
  assert.deepEqual([notes, error], [['\u0000'], 'cancelled']);
});

testRuns('what a run has stored counts as its owner’s before it ends', async open => {
  const store = await open();
  await queue(store, asked('a'), asked('b', 'nikos'));
  const run = (await store.claim(limits, start, leaseMs))!;
  await store.addPiece('a', run.attempt, 'result.csv', 0, Buffer.alloc(500));
  await store.measure('a');
  const { bytes, bytesOfUser } = await store.usedBytes(run);
  assert.deepEqual([bytes, bytesOfUser], [604, 504]);
});

testRuns('an attempt whose lease has ended belongs to the next one', async open => {
  const [one, other] = [await open(), await open()];
  await queue(one, asked('a'));
  const first = (await one.claim(limits, start, leaseMs))!;
  assert.ok(await one.renew({ ...first, status: { ...first.status, rows: 7 } }, start + leaseMs));
  assert.equal((await other.find('a', start))!.status.rows, 7);
  await one.addPiece('a', first.attempt, 'result.csv', 0, Buffer.from('of the first'));
  const second = (await other.claim(limits, start + leaseMs, leaseMs))!;
  assert.deepEqual([second.attempt, second.interruptions], [2, 1]);
  assert.equal(await one.renew(first, start + 9 * leaseMs), false);
  assert.equal(await one.end(first, { state: 'done', status: done('a') }), false);
  for (const [piece, text] of ['of the ', 'second'].entries()) {
    await other.addPiece('a', second.attempt, 'result.csv', piece, Buffer.from(text));
  }
  assert.ok(await other.end(second, { state: 'done', status: done('a') }));
  assert.equal(await one.sizeOf('a', 2, 'result.csv'), 'of the second'.length);
  assert.equal(String(Buffer.from((await one.piece('a', 2, 'result.csv', 1))!)), 'second');
  assert.equal(await one.piece('a', 2, 'result.csv', 2), undefined);
  assert.equal(await one.sizeOf('a', 1, 'result.csv'), 0, 'what the first has left is removed');
  const { bytesOfUser } = await one.usedBytes(asked('a'));
  assert.equal(bytesOfUser, 'file'.length + 'of the second'.length);
});

testRuns('a run that is stopped waits again, and one that is cancelled is lost', async open => {
  const store = await open();
  await queue(store, asked('a'));
  const first = (await store.claim(limits, start, leaseMs))!;
  const pause = { state: 'queued', interruptions: 1, notBeforeMs: start + 10 } as const;
  assert.ok(await store.end(first, pause));
  assert.equal(await store.claim(limits, start + 9, leaseMs), undefined);
  const second = (await store.claim(limits, start + 10, leaseMs))!;
  assert.deepEqual([second.attempt, second.interruptions], [2, 1]);
  assert.ok(await store.cancel('a', statusOf('a', { error: 'cancelled' })));
  assert.equal(await store.renew(second, start + leaseMs), false);
  assert.equal(await store.cancel('a', statusOf('a')), false, 'it has ended');
  const { state, error } = (await store.find('a', start))!.status;
  assert.deepEqual([state, error], ['failed', 'cancelled']);
  assert.equal(await store.claim(limits, start + 9 * leaseMs, leaseMs), undefined);
});

testRuns('a run again has other options and scopes, and what expired is gone', async open => {
  const store = await open();
  await queue(store, asked('a'));
  const first = (await store.claim(limits, start, leaseMs))!;
  assert.equal(await store.again(first, limits), false, 'it runs');
  await store.addPiece('a', 1, 'result.csv', 0, Buffer.from('result'));
  await store.end(first, { state: 'done', status: done('a') });
  const scopes = ['zones'] as const;
  const other = { ...first, options: { name: 'other' }, scopes, session: null };
  assert.equal(await store.again({ ...other, isCounted: true }, limits), true);
  assert.equal(await store.sizeOf('a', 1, 'result.csv'), 0);
  const second = (await store.claim(limits, start, leaseMs))!;
  assert.deepEqual(
    [second.options, second.scopes, second.session, second.isCounted, second.attempt],
    [{ name: 'other' }, ['zones'], null, true, 2],
  );
  assert.equal(String(Buffer.from((await store.piece('a', 0, 'input', 0))!)), 'file');
  await store.end(second, { state: 'failed', status: done('a') });
  assert.equal((await store.list(second, start + 3_599_999)).length, 1);
  assert.equal((await store.list(undefined, start + 3_600_000)).length, 0);
  assert.equal(await store.find('a', start + 3_600_000), undefined);
  await store.sweep(start + 3_600_000);
  assert.equal(await store.piece('a', 0, 'input', 0), undefined);
});

function kept(line: number, more: Partial<KeptRow> = {}): KeptRow {
  return {
    ...{ line, address: `Ερμού ${line}`, reference: undefined, level: 'street' },
    ...{ propertyType: 'house', areaM2: undefined, constructionYear: undefined },
    ...{ sumInsuredEur: undefined, contentsSumInsuredEur: undefined },
    ...{ interruptionSumInsuredEur: undefined, asNewEur: undefined, asIsEur: undefined },
    ...{ insuredRatio: undefined, certainty: 'street', latitude: undefined, longitude: undefined },
    ...{ problem: [], notes: [], cells: { Διεύθυνση: `Ερμού ${line} \u0000` }, isWhole: true },
    ...more,
  };
}

testRuns('rows are those of the last attempt, filtered and sorted', async open => {
  const store = await open();
  await queue(store, asked('a'), asked('b'));
  await store.addRows('a', 1, [kept(9)], 0);
  await store.addRows('b', 2, [kept(8)], 0);
  const faulty = {
    problem: [{ code: 'no_location' }, { field: 'Τ%', code: 'not_an_area' }],
  } as const;
  const placed = kept(2, { areaM2: 80, latitude: 37.9, longitude: 23.7 });
  await store.addRows('a', 2, [placed, kept(3, faulty)], 0);
  const odd = kept(5, { address: '100%_\\ Άγιος\u0000', level: undefined, areaM2: 90.5 });
  await store.addRows('a', 2, [kept(4, { propertyType: undefined, isWhole: false }), odd], 2);
  const table: [Parameters<RunStore['rows']>[2], number[]][] = [
    [{}, [2, 3, 4, 5]],
    [{ sort: 'area' }, [2, 5, 3, 4]],
    [{ sort: 'area', order: 'desc' }, [5, 2, 4, 3]],
    [{ offset: 1, limit: 2 }, [3, 4]],
    [{ has_problem: true }, [3]],
    [{ has_problem: false, level: 'street' }, [2, 4]],
    [{ level: 'none' }, [5]],
    [{ property_type: 'none' }, [4]],
    [{ text: 'ΑΓΙΟΣ' }, [5]],
    [{ text: '100%_\\' }, [5]],
    [{ text: '_' }, [5]],
    [{ text: 'ερμου 3' }, [3]],
    [{ text: '%' }, [5]],
    [{ problem: 'no_location' }, [3]],
    [{ problem: 'Τ%:not_an_area' }, [3]],
    [{ problem: 'not_an_area' }, []],
    [{ bbox: '23.7,37,24,38' }, [2]],
    [{ bbox: '23.71,37,24,38' }, []],
    [{ bbox: '23.69,37,-179,38' }, [2]],
    [{ around: '37.9005,23.7,56' }, [2]],
    [{ around: '37.9005,23.7,55' }, []],
    [{ to_look_at: true, cells: 0 }, [3]],
    [{ cells: 0.01 }, [2, 3, 4, 5]],
  ];
  for (const [query, lines] of table) {
    const { count, rows } = await store.rows('a', 2, query, 'el');
    assert.deepEqual(
      rows.map(({ line }) => line),
      lines,
      JSON.stringify(query),
    );
    if (query.limit === undefined) assert.equal(count, lines.length);
  }
  assert.equal((await store.rows('a', 2, { offset: 3, limit: 1 }, 'el')).count, 4);
});

testRuns('a search over several pieces of rows is one search, in both orders', async open => {
  const store = await open();
  await queue(store, asked('a'));
  // Around the ends of pieces of 10,000; some have the same area, some none.
  const numbers = [0, 1, 2, 9_998, 9_999, 10_000, 10_001, 29_999, 30_000, 30_001, 50_000];
  const rows = numbers.map(n => ({ n, area: n % 4 === 2 ? null : 50 + (n % 3) }));
  for (const { n, area } of rows) {
    await store.addRows('a', 1, [kept(n + 2, { areaM2: area ?? undefined })], n);
  }
  for (const order of ['asc', 'desc'] as const) {
    const sign = order === 'asc' ? 1 : -1;
    const byLine = rows.toSorted((a, b) => sign * (a.n - b.n));
    const sorted = {
      line: byLine,
      area: byLine.toSorted((a, b) => {
        const nulls = Number(a.area === null) - Number(b.area === null);
        return nulls || sign * (a.area! - b.area!);
      }),
    };
    for (const sort of ['line', 'area'] as const) {
      for (let offset = 0; offset <= rows.length; offset++) {
        for (const limit of [1, 4, 60]) {
          const query = { sort, order, offset, limit };
          const found = await store.rows('a', 1, query, 'en');
          assert.deepEqual(
            [found.count, ...found.rows.map(({ line }) => line - 2)],
            [rows.length, ...sorted[sort].slice(offset, offset + limit).map(({ n }) => n)],
            JSON.stringify(query),
          );
        }
      }
    }
  }
});

test('a search ends between two pieces when its client leaves, and others have their turn there', async t => {
  const store = await openServed({ url: await newFile() });
  t.after(() => store.close());
  await queue(store, asked('a'));
  for (const n of [0, 10_000, 20_000]) await store.addRows('a', 1, [kept(n)], n);
  const leaving = new AbortController();
  const ended: string[] = [];
  const searching = store.rows('a', 1, { sort: 'area' }, 'en').then(() => ended.push('search'));
  for (let look = 1; look <= 5; look++)
    await store.find('a', start).then(() => ended.push(`look ${look}`));
  await searching;
  assert.equal(ended.at(-1), 'search', ended.join());
  const left = store.rows('a', 1, { sort: 'area' }, 'en', leaving.signal);
  leaving.abort(new Error('the client has left'));
  await assert.rejects(left, /the client has left/);
});

test('a run that is removed is found no more while its rows go', async t => {
  const store = await openServed({ url: await newFile() });
  t.after(() => store.close());
  await queue(store, asked('a'), asked('b'));
  await store.addRows('a', 1, [kept(2)], 0);
  const ended: string[] = [];
  const removing = store.remove('a').then(() => ended.push('removed'));
  assert.equal(await store.find('a', start), undefined);
  ended.push('not found');
  await removing;
  assert.deepEqual(ended, ['not found', 'removed']);
  assert.equal((await store.rows('a', 1, {}, 'en')).count, 0);
  assert.equal((await store.list(undefined, start)).length, 1);
});

testRuns('corrections are stored all or none, and wait for the next run', async open => {
  const store = await open();
  await queue(store, asked('a'));
  const first = (await store.claim(limits, start, leaseMs))!;
  const rows = Array.from({ length: 1_001 }, (_, i) => kept(i + 2, { isWhole: i !== 1_000 }));
  for (let n = 0; n < rows.length; n += 200) await store.addRows('a', 1, rows.slice(n, n + 200), n);
  await store.end(first, { state: 'done', status: done('a') });
  const cells = { Διεύθυνση: "Ερμού '9'" };
  const correct = (...lines: number[]) => {
    const corrections = lines.map(line => ({ line, cells }));
    return store.correct('a', 1, corrections);
  };
  const noRow = /^KtimaError: rows\[1\]\.line: expected the line of a row/;
  await assert.rejects(correct(2, 7_000), noRow);
  await assert.rejects(correct(2, 1_002), /rows\[1\]\.line: line 1002 is broken/);
  assert.equal((await store.rows('a', 1, {}, 'en')).corrected, 0);
  assert.deepEqual({ ...(await correct(2, 3)) }, { corrected: 2, waiting: 2 });
  const removed = await store.correct('a', 1, [{ line: 3, cells: {} }]);
  assert.deepEqual({ ...removed }, { corrected: 1, waiting: 2 });
  assert.deepEqual([...(await store.corrections('a'))], [[2, cells]]);
  const found = await store.rows('a', 1, { is_corrected: true }, 'en');
  const shown = found.rows.map(({ line, corrections }) => ({ line, corrections }));
  assert.deepEqual(shown, [
    { line: 2, corrections: cells },
    { line: 3, corrections: {} },
  ]);
  assert.equal((await store.rows('a', 1, { is_corrected: false }, 'en')).count, 999);

  await store.again(first, limits);
  const second = (await store.claim(limits, start, leaseMs))!;
  await store.end(second, { state: 'done', status: done('a') });
  assert.deepEqual([...(await store.corrections('a'))], [[2, cells]]);
  const { corrected, waiting } = await store.rows('a', 2, {}, 'en');
  assert.deepEqual([corrected, waiting], [1, 0]);
});

testRuns(
  'a portfolio has at most 5,000 corrected rows and 2 MB of cells, which count as its space',
  async open => {
    const store = await open();
    await queue(store, asked('a'));
    const most = 5_000;
    const lines = Array.from({ length: most + 1 }, (_, i) => i + 2);
    const corrected = async () => (await store.rows('a', 0, { limit: 1 }, 'en')).corrected;
    const correct = (some: readonly number[], text = 'β') => {
      const corrections = some.map(line => ({ line, cells: { a: text } }));
      return store.correct('a', 0, corrections);
    };
    const used = async () => (await store.usedBytes(asked('a'))).bytesOfUser;
    for (let n = 0; n < most; n += 50) {
      const some = lines.slice(n, n + 50).map(line => kept(line));
      await store.addRows('a', 0, some, n);
    }
    for (let n = 0; n < most; n += 1_000) await correct(lines.slice(n, n + 1_000));
    await store.addRows('a', 0, [kept(lines.at(-1)!)], most);
    const before = await used();
    await store.measure('a');
    const rowBytes = (await used()) - before;
    assert.ok(before >= most * '{"a":"β"}'.length && rowBytes > 0, 'counted at once');
    const beyond = /rows: expected at most 5,000 corrected rows and 2 MB of their cells/;
    await assert.rejects(correct(lines.slice(-2)), beyond);
    assert.equal(await corrected(), most);
    assert.equal((await correct(lines.slice(0, 2))).corrected, most);
    const measured = await used();
    for (let n = 0; n < 3_000; n += 1_000)
      await correct(lines.slice(n, n + 1_000), 'β'.repeat(300));
    assert.equal(await used(), measured + 3_000 * (2 * 299));
    await assert.rejects(correct(lines.slice(3_000, 4_000), 'β'.repeat(300)), beyond);
    await store.measure('a');
    assert.equal(await used(), measured + 3_000 * (2 * 299), 'and when it is measured');
  },
);
