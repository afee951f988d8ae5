import type { GeocoderIndex } from '../build.ts';
import { listOf } from '../index/postings.ts';
import { isUsualWord } from '../names/place-kinds.ts';
import type { QueryReading } from '../query/readings.ts';
import { memoized } from '../text/memoize.ts';
import { nameKey } from '../text/name-key.ts';
import { stem } from '../text/stem.ts';

/** How often the 15th school of a town is meant, if the ordinal was not typed. */
const withoutOrdinal = 0.3;
/** The same for each word of its own that was not typed: `Βόλος` is not ΕΚΟ (Βόλου 12). */
const withoutWord = 0.75;

/** There are only some hundred towns, and hundreds of names are compared with them. */
const keyOfTowns = memoized(nameKey);

/**
 * How often a named place is meant of whose name only the words `used` were typed, by the
 * municipality of the place. Words for its kind, the name of its town, and words that the reading
 * ignores do not count.
 */
export function untypedWordsTrust(
  index: GeocoderIndex,
  name: number,
  used: readonly number[],
  reading: QueryReading,
): (municipality: number) => number {
  let untyped: UntypedWords | undefined;
  return municipality => {
    // Most names have no place in the typed town, and are not asked.
    untyped ??= untypedWords(index, name, used, reading);
    const { numbersTrust, stems } = untyped;
    if (stems.length === 0) return numbersTrust;
    const town = index.municipalities[municipality]!;
    const towns = keyOfTowns(`${town.nominative} ${town.basin ?? ''}`).split(' ');
    const missing = stems.filter(text => !towns.includes(text));
    return numbersTrust * withoutWord ** missing.length;
  };
}

interface UntypedWords {
  readonly numbersTrust: number;
  /** Of the words that are its own. */
  readonly stems: readonly string[];
}

function untypedWords(
  { namedPlaces: { wordsOf, words } }: GeocoderIndex,
  name: number,
  used: readonly number[],
  { ignoredWords }: QueryReading,
): UntypedWords {
  const untyped = Array.from(listOf(wordsOf, name)).filter(word => !used.includes(word));
  const ignored = ignoredWords.flatMap(group => group.words.map(({ text }) => text));
  const isOwn = (text: string) =>
    text.length > 2 && !isUsualWord(text) && !ignored.includes(text) && !/\d/.test(text);
  const numbers = untyped.map(word => words.folded[word]!).filter(text => /\d/.test(text));
  const numbersTrust = numbers.reduce((trust, text) => trust * trustWithoutNumber(text), 1);
  const own = untyped.filter(word => isOwn(words.folded[word]!));
  return { numbersTrust, stems: own.map(word => stem(words.phonetic[word]!)) };
}

function trustWithoutNumber(text: string): number {
  return /^\d+ο$/.test(text) ? withoutOrdinal : withoutWord;
}
