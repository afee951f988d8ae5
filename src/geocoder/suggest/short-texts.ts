import type { GeocoderIndex } from '../build.ts';
import type { Suggestion, SuggestQuery } from './suggestion.ts';

/** Suggestions for short texts, by limit and text; a new index has a new cache. */
const caches = new WeakMap<GeocoderIndex, Map<string, Suggestion[]>>();
const mostTexts = 2_000;

/** Whether a text has one or two letters, which fit thousands of names and are typed first. */
export function isShort({ text, near }: SuggestQuery): boolean {
  return near === undefined && /^\p{L}{1,2}$/u.test(text);
}

/** The suggestions for a short text, from the cache if they are in it. */
export async function cachedSuggestions(
  index: GeocoderIndex,
  { limit, text }: SuggestQuery,
  find: () => Promise<Suggestion[]>,
): Promise<Suggestion[]> {
  const cache = caches.get(index) ?? new Map<string, Suggestion[]>();
  caches.set(index, cache);
  const key = `${limit} ${text}`;
  const found = cache.get(key) ?? (await find());
  if (cache.size >= mostTexts) cache.clear();
  cache.set(key, found);
  return found;
}
