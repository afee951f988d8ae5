import { Worker } from 'node:worker_threads';
import { fromThread } from '../errors.ts';
import type { Runner } from '../portfolio/batches.ts';
import type { EnrichedBatch } from '../portfolio/enrich-batch.ts';
import type { InputRow } from '../portfolio/input.ts';
import type { EnrichWorkerData } from './enrich-worker.ts';

interface Waiting {
  readonly resolve: (enriched: EnrichedBatch) => void;
  readonly reject: (error: unknown) => void;
}

/** Starts a thread of `enrich-worker.ts`; it answers batches in the order it gets them. */
export function startEnrichThread(
  data: EnrichWorkerData,
): Runner<readonly InputRow[], EnrichedBatch> {
  const waiting: Waiting[] = [];
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.splice(0)) reject(failure);
  };
  const worker = new Worker(new URL('./enrich-worker.ts', import.meta.url), { workerData: data });
  worker.on('message', (enriched: EnrichedBatch) => waiting.shift()?.resolve(enriched));
  worker.on('error', error => fail(fromThread(error)));
  worker.on('exit', () => fail(new Error('a thread of the enrichment ended early')));
  return {
    run: rows =>
      new Promise((resolve, reject) => {
        if (failure !== undefined) return reject(failure);
        waiting.push({ resolve, reject });
        worker.postMessage(rows);
      }),
    close: async () => void (await worker.terminate()),
  };
}
