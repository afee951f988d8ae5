import { type Cache, recentlyUsed } from '../../../tools/recently-used.ts';
import type { GeocoderIndex } from '../build.ts';

/** A cache of at most `most` values for each index; the one that was used least recently goes first. */
export function cacheByIndex<T>(most: number): (index: GeocoderIndex) => Cache<T> {
  const caches = new WeakMap<GeocoderIndex, Cache<T>>();
  return index => {
    const cache = caches.get(index) ?? recentlyUsed<T>(most);
    caches.set(index, cache);
    return cache;
  };
}
