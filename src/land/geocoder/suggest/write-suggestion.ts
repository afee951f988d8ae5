import type { GeocoderIndex } from '../build.ts';
import { cacheByIndex } from '../match/memory.ts';
import { elot743 } from '../text/elot.ts';
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
    known = inEnglish(index, toDraft());
    if (key !== null) cache.set(key, known);
  }
  if (known === null) return null;
  const name = also();
  return { ...known, also: name && known.text.startsWith(`${name},`) ? null : name };
}

function inEnglish(index: GeocoderIndex, draft: Draft): Omit<Suggestion, 'also'> | null {
  if (Number.isNaN(draft.latitude)) return null;
  return { text_en: englishText(index, draft), ...draft };
}

/** A text in Latin letters, with the names of towns that the world uses: `Ermou, Athens`. */
function englishText(
  { english }: GeocoderIndex,
  { kind, text }: Pick<Suggestion, 'kind' | 'text'>,
): string {
  const isTownFirst = kind === 'settlement' || kind === 'postal_code';
  const parts = text.split(', ').map((part, i) => {
    if (i === 0 && !isTownFirst) return elot743(part);
    const [, code = '', name = part] = /^(\d{3} \d{2} )?(.*)$/.exec(part) ?? [];
    return code + (english.get(name) ?? elot743(name));
  });
  return parts.join(', ');
}

/** A suggestion whose text another one has too, with what holds it. */
export function withContainer(index: GeocoderIndex, suggestion: Suggestion): Suggestion {
  const { regional_unit } = suggestion.components;
  if (regional_unit === null) return suggestion;
  const text = `${suggestion.text}, ${regional_unit}`;
  return { ...suggestion, text, text_en: englishText(index, { ...suggestion, text }) };
}
