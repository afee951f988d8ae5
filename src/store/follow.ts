import type { Store } from './store.ts';

/** How long after work that failed it is tried again. */
const firstRetryMs = 1_000;

/** Work that is repeated, until it is closed. */
export interface Repeated {
  /** Does it now, or once more after what is under way. */
  now(): void;
  close(): void;
}

/**
 * Does some work after each change of the store, one at a time, and again after a second when it
 * has failed, or each time after longer up to `longestRetryMs`. `told` hears after each time why
 * it failed, or nothing.
 */
export async function afterChanges(
  store: Store,
  work: () => Promise<void>,
  told: (failure?: unknown) => void,
  longestRetryMs = firstRetryMs,
): Promise<Repeated> {
  let isDue = false;
  let isWorking = false;
  let isClosed = false;
  let retryMs = firstRetryMs;
  let retry: NodeJS.Timeout | undefined;
  const now = async () => {
    isDue = true;
    if (isWorking) return;
    isWorking = true;
    clearTimeout(retry);
    try {
      while (isDue && !isClosed) {
        isDue = false;
        await work();
      }
      retryMs = firstRetryMs;
      if (!isClosed) told();
    } catch (error) {
      if (isClosed) return;
      told(error);
      retry = setTimeout(now, retryMs).unref();
      retryMs = Math.min(2 * retryMs, longestRetryMs);
    } finally {
      isWorking = false;
    }
  };
  const unwatch = await store.watch(now);
  return {
    now,
    close() {
      isClosed = true;
      unwatch();
      clearTimeout(retry);
    },
  };
}

/** Something made of the store's data; it is swapped whole when these have changed. */
export interface Live<T> {
  current(): T;
  close(): void;
}

/**
 * Keeps what is made of the store up to date: loads it anew after each change, and goes on with
 * the old one, trying again, if that fails.
 */
export async function follow<T>(
  store: Store,
  first: () => Promise<T>,
  again: () => Promise<T>,
  told: (failure?: unknown) => void,
): Promise<Live<T>> {
  let current: T;
  const started = Promise.withResolvers<void>();
  const reload = async () => {
    // What comes first must not be overtaken.
    await started.promise;
    current = await again();
  };
  // Watching begins before the first load: what is committed in between is not missed.
  const { close } = await afterChanges(store, reload, told);
  try {
    current = await first();
  } catch (error) {
    close();
    throw error;
  }
  started.resolve();
  return { current: () => current, close };
}
