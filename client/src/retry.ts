import { KtimaApiError } from './api-error.ts';

/** A service that asks for a longer pause than this is not waited for; in seconds. */
const longestPauseSeconds = 10;
const firstPauseMs = 200;

/** How often to try again, and until when. */
export interface Patience {
  readonly retries: number;
  /** The moment at which the call times out, by `performance.now()`. */
  readonly deadlineMs: number;
  /** Whether a request of which nobody knows if it arrived may be sent again. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

/** Runs a request, again where that is safe and has a chance within the time that is left. */
export async function withRetries<T>(attempt: () => Promise<T>, patience: Patience): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = tried < patience.retries ? pauseBefore(error, tried, patience) : undefined;
      if (pauseMs === undefined || performance.now() + pauseMs >= patience.deadlineMs) throw error;
      await sleep(pauseMs, patience.signal);
    }
  }
}

/** How long to wait before the next try, in milliseconds; undefined when none makes sense. */
function pauseBefore(
  error: unknown,
  tried: number,
  { isRepeatable }: Patience,
): number | undefined {
  if (!(error instanceof KtimaApiError)) return undefined;
  const { reason, status, retryAfter } = error;
  const isBusy = status === 503 || status === 429;
  if (!isBusy && !(reason === 'network' && isRepeatable)) return undefined;
  if (retryAfter !== undefined && retryAfter > longestPauseSeconds) return undefined;
  // Spread out: callers who were turned away together should not come back together.
  const spread = firstPauseMs * 2 ** tried * (0.5 + Math.random() / 2);
  return (retryAfter ?? 0) * 1_000 + spread;
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
