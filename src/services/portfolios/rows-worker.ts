// A thread that finds and corrects the rows of portfolios, and checks the columns of another run,
// because a large file takes a while.
import { parentPort } from 'node:worker_threads';
import type { RowCorrection, RowsFound, RowsQuery } from '../../api/portfolios/row-bodies.ts';
import { KtimaError } from '../../errors.ts';
import { openTable, type TableOptions } from '../../portfolio/run.ts';
import { findRows, storeCorrections } from './rows-file.ts';

/** What the thread is asked for: a page of rows, corrections to store, or a run to check. */
export type RowsJob =
  | { readonly path: string; readonly query: RowsQuery }
  | { readonly path: string; readonly corrections: readonly RowCorrection[] }
  | { readonly request: TableOptions };

/** Its answer. */
export type RowsResult = RowsFound | ReturnType<typeof storeCorrections> | ColumnsCheck;

/** Why a file cannot be run with its columns; undefined if it can. */
export interface ColumnsCheck {
  readonly fault: string | undefined;
}

let answered = Promise.resolve();
// One after the other, because answers have the order of the jobs.
parentPort!.on('message', (job: RowsJob) => {
  answered = answered.then(async () => parentPort!.postMessage(await answer(job)));
});

function answer(job: RowsJob): RowsResult | Promise<ColumnsCheck> {
  if ('request' in job) return checkColumns(job.request);
  if ('query' in job) return findRows(job.path, job.query);
  return storeCorrections(job.path, job.corrections);
}

async function checkColumns(request: TableOptions): Promise<ColumnsCheck> {
  try {
    const { input } = await openTable(request, (async function* () {})());
    await input.close();
    return { fault: undefined };
  } catch (error) {
    if (error instanceof KtimaError) return { fault: error.message };
    throw error;
  }
}
