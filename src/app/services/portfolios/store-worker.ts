// A thread with the SQLite file of portfolios: writing a file or searching rows takes a while.
import { parentPort, workerData } from 'node:worker_threads';
import { openRunStore } from '#features/runs/run-store.ts';
import { KtimaError } from '#tools/errors.ts';
import type { StoreAnswer, StoreCall } from './open-run-store.ts';

const store = await openRunStore(workerData);
parentPort!.on('message', ({ method, args, call }: StoreCall) => {
  (store[method] as (...args: unknown[]) => Promise<unknown>)(...args)
    .then(
      (value): StoreAnswer => ({ call, value }),
      (error): StoreAnswer => ({ call, error: plain(error) }),
    )
    .then(answer => parentPort!.postMessage(answer));
});

/** A message between threads keeps no fields of our errors. */
function plain(error: unknown): NonNullable<StoreAnswer['error']> {
  if (!(error instanceof KtimaError)) return { other: error };
  const { code, message, retryAfterSeconds, cause } = error;
  return { code, message, options: { cause, ...(retryAfterSeconds && { retryAfterSeconds }) } };
}
