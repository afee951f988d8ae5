import assert from 'node:assert/strict';
import test from 'node:test';
import { openRememberedBatches } from '#app/services/portfolios/process/remembered-batches.ts';
import type { EnrichedBatch } from '#features/portfolio/batch/enrich-batch.ts';
import { newTally } from '#features/portfolio/summary/tally.ts';
import { batchesFile } from '#features/runs/run-attempts.ts';
import { openRunStore, type RunStore } from '#features/runs/run-store.ts';
import type { RunLimits } from '#features/runs/stored-run.ts';
import { temporaryFolder } from '../../temporary-folder.ts';

const { path: folder } = temporaryFolder();
const limits: RunLimits = {
  ...{ running: 1, waiting: 9, waitingOfUser: 9, keptOfUser: 9 },
  ...{ bytesOfUser: 1_000_000, bytes: 1_000_000 },
};
const leaseMs = 1_000;

async function oneRun(name: string): Promise<RunStore> {
  const store = await openRunStore({ url: `sqlite:${folder}/${name}.db` });
  const status = { bytes: 9 } as never;
  const asked = { id: 'a', issuer: 'urn:test', subject: 'maria', session: null, scopes: [] };
  await store.admit({ ...asked, options: {}, key: null, untilMs: 9, status }, limits, 0);
  await store.queue('a', status, '');
  return store;
}

const row = (line: number, text: string) => ({ line, cells: [text] });
const book = [[row(2, 'one'), row(3, 'two')], [row(4, 'three'), row(5, 'four')], [row(6, 'five')]];

/** Runs batches as the next attempt, and returns its texts and the lines that a thread enriched. */
async function attempt(
  store: RunStore,
  batches: typeof book,
  basis = 'terms',
  dataVersion = async () => '1-a',
) {
  const run = (await store.claim(limits, 0, leaseMs))!;
  const enriched: number[] = [];
  let threads = 0;
  const runner = (await openRememberedBatches(store, run, dataVersion))(basis, () => {
    threads++;
    return {
      async run(rows): Promise<EnrichedBatch> {
        enriched.push(...rows.map(({ line }) => line));
        const text = rows.map(({ cells }) => cells[0]!.toUpperCase()).join();
        return { text, tally: newTally(), amounts: [], kept: [] };
      },
      close: async () => void threads--,
    };
  });
  const results = await Promise.all(batches.map(runner.run));
  await runner.close();
  assert.equal(threads, 0);
  assert.deepEqual(results[0]!.tally, newTally());
  return { run, enriched, texts: results.map(({ text }) => text) };
}

const ended = { state: 'done', rows: 5, progress: 1, expires_at: null } as never;
const end = async (store: RunStore, { run }: { run: Parameters<RunStore['end']>[0] }) =>
  assert.ok(await store.end(run, { state: 'done', status: ended }));

test('a run again enriches only the batches that changed, or all with other terms', async t => {
  const store = await oneRun('again');
  t.after(store.close);
  const first = await attempt(store, book);
  assert.deepEqual(first.enriched, [2, 3, 4, 5, 6]);
  await end(store, first);

  await store.again(first.run, limits);
  const corrected = [book[0]!, [row(4, 'three'), row(5, 'vier')], book[2]!];
  const second = await attempt(store, corrected);
  assert.deepEqual(second.enriched, [4, 5]);
  assert.deepEqual(second.texts, ['ONE,TWO', 'THREE,VIER', 'FIVE']);
  await end(store, second);
  assert.deepEqual(await store.earlierAttempts('a', 9, batchesFile), [2], 'one copy is kept');

  await store.again(second.run, limits);
  assert.deepEqual((await attempt(store, corrected)).enriched, []);
  await end(store, { run: { ...second.run, attempt: 3 } });
  await store.again(second.run, limits);
  assert.deepEqual((await attempt(store, corrected, 'other terms')).enriched, [2, 3, 4, 5, 6]);
});

test('batches of other data are enriched again, and not kept if the data changed meanwhile', async t => {
  const store = await oneRun('other-data');
  t.after(store.close);
  const versions = ['1-a', '1-a', '2-b'];
  const changing = async () => versions.shift() ?? '2-b';
  const first = await attempt(store, book, 'terms', changing);
  assert.deepEqual(first.enriched, [2, 3, 4, 5, 6]);
  await end(store, first);
  const left: number[][] = [];
  for (const version of ['1-a', '2-b']) {
    await store.again(first.run, limits);
    const next = await attempt(store, book, 'terms', async () => version);
    left.push(next.enriched);
    await end(store, next);
  }
  // Of one batch it was known that the data were still those of the start.
  assert.deepEqual(
    left.map(lines => lines.length),
    [3, 5],
  );
});

test('a run that was stopped goes on with what its attempts have left', async t => {
  const store = await oneRun('stopped');
  t.after(store.close);
  const pause = { state: 'queued', interruptions: 0, notBeforeMs: 0 } as const;
  await store.end((await attempt(store, book.slice(0, 1))).run, pause);
  await store.end((await attempt(store, book.slice(1, 2))).run, pause);
  const third = await attempt(store, book);
  assert.deepEqual(third.enriched, [6]);
  assert.deepEqual(third.texts, ['ONE,TWO', 'THREE,FOUR', 'FIVE']);
  assert.ok(await store.cancel('a', ended));
  assert.deepEqual(await store.earlierAttempts('a', 9, batchesFile), [], 'a failed run keeps none');
});
