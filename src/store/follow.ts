import type { Store } from './store.ts';

/** How long after a load that failed the next is tried. */
const retryMs = 1_000;

/** Something made of the store's data; it is swapped whole when these have changed. */
export interface Live<T> {
  current(): T;
  close(): void;
}

/**
 * Keeps what is made of the store up to date: loads anew when the store reports a change, one
 * load at a time, and goes on with the old one, trying again, if that fails. `told` hears after
 * each such load why it failed, or nothing.
 */
export async function follow<T>(
  store: Store,
  first: () => Promise<T>,
  again: () => Promise<T>,
  told: (failure?: unknown) => void,
): Promise<Live<T>> {
  let current: T;
  let outdated = false;
  let loading = false;
  let retry: NodeJS.Timeout | undefined;
  const reload = async () => {
    outdated = true;
    if (loading) return;
    loading = true;
    try {
      while (outdated) {
        outdated = false;
        current = await again();
      }
      told();
    } catch (error) {
      told(error);
      retry = setTimeout(reload, retryMs).unref();
    } finally {
      loading = false;
    }
  };
  // Watching begins before the first load: what is committed in between is not missed.
  const unwatch = await store.watch(reload);
  const close = () => {
    unwatch();
    clearTimeout(retry);
  };
  try {
    current = await first();
  } catch (error) {
    close();
    throw error;
  }
  return { current: () => current, close };
}
