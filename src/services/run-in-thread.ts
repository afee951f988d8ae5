import { Worker } from 'node:worker_threads';
import { fromThread } from '../errors.ts';

/**
 * Runs a script in a thread of its own, while this one goes on, and resolves with the first thing
 * that it posts. Its memory goes with it.
 */
export function runInThread<T>(script: URL, workerData: unknown, ending?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    ending?.throwIfAborted();
    const worker = new Worker(script, { workerData });
    const stop = () => void worker.terminate();
    ending?.addEventListener('abort', stop);
    worker.once('message', resolve);
    worker.once('error', error => reject(fromThread(error)));
    worker.once('exit', () => {
      ending?.removeEventListener('abort', stop);
      reject(new Error(`the thread of ${script.pathname} ended early`));
    });
  });
}
