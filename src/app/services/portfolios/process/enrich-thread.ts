import { setImmediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { EnrichedBatch, Plan } from '#features/portfolio/batch/enrich-batch.ts';
import { chooseGridColumns, chooseKinds } from '#features/portfolio/row/zone-columns.ts';
import type { EnrichRequest } from '#features/portfolio/run.ts';
import { readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import type { DatabaseSettings } from '#storage/store/open-store.ts';
import type { Store } from '#storage/store/store.ts';
import { fromThread } from '#tools/errors.ts';
import { loadWays } from '../../artefacts/edition.ts';
import type { RowRunner, RowRunnerData } from './enrich-rows.ts';

/**
 * What the loaded data decide of a run: which columns it has, and how to start its threads. They answer
 * batches in the order in which they get them.
 */
export async function prepareEnrich(
  store: Store,
  database: DatabaseSettings,
  { placeTypes, threads }: Pick<EnrichRequest, 'placeTypes' | 'threads'>,
  zones: string | false | undefined,
) {
  const kinds = { store, zoneKinds: readShippedKinds() };
  const shared = placeTypes.length > 0 ? await loadWays(store) : undefined;
  const columns = {
    zoneKinds: await chooseKinds(kinds, zones),
    gridColumns: await chooseGridColumns(kinds, zones),
    onFoot: shared !== undefined && shared.ways.value.from.length > 0,
  };
  const startRunner = threads === 1 ? startHere : startThread;
  const start = (plan: Plan) => startRunner({ plan, database, shared: shared ?? {} });
  return { columns, start };
}

/** A single thread is this one: the modules and the data of another would cost half a second. */
function startHere(data: RowRunnerData): RowRunner {
  const opened = import('./enrich-rows.ts').then(({ openRowRunner }) => openRowRunner(data));
  return {
    async run(rows) {
      // A signal and the progress have their turn between batches.
      await setImmediate();
      return (await opened).run(rows);
    },
    close: async () => (await opened).close(),
  };
}

/** Starts a thread that answers each message with one, in the order it gets them. */
function startThread(data: RowRunnerData): RowRunner {
  const waiting: PromiseWithResolvers<EnrichedBatch>[] = [];
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  const worker = new Worker(new URL('./enrich-worker.ts', import.meta.url), { workerData: data });
  worker.on('message', (batch: EnrichedBatch) => waiting.shift()?.resolve(batch));
  worker.on('error', error => fail(fromThread(error)));
  worker.on('exit', () => fail(new Error('the thread that enriches rows ended early')));
  return {
    run(rows) {
      const batch = Promise.withResolvers<EnrichedBatch>();
      if (failure === undefined) waiting.push(batch);
      else batch.reject(failure);
      worker.postMessage(rows);
      return batch.promise;
    },
    close: async () => void (await worker.terminate()),
  };
}
