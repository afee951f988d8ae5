import type { GeocoderIndex } from '../build.ts';

/** A cache of at most `most` values for each index; a new index begins with an empty one. */
export function cacheByIndex<T>(most: number) {
  const caches = new WeakMap<GeocoderIndex, Map<string, T>>();
  return (index: GeocoderIndex, key: string, find: () => T): T => {
    const cache = caches.get(index) ?? new Map<string, T>();
    caches.set(index, cache);
    const known = cache.get(key);
    if (known !== undefined) return known;
    const found = find();
    if (cache.size >= most) cache.clear();
    cache.set(key, found);
    return found;
  };
}
