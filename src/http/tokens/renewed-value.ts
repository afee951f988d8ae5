/** How long a fetched value is used, in milliseconds of the given clock. */
export interface Freshness {
  /** Up to this age the value is used without a fetch; from then on a fetch runs in the background. */
  readonly freshMs: number;
  /** From this age on, callers wait for the fetch. They get an older value only if it fails. */
  readonly lateMs: number;
  /** While `fetch` fails, the old value is used up to this age. */
  readonly maxAgeMs: number;
  /** The minimum time between a failed fetch and the next one. */
  readonly retryMs: number;
}

/** Returns a value that is fetched again when it gets old. */
export interface RenewedValue<T> {
  (): Promise<T>;
  /** The value if it is fresh, without a promise; otherwise undefined. */
  readonly ifFresh?: (nowMs: number) => T | undefined;
}

/** A value computed from a renewed value. It is renewed with it. */
export function derivedValue<T, Made>(
  source: RenewedValue<T>,
  make: (value: T) => Made,
): RenewedValue<Made> {
  const ifFresh = (nowMs: number) => {
    const value = source.ifFresh?.(nowMs);
    return value === undefined ? undefined : make(value);
  };
  return Object.assign(async () => make(await source()), { ifFresh });
}

/**
 * Caches a fetched value. At most one fetch runs at a time, and none starts while the value is
 * fresh. Rejects with the error of `fetch` when no usable value is left. `onFetch` is called after
 * each fetch, with the error if it failed.
 */
export function renewedValue<T>(
  fetch: () => Promise<T>,
  { freshMs, lateMs, maxAgeMs, retryMs }: Freshness,
  clock: () => Date,
  onFetch: (failure?: unknown) => void = () => {},
): RenewedValue<T> {
  let value: { readonly data: T; readonly atMs: number } | undefined;
  let failure: { readonly error: unknown; readonly atMs: number } | undefined;
  let underWay: Promise<void> | undefined;

  async function renew(atMs: number): Promise<void> {
    try {
      value = { data: await fetch(), atMs };
      failure = undefined;
      onFetch();
    } catch (error) {
      failure = { error, atMs };
      onFetch(error);
    } finally {
      underWay = undefined;
    }
  }

  // The absolute difference: otherwise a value would never get old after the clock was set back.
  const ageAt = (nowMs: number) => (value ? Math.abs(nowMs - value.atMs) : Infinity);

  async function get(): Promise<T> {
    const nowMs = clock().getTime();
    if (ageAt(nowMs) < freshMs) return value!.data;
    if (!underWay && (!failure || Math.abs(nowMs - failure.atMs) >= retryMs)) {
      underWay = renew(nowMs);
    }
    if (ageAt(nowMs) >= lateMs) await underWay;
    if (ageAt(nowMs) > maxAgeMs) throw failure?.error;
    return value!.data;
  }

  const ifFresh = (nowMs: number) => (ageAt(nowMs) < freshMs ? value!.data : undefined);
  return Object.assign(get, { ifFresh });
}
