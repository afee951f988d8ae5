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
 * How often a named place is meant of whose name only the words `used` were typed. Words for its
 * kind, the name of its town, and words that the reading ignores do not count.
 */
export function untypedWordsTrust(
  { namedPlaces, municipalities }: GeocoderIndex,
  name: number,
  used: readonly number[],
  { ignoredWords }: QueryReading,
): number {
  const { wordsOf, words, ofName, municipality } = namedPlaces;
  const untyped = Array.from(listOf(wordsOf, name)).filter(word => !used.includes(word));
  if (untyped.length === 0) return 1;
  const town = municipalities[municipality[listOf(ofName, name)[0]!]!]!;
  const towns = keyOfTowns(`${town.nominative} ${town.basin ?? ''}`).split(' ');
  const ignored = ignoredWords.flatMap(group => group.words.map(({ text }) => text));
  const trustWithout = (word: number) => {
    const text = words.folded[word]!;
    if (/\d/.test(text)) return /^\d+ο$/.test(text) ? withoutOrdinal : withoutWord;
    const isTown = towns.includes(stem(words.phonetic[word]!));
    const isOwn = text.length > 2 && !isTown && !isUsualWord(text) && !ignored.includes(text);
    return isOwn ? withoutWord : 1;
  };
  return untyped.reduce((trust, word) => trust * trustWithout(word), 1);
}
