import type { Store } from '../store/store.ts';

/** How long after a load that failed it is tried again. */
const retryMs = 1_000;

/** Something made of the store's data; it is swapped whole when these have changed. */
export interface Live<T> {
  current(): T;
  close(): void;
}

/**
 * Keeps what is made of the store up to date: loads it anew after each change, one load at a time,
 * and goes on with the old one, trying again, if that fails. `onLoaded` is called after each load with
 * the reason why it failed, or nothing.
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
  // Telemetry begins before the first load: what is committed in between is not missed.
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
