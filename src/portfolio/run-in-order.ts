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
