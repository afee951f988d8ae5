import { mayPass, neverReached } from './http.ts';

const mostFailuresInARow = 6;
const mostTries = 100;

/** How far a download has come in this run, in bytes from the start of the file. */
export interface Reach {
  furthestBytes: number;
}

/**
 * Tries again after failures that may pass, with waits of 1, 2, 4, ... 32 seconds. Gives up after
 * six in a row that brought nothing new, after a hundred in all, and at once when the host cannot
 * be reached and has never been.
 */
export async function persistently<Result>(
  attempt: () => Promise<Result>,
  reach: Readonly<Reach>,
  wait: (milliseconds: number) => Promise<unknown>,
): Promise<Result> {
  let failuresInARow = 0;
  for (let tries = 1; ; tries++) {
    const before = reach.furthestBytes;
    try {
      return await attempt();
    } catch (error) {
      if (reach.furthestBytes > before) failuresInARow = 0;
      failuresInARow++;
      if (!mayPass(error) || failuresInARow > mostFailuresInARow || tries === mostTries)
        throw error;
      if (neverReached(error) && reach.furthestBytes === 0) throw error;
      await wait(1000 * Math.max(2 ** (failuresInARow - 1), error.retryAfterSeconds ?? 0));
    }
  }
}
