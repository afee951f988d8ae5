import { Worker } from 'node:worker_threads';
import { fromThread } from '#tools/errors.ts';
import type { Value } from '../engine.ts';
import type { EngineFile, Statement, StatementResult, Statements } from './statements.ts';

/** Starts a thread that opens a file and runs statements: writing a file or searching takes a while. */
export function openStatementThread(file: EngineFile): Statements {
  const worker = new Worker(new URL('./statement-worker.ts', import.meta.url), {
    workerData: file,
  });
  let asked: PromiseWithResolvers<unknown[]> | undefined;
  let failure: unknown;
  const fail = (error: unknown) => {
    failure ??= error;
    asked?.reject(failure);
  };
  worker.on('error', error => fail(fromThread(error)));
  worker.on('exit', () => fail(new Error('the thread of a database ended early')));
  worker.on('message', (result: StatementResult) => {
    worker.unref();
    if ('rows' in result) asked?.resolve(result.rows);
    else asked?.reject(Object.assign(new Error(result.message), result.fields));
  });
  // One at a time: the next statement is asked for when this one has its rows.
  const ask = (sql: string | undefined, values: readonly Value[] = []): Promise<unknown[]> => {
    if (failure !== undefined) return Promise.reject(failure);
    asked = Promise.withResolvers();
    worker.ref();
    worker.postMessage({ sql, values } satisfies Statement);
    return asked.promise;
  };
  return {
    run: async <Row>(sql: string, values?: readonly Value[]) => (await ask(sql, values)) as Row[],
    close: async () => {
      await ask(undefined).finally(() => worker.terminate());
    },
  };
}
