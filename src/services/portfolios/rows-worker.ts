// A thread that finds and corrects the rows of portfolios, because a large file takes a while.
import { parentPort } from 'node:worker_threads';
import type { RowCorrection, RowsFound, RowsQuery } from '../../api/portfolios/row-bodies.ts';
import { findRows, storeCorrections } from './rows-file.ts';

/** What the thread is asked for: a page of rows, or corrections to store. */
export type RowsJob =
  | { readonly path: string; readonly query: RowsQuery }
  | { readonly path: string; readonly corrections: readonly RowCorrection[] };

/** Its answer. */
export type RowsResult = RowsFound | ReturnType<typeof storeCorrections>;

parentPort!.on('message', (job: RowsJob) => {
  const result: RowsResult =
    'query' in job ? findRows(job.path, job.query) : storeCorrections(job.path, job.corrections);
  parentPort!.postMessage(result);
});
