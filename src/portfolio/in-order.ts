/** Something that works on one job after the other, in a thread of its own. */
export interface Runner<Job, Result> {
  run(job: Job): Promise<Result>;
  close(): Promise<void>;
}

/** Jobs that wait at each runner, so that none is idle while results are written. */
const jobsPerRunner = 2;

/**
 * The results of jobs in the order of the jobs, worked on by up to `most` runners, each started
 * when there is work for it. Jobs are taken only as results are: memory does not grow.
 */
export async function* inOrder<Job, Result>(
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
      // Told when its turn comes; not before, as an unhandled rejection.
      result.catch(() => {});
      waiting.push(result);
      if (waiting.length >= most * jobsPerRunner) yield await waiting.shift()!;
    }
    while (waiting.length > 0) yield await waiting.shift()!;
  } finally {
    await Promise.all(runners.map(runner => runner.close()));
  }
}
