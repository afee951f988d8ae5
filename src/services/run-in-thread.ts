import { parentPort, Worker } from 'node:worker_threads';
import { fromThread } from '../errors.ts';
import { fromPieces, toPieces } from './pieces.ts';

/**
 * Runs a script in a thread of its own, while this one works, and resolves with the result that it
 * posts (`postResult`). Its memory goes with it.
 */
export function runInThread<T>(script: URL, workerData: unknown, ending?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    ending?.throwIfAborted();
    const worker = new Worker(script, { workerData });
    const stop = () => void worker.terminate();
    ending?.addEventListener('abort', stop);
    worker.once('message', pieces => resolve(fromPieces(pieces)));
    worker.once('error', error => reject(fromThread(error)));
    worker.once('exit', () => {
      ending?.removeEventListener('abort', stop);
      reject(new Error(`the thread of ${script.pathname} ended early`));
    });
  });
}

/** Posts the result of a thread. Its typed arrays are handed over, not copied. */
export function postResult(result: unknown): void {
  const pieces = toPieces(result);
  const memory = new Set(pieces.map(({ buffer }) => buffer as ArrayBuffer));
  parentPort!.postMessage(pieces, [...memory]);
}
