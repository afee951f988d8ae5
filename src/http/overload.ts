import { KtimaError } from '../errors.ts';

/** Fewer that came together are no crowd: then it was something else that took the time. */
const leastCrowd = 32;

/** What those are told who are turned away. */
export const overloaded = new KtimaError('BUSY', 'too many requests at once; try again', {
  retryAfterSeconds: 1,
});

/**
 * Tells of each request, as it comes in, whether the process is too far behind to take it.
 *
 * Node answers all that has come in, one after the other, before it looks for more. So those that
 * came together are a queue, and its length in time is how long the last of them has waited. Past
 * `patienceMs` the rest is turned away, which costs little; what is served stays quick, however
 * many ask, and the next turn begins with an empty queue.
 */
export function overloadWatch(patienceMs: number): () => boolean {
  let came = 0;
  let began = 0;
  const endOfTurn = () => {
    came = 0;
  };
  return () => {
    if (came++ === 0) {
      began = performance.now();
      setImmediate(endOfTurn);
    }
    return came > leastCrowd && performance.now() - began > patienceMs;
  };
}
