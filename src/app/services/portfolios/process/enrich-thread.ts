import { Worker } from 'node:worker_threads';
import type { EnrichedBatch, Plan } from '#features/portfolio/batch/enrich-batch.ts';
import type { Runner } from '#features/portfolio/batches.ts';
import type { InputRow } from '#features/portfolio/input/input-row.ts';
import { chooseGridColumns, chooseKinds } from '#features/portfolio/row/zone-columns.ts';
import type { EnrichRequest } from '#features/portfolio/run.ts';
import { readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import type { DatabaseSettings } from '#storage/store/open-store.ts';
import type { Store } from '#storage/store/store.ts';
import { fromThread } from '#tools/errors.ts';
import { readWalkGraph } from '../../artefacts/snapshot.ts';
import type { EnrichWorkerData } from './enrich-worker.ts';

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * What the loaded data decide of a run: which columns it has, and how to start its threads. They answer
 * batches in the order in which they get them.
 */
export async function prepareEnrich(
  store: Store,
  database: DatabaseSettings,
  { placeTypes }: Pick<EnrichRequest, 'placeTypes'>,
  zones: string | false | undefined,
) {
  const kinds = { store, zoneKinds: readShippedKinds() };
  const ways = placeTypes.length > 0 ? await readWalkGraph(store) : undefined;
  const columns = {
    zoneKinds: await chooseKinds(kinds, zones),
    gridColumns: await chooseGridColumns(kinds, zones),
    onFoot: ways !== undefined,
  };
  const start = (plan: Plan): Runner<readonly InputRow[], EnrichedBatch> => {
    const data: EnrichWorkerData = { plan, database, ways };
    return startJobThread(new URL('./enrich-worker.ts', import.meta.url), data);
  };
  return { columns, start };
}

/** Starts a thread that answers each message with one, in the order it gets them. */
export function startJobThread<Job, Result>(script: URL, data?: unknown): Runner<Job, Result> {
  const waiting: Waiting<Result>[] = [];
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  const worker = new Worker(script, { workerData: data });
  worker.on('message', (result: Result) => waiting.shift()?.resolve(result));
  worker.on('error', error => fail(fromThread(error)));
  worker.on('exit', () =>
    fail(new Error(`the thread of ${script.pathname.split('/').at(-1)} ended early`)),
  );
  return {
    run: job =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        waiting.push({ resolve, reject });
        worker.postMessage(job);
      }),
    close: async () => void (await worker.terminate()),
  };
}
