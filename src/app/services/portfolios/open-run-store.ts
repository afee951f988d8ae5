import { Worker } from 'node:worker_threads';
import { openRunStore, type RunStore } from '#features/runs/run-store.ts';
import type { DatabaseSettings } from '#storage/store/open-store.ts';
import { type ErrorCode, fromThread, KtimaError } from '#tools/errors.ts';
import type { StoreAnswer, StoreCall } from './store-worker.ts';

const methods = [
  'addPiece',
  'addRows',
  'admit',
  'again',
  'cancel',
  'claim',
  'close',
  'correct',
  'corrections',
  'earlierAttempts',
  'end',
  'find',
  'list',
  'movePiece',
  'open',
  'piece',
  'queue',
  'remove',
  'renew',
  'rows',
  'sizeOf',
  'sweep',
  'totals',
  'usedBytes',
  'withKey',
] as const satisfies readonly (keyof RunStore)[];

/** Opens the runs of portfolios for a service: an SQLite file in a thread of its own. */
export async function openServedStore(database: DatabaseSettings): Promise<RunStore> {
  if (!database.url.startsWith('sqlite:')) return openRunStore(database);
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  const worker = new Worker(new URL('./store-worker.ts', import.meta.url), {
    workerData: database,
  });
  let failure: unknown;
  let calls = 0;
  const fail = (error: unknown) => {
    failure ??= error;
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  };
  worker.on('error', error => fail(fromThread(error)));
  worker.on('exit', () => fail(new Error('the thread of portfolios ended early')));
  worker.on('message', ({ call, value, error }: StoreAnswer) => {
    const { resolve, reject } = waiting.get(call)!;
    waiting.delete(call);
    if (error === undefined) resolve(value);
    else reject('other' in error ? error.other : restored(error));
    if (waiting.size === 0) worker.unref();
  });
  const ask = (method: keyof RunStore, args: readonly unknown[]) => {
    if (failure !== undefined) return Promise.reject(failure);
    const answer = Promise.withResolvers<unknown>();
    worker.ref();
    waiting.set(++calls, answer);
    worker.postMessage({ call: calls, method, args } satisfies StoreCall);
    return answer.promise;
  };
  const entries = methods.map(method => [method, (...args: unknown[]) => ask(method, args)]);
  const store: RunStore = Object.fromEntries(entries);
  return { ...store, close: () => store.close().finally(() => worker.terminate()) };
}

function restored({ code, message, options }: Extract<StoreAnswer['error'], { code: ErrorCode }>) {
  return new KtimaError(code, message, options);
}
