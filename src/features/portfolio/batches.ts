import { hash } from 'node:crypto';
import type { InputRow } from './input/input-row.ts';

const rowsPerBatch = 25;
const bytesPerBatch = 256 * 1024;

/** Rows in batches. Pushes the input bytes of each batch to `sizes`. */
export async function* batches(
  rows: AsyncIterable<InputRow>,
  sizes: number[],
): AsyncGenerator<readonly InputRow[]> {
  let batch: InputRow[] = [];
  let bytes = 0;
  const findDuplicate = duplicateFinder();
  for await (const row of rows) {
    const sameAs = findDuplicate(row);
    for (const cell of row.cells) bytes += Buffer.byteLength(cell) + 1;
    batch.push(sameAs === undefined ? row : { ...row, sameAs });
    if (batch.length < rowsPerBatch && bytes < bytesPerBatch) continue;
    sizes.push(bytes);
    yield batch;
    batch = [];
    bytes = 0;
  }
  sizes.push(bytes);
  if (batch.length > 0) yield batch;
}

/** Rows that are compared, so that memory stays small: about 40 MB for as many. */
const mostRows = 1_000_000;

/** Makes a function that returns the line of an earlier row with the same cells, if there is one. */
function duplicateFinder(): (row: InputRow) => number | undefined {
  const lines = new Map<number, number>();
  return ({ line, cells }) => {
    const trimmed = cells.map(cell => cell.trim());
    if (trimmed.every(cell => cell === '')) return undefined;
    const key = digest(trimmed);
    const earlier = lines.get(key);
    if (earlier === undefined && lines.size < mostRows) lines.set(key, line);
    return earlier;
  };
}

/** 53 bits, the most that a number holds: two of a million rows are alike by chance in 0.005 % of files. */
function digest(cells: readonly string[]): number {
  return Number(hash('sha1', JSON.stringify(cells), 'buffer').readBigUInt64BE() >> 11n);
}

/** Runs one job after the other, in a thread of its own. */
export interface Runner<Job, Result> {
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

/** Jobs queued for each runner, so that no runner is idle while results are written. */
const jobsPerRunner = 2;

/**
 * Yields the results of jobs in the order of the jobs. Up to `most` runners work on them; each is
 * started when there is work for it. Backpressure: a job is read only as results are consumed.
 */
export async function* runInOrder<Job, Result>(
  jobs: AsyncIterable<Job>,
  start: () => Runner<Job, Result>,
  most: number,
): AsyncGenerator<Result> {
  const runners: Runner<Job, Result>[] = [];
  const waiting: Promise<Result>[] = [];
  try {
    let next = 0;
    for await (const job of jobs) {
      const runner = runners[next % most] ?? start();
      runners[next++ % most] = runner;
      const result = runner.run(job);
      // The error is thrown when this result is awaited, not as an unhandled rejection before.
      result.catch(() => {});
      waiting.push(result);
      if (waiting.length >= most * jobsPerRunner) yield await waiting.shift()!;
    }
    while (waiting.length > 0) yield await waiting.shift()!;
  } finally {
    await Promise.all(runners.map(runner => runner.close()));
  }
}
