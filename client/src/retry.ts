import { KtimaApiError } from './api-error.ts';

/** If the service requests a longer pause than this, the call fails; in seconds. */
const longestPauseSeconds = 10;
const firstPauseMs = 200;

/** How often to retry, and until when. */
export interface RetryPolicy {
  readonly retries: number;
  /** The time at which the call times out, by `performance.now()`. */
  readonly deadlineMs: number;
  /** Whether a request may be sent again when it is unknown whether it arrived. */
  readonly isRepeatable: boolean;
  readonly signal: AbortSignal;
}

/** Sends a request, and retries it where that is safe and the remaining time is enough. */
export async function withRetries<T>(attempt: () => Promise<T>, policy: RetryPolicy): Promise<T> {
  for (let tried = 0; ; tried++) {
    try {
      return await attempt();
    } catch (error) {
      const pauseMs = tried < policy.retries ? pauseBefore(error, tried, policy) : undefined;
      if (pauseMs === undefined || performance.now() + pauseMs >= policy.deadlineMs) throw error;
      await sleep(pauseMs, policy.signal);
    }
  }
}

/** The pause before the next attempt, in milliseconds; undefined when a retry is useless. */
function pauseBefore(
  error: unknown,
  tried: number,
  { isRepeatable }: RetryPolicy,
): number | undefined {
  if (!(error instanceof KtimaApiError)) return undefined;
  const { reason, status, retryAfter } = error;
  const isBusy = status === 503 || status === 429;
  if (!isBusy && !(reason === 'network' && isRepeatable)) return undefined;
  if (retryAfter !== undefined && retryAfter > longestPauseSeconds) return undefined;
  // Jitter: clients that were rejected together should not retry together.
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
