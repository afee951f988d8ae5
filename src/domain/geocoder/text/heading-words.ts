import { fold } from './fold.ts';
import { greekKey, phoneticKeys } from './phonetic.ts';

/** Abbreviations that are no beginning of their word, or too short for one, and other forms. */
const wholeWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    αριθμοσ: 'αρ',
    κτιριου: 'κτ, κτηρ, κτηριου',
    διευθυνση: 'δνση',
    ετοσ: 'ετ',
    year: 'yr',
    building: 'bld, bldg',
    number: 'no, nr',
    street: 'str',
  }).flatMap(([word, short]) => short.split(', ').map(one => [one, word])),
);

/** Words between others that change no name. */
const fillers = new Set('του τησ των of the in σε'.split(' '));

/** One letter and a dot each: `Τ.Κ.`, `τ. μ.`. */
const initials = /(?<![\p{L}\p{N}])\p{L}(?:\. ?\p{L})+(?![\p{L}\p{N}])/gu;

/** The fewest letters of an abbreviation. */
export const leastLetters = 3;

/**
 * Makes a function that reads the words of a heading, folded. `names` have all words of headings: a
 * Greek word or the beginning of one in Latin letters becomes Greek, by its sound, unless all of the
 * heading is English.
 */
export function headingReader(names: string): (heading: string) => readonly string[] {
  const known = new Set(split(names));
  const sounds = soundsOf([...known].filter(word => /[α-ω]/.test(word)));
  const greekOf = (word: string) =>
    /^[a-z]{2,}$/.test(word) ? phoneticKeys(word).find(key => sounds.has(key)) : undefined;
  const isEnglish = (word: string) =>
    known.has(word) ||
    (!known.has(sounds.get(greekOf(word)!)!) &&
      [...known].some(whole => isShortOf(word, whole, leastLetters)));
  return heading => {
    const words = split(heading);
    const keys = words.map(greekOf);
    const isGreek = words.some((word, at) => keys[at] !== undefined && !isEnglish(word));
    const read = words.map((word, at) => (isGreek && sounds.get(keys[at] ?? '')) || word);
    const own = read.filter(word => !fillers.has(word));
    return own.map(word => (own.length > 1 && wholeWords.get(word)) || word);
  };
}

function split(text: string): readonly string[] {
  const whole = text.replace(initials, found => found.replace(/[. ]/g, ''));
  return fold(whole).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Words and their beginnings by their sound; a whole word comes before a beginning. */
function soundsOf(words: readonly string[]): ReadonlyMap<string, string> {
  const beginnings = words.flatMap(word =>
    Array.from({ length: Math.max(0, word.length - leastLetters) }, (_, at) =>
      word.slice(0, word.length - 1 - at),
    ),
  );
  const all = [...words, ...wholeWords.keys(), ...beginnings].filter(word => /[α-ω]/.test(word));
  return new Map(all.toReversed().map(word => [greekKey(word), word]));
}

/** Whether a word is another, or its beginning of so many letters. */
export function isShortOf(word: string, whole: string, least: number): boolean {
  return word === whole || (word.length >= least && whole.startsWith(word));
}

/**
 * Whether each word is one of a name, or its beginning. `least`: letters of an abbreviation that is
 * the whole heading, which means less than one among others.
 */
export function abbreviates(
  words: readonly string[],
  name: readonly string[],
  least: number,
): boolean {
  const letters = words.length > 1 ? leastLetters : least;
  return (
    words.length === name.length && words.every((word, at) => isShortOf(word, name[at]!, letters))
  );
}
