import type { GeocoderIndex } from '../build.ts';
import { elot743 } from '../text/elot.ts';
import { cacheByIndex } from './cache-by-index.ts';
import type { Draft, Suggestion, Weighed } from './suggestion.ts';
import { isAmbiguous, unmistakableText } from './unmistakable-text.ts';

/** While a text is typed, most suggestions are the same after each letter. About 1 kB each. */
const written = cacheByIndex<Suggestion | null>(5_000);

/** Writes a suggestion; null where it has no position or its text would be ambiguous. */
export function writeSuggestion(
  index: GeocoderIndex,
  { key, toDraft, also }: Weighed,
  typed: string,
): Suggestion | null {
  if (key === null) return finish(index, toDraft(), also(), typed);
  const cache = written(index);
  let known = cache.get(key);
  if (known === undefined) {
    known = finish(index, toDraft(), null, typed);
    cache.set(key, known);
  }
  if (known === null) return null;
  const name = also();
  return { ...known, also: name && known.text.startsWith(`${name},`) ? null : name };
}

function finish(
  index: GeocoderIndex,
  found: Omit<Draft, 'also'> | null,
  also: string | null,
  typed: string,
): Suggestion | null {
  if (found === null || Number.isNaN(found.latitude)) return null;
  const draft = { ...found, also };
  if (isAmbiguous(draft, typed)) return null;
  const text = unmistakableText(index, draft);
  return { ...draft, text, text_en: elot743(text) };
}
