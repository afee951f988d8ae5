import { Worker } from 'node:worker_threads';
import type { Runner } from '../../features/portfolio/batches.ts';
import type { EnrichedBatch } from '../../features/portfolio/enrich-batch.ts';
import type { InputRow } from '../../features/portfolio/input.ts';
import { fromThread } from '../../tools/errors.ts';
import type { EnrichWorkerData } from './enrich-worker.ts';

interface Waiting<Result> {
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a thread of `enrich-worker.ts`; it answers batches in the order it gets them. */
export function startEnrichThread(
  data: EnrichWorkerData,
): Runner<readonly InputRow[], EnrichedBatch> {
  return startJobThread(new URL('./enrich-worker.ts', import.meta.url), data);
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
