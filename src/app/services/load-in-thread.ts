import { parentPort, Worker } from 'node:worker_threads';
import type { DatabaseSettings } from '../../keep/store/open-store.ts';
import { fromThread } from '../../tools/errors.ts';
import { fromPieces, toPieces } from './pieces.ts';

/** What a thread of `load-worker.ts` loads, and from which database. */
export interface LoadData {
  readonly what: 'snapshot' | 'geocoder';
  readonly database: DatabaseSettings;
}

/**
 * Loads something in a thread of its own, while this one continues. The memory for loading is freed
 * with the thread.
 */
export function loadInThread<T>(
  what: LoadData['what'],
  database: DatabaseSettings,
  ending?: AbortSignal,
): Promise<T> {
  return new Promise((resolve, reject) => {
    ending?.throwIfAborted();
    const script = new URL('./load-worker.ts', import.meta.url);
    const worker = new Worker(script, { workerData: { what, database } satisfies LoadData });
    const stop = () => void worker.terminate();
    ending?.addEventListener('abort', stop);
    worker.once('message', pieces => resolve(fromPieces(pieces)));
    worker.once('error', error => reject(fromThread(error)));
    worker.once('exit', () => {
      ending?.removeEventListener('abort', stop);
      reject(new Error(`the thread that loads the ${what} ended early`));
    });
  });
}

/** Posts the result of a thread. Its typed arrays are handed over, not copied. */
export function postResult(result: unknown): void {
  const pieces = toPieces(result);
  const memory = new Set(pieces.map(({ buffer }) => buffer as ArrayBuffer));
  parentPort!.postMessage(pieces, [...memory]);
}
