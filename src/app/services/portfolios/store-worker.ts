// A thread with the SQLite file of portfolios: writing a file or searching rows takes a while.
import { parentPort, workerData } from 'node:worker_threads';
import { openRunStore, type RunStore } from '#features/runs/run-store.ts';
import { type ErrorCode, KtimaError } from '#tools/errors.ts';

/** A method of the store that a thread is asked for. */
export interface StoreCall {
  readonly call: number;
  readonly method: keyof RunStore;
  readonly args: readonly unknown[];
}

/** Its result, or its error. */
export interface StoreAnswer {
  readonly call: number;
  readonly value?: unknown;
  readonly error?:
    | { readonly other: unknown }
    | {
        readonly code: ErrorCode;
        readonly message: string;
        readonly options: { cause: unknown; retryAfterSeconds?: number };
      };
}

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
