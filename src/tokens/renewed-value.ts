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

/** Gives a value that may have to be waited for. */
export interface RenewedValue<T> {
  (): Promise<T>;
  /** The value if it can be had without waiting, for callers in a hurry who know the time. */
  readonly ifFresh?: (nowMs: number) => T | undefined;
}

/** What is made of a kept value: as fresh, and as quickly at hand. */
export function derivedValue<T, Made>(
  kept: RenewedValue<T>,
  make: (value: T) => Made,
): RenewedValue<Made> {
  const ifFresh = (nowMs: number) => {
    const value = kept.ifFresh?.(nowMs);
    return value === undefined ? undefined : make(value);
  };
  return Object.assign(async () => make(await kept()), { ifFresh });
}

/**
 * Keeps a value that is fetched from elsewhere. Callers come as often as they like: at most one
 * fetch is under way, and none is started while the value is fresh. Rejects with what `fetch`
 * failed with when there is no value to be had. `told` is called after each fetch, with the error if
 * it failed.
 */
export function renewedValue<T>(
  fetch: () => Promise<T>,
  { freshMs, lateMs, uselessMs, retryMs }: Freshness,
  clock: () => Date,
  told: (failure?: unknown) => void = () => {},
): RenewedValue<T> {
  let value: { readonly data: T; readonly atMs: number } | undefined;
  let failure: { readonly error: unknown; readonly atMs: number } | undefined;
  let underWay: Promise<void> | undefined;

  async function renew(atMs: number): Promise<void> {
    try {
      value = { data: await fetch(), atMs };
      failure = undefined;
      told();
    } catch (error) {
      failure = { error, atMs };
      told(error);
    } finally {
      underWay = undefined;
    }
  }

  // A clock that was set back must not keep a value for ever: its age counts both ways.
  const ageAt = (nowMs: number) => (value ? Math.abs(nowMs - value.atMs) : Infinity);

  async function get(): Promise<T> {
    const nowMs = clock().getTime();
    if (ageAt(nowMs) < freshMs) return value!.data;
    if (!underWay && (!failure || Math.abs(nowMs - failure.atMs) >= retryMs)) {
      underWay = renew(nowMs);
    }
    if (ageAt(nowMs) >= lateMs) await underWay;
    if (ageAt(nowMs) > uselessMs) throw failure?.error;
    return value!.data;
  }

  const ifFresh = (nowMs: number) => (ageAt(nowMs) < freshMs ? value!.data : undefined);
  return Object.assign(get, { ifFresh });
}
