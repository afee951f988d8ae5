/** How long a fetched value is good for, in milliseconds of the given clock. */
export interface Freshness {
  /** Up to this age it is used as it is; afterwards a new one is fetched behind the scenes. */
  readonly freshMs: number;
  /** From this age on callers wait for the new one: nobody sees an older value while `fetch` works. */
  readonly lateMs: number;
  /** While `fetch` fails the old value is used up to this age. */
  readonly uselessMs: number;
  /** The least time between a failure and the next try. */
  readonly retryMs: number;
}

/**
 * Keeps a value that is fetched from elsewhere. Callers come as often as they like: at most one
 * fetch is under way, and none is started while the value is fresh. Rejects with what `fetch`
 * failed with when there is no value to be had; each failure is also told to `onFailure`.
 */
export function keptFresh<T>(
  fetch: () => Promise<T>,
  { freshMs, lateMs, uselessMs, retryMs }: Freshness,
  clock: () => Date,
  onFailure: (error: unknown) => void = () => {},
): () => Promise<T> {
  let value: { readonly data: T; readonly atMs: number } | undefined;
  let failure: { readonly error: unknown; readonly atMs: number } | undefined;
  let underWay: Promise<void> | undefined;

  async function renew(atMs: number): Promise<void> {
    try {
      value = { data: await fetch(), atMs };
      failure = undefined;
    } catch (error) {
      failure = { error, atMs };
      onFailure(error);
    } finally {
      underWay = undefined;
    }
  }

  return async () => {
    const nowMs = clock().getTime();
    // A clock that was set back must not keep a value for ever: its age counts both ways.
    const age = () => (value ? Math.abs(nowMs - value.atMs) : Infinity);
    if (age() < freshMs) return value!.data;
    if (!underWay && (!failure || Math.abs(nowMs - failure.atMs) >= retryMs)) {
      underWay = renew(nowMs);
    }
    if (age() >= lateMs) await underWay;
    if (age() > uselessMs) throw failure?.error;
    return value!.data;
  };
}
