import { type Cache, recentlyUsed } from '../../../tools/recently-used.ts';
import type { Budget } from './budget.ts';

/** A cache of at most `most` values for each index; the one that was used least recently goes first. */
export function cacheByIndex<T>(most: number): (index: object) => Cache<T> {
  const caches = new WeakMap<object, Cache<T>>();
  return index => {
    const cache = caches.get(index) ?? recentlyUsed<T>(most);
    caches.set(index, cache);
    return cache;
  };
}

/** Does some work, or takes what came of it before; both spend the same. */
export type Memory<T> = (
  index: object,
  key: string,
  budget: Budget,
  work: (budget: Budget) => T,
) => T;

/**
 * A memory of at most `most` values for each index: words and towns come back in address after
 * address. What a value cost is spent again, so that a limit does not depend on earlier addresses.
 */
export function memoryByIndex<T>(most: number): Memory<T> {
  const caches = cacheByIndex<{ readonly value: T; readonly cost: number }>(most);
  return (index, key, budget, work) => {
    const cache = caches(index);
    const known = cache.get(key);
    if (known !== undefined) {
      budget.spend(known.cost);
      return known.value;
    }
    let cost = 0;
    const spend = (candidates: number) => {
      cost += candidates;
      budget.spend(candidates);
    };
    const value = work({ spend });
    cache.set(key, { value, cost });
    return value;
  };
}
