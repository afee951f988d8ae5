import type { Store } from '#storage/store/store.ts';

/** How long to wait after a load that failed, or that was not complete. */
const retryMs = 500;

/** A value that is computed from the store, and replaced as a whole when the store has changed. */
export interface Live<T> {
  current(): T;
  close(): void;
}

/**
 * Keeps a value that is computed from the store up to date. After each change it is loaded again, one
 * load at a time; `load` gets the value before. If a load fails, the old value stays, and the load is
 * retried; also while it is not complete. `onLoaded` is called with each other value, and with the
 * error if a load failed.
 */
export async function reloadOnChange<T>(
  store: Store,
  load: (before?: T) => Promise<T>,
  onLoaded: (failure?: unknown) => void,
  isComplete: (value: T) => boolean = () => true,
): Promise<Live<T>> {
  let current: T;
  let isDue = false;
  let isLoading = true;
  let isClosed = false;
  let hasFailed = false;
  let retry: NodeJS.Timeout | undefined;
  const later = () => {
    clearTimeout(retry);
    if (!isClosed) retry = setTimeout(reload, retryMs).unref();
  };
  const reload = async () => {
    isDue = true;
    if (isLoading) return;
    isLoading = true;
    clearTimeout(retry);
    const before = current;
    try {
      while (isDue && !isClosed) {
        isDue = false;
        current = await load(current);
      }
      if (!isClosed && (current !== before || hasFailed)) onLoaded();
      hasFailed = false;
      if (!isComplete(current)) later();
    } catch (error) {
      if (isClosed) return;
      hasFailed = true;
      onLoaded(error);
      later();
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
    current = await load();
  } catch (error) {
    close();
    throw error;
  }
  isLoading = false;
  if (isDue || !isComplete(current)) later();
  return { current: () => current, close };
}
