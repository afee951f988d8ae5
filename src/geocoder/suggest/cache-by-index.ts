import type { GeocoderIndex } from '../build.ts';

/** Values by a text. */
interface Cache<T> {
  readonly get: (key: string) => T | undefined;
  readonly set: (key: string, value: T) => void;
  readonly delete: (key: string) => void;
}

/** A cache of at most `most` values for each index; the one that was used least recently goes first. */
export function cacheByIndex<T>(most: number): (index: GeocoderIndex) => Cache<T> {
  const caches = new WeakMap<GeocoderIndex, Cache<T>>();
  return index => {
    const cache = caches.get(index) ?? recentlyUsed<T>(most);
    caches.set(index, cache);
    return cache;
  };
}

function recentlyUsed<T>(most: number): Cache<T> {
  // In the order of their last use.
  const values = new Map<string, T>();
  const set = (key: string, value: T) => {
    values.delete(key);
    values.set(key, value);
    if (values.size > most) values.delete(values.keys().next().value!);
  };
  const get = (key: string) => {
    const value = values.get(key);
    if (value !== undefined) set(key, value);
    return value;
  };
  return { get, set, delete: key => values.delete(key) };
}
