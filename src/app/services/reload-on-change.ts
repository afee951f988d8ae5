import type { Store } from '../../keep/store/store.ts';

/** How long to wait after a load that failed. */
const retryMs = 1_000;

/** A value that is computed from the store, and replaced as a whole when the store has changed. */
export interface Live<T> {
  current(): T;
  close(): void;
}

/**
 * Keeps a value that is computed from the store up to date. After each change it is loaded again, one
 * load at a time. If a load fails, the old value stays, and the load is retried. `onLoaded` is called
 * after each load, with the error if it failed.
 */
export async function reloadOnChange<T>(
  store: Store,
  first: () => Promise<T>,
  again: () => Promise<T>,
  onLoaded: (failure?: unknown) => void,
): Promise<Live<T>> {
  let current: T;
  let isDue = false;
  let isLoading = true;
  let isClosed = false;
  let retry: NodeJS.Timeout | undefined;
  const reload = async () => {
    isDue = true;
    if (isLoading) return;
    isLoading = true;
    clearTimeout(retry);
    try {
      while (isDue && !isClosed) {
        isDue = false;
        current = await again();
      }
      if (!isClosed) onLoaded();
    } catch (error) {
      if (isClosed) return;
      onLoaded(error);
      retry = setTimeout(reload, retryMs).unref();
    } finally {
      isLoading = false;
    }
  };
  // Before the first load, so that a commit in between is not missed.
  const unsubscribe = await store.onChange(reload);
  const close = () => {
    isClosed = true;
    unsubscribe();
    clearTimeout(retry);
  };
  try {
    current = await first();
  } catch (error) {
    close();
    throw error;
  }
  isLoading = false;
  if (isDue) void reload();
  return { current: () => current, close };
}
