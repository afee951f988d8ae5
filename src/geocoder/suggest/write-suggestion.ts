import type { GeocoderIndex } from '../build.ts';
import { elot743 } from '../text/elot.ts';
import { cacheByIndex } from './cache-by-index.ts';
import type { Draft, Suggestion, Weighed } from './suggestion.ts';

/** While a text is typed, most suggestions are the same after each letter. About 1 kB each. */
const written = cacheByIndex<Omit<Suggestion, 'also'> | null>(5_000);

/** Writes a suggestion; null where it has no position. */
export function writeSuggestion(
  index: GeocoderIndex,
  { key, toDraft, also }: Weighed,
): Suggestion | null {
  const cache = written(index);
  let known = key === null ? undefined : cache.get(key);
  if (known === undefined) {
    known = inLatin(toDraft());
    if (key !== null) cache.set(key, known);
  }
  if (known === null) return null;
  const name = also();
  return { ...known, also: name && known.text.startsWith(`${name},`) ? null : name };
}

function inLatin(draft: Draft): Omit<Suggestion, 'also'> | null {
  return Number.isNaN(draft.latitude) ? null : { ...draft, text_en: elot743(draft.text) };
}

/** A suggestion whose text another one has too, with what holds it. */
export function withContainer(suggestion: Suggestion): Suggestion {
  const { regional_unit } = suggestion.components;
  if (regional_unit === null) return suggestion;
  const text = `${suggestion.text}, ${regional_unit}`;
  return { ...suggestion, text, text_en: elot743(text) };
}
