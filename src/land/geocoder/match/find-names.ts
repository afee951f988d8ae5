import type { NameIndex } from '../index/name-index.ts';
import { wordNumber } from '../index/word-index.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import { writeHouseNumber } from '../query/house-number.ts';
import type { QueryWord } from '../query/parse.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import type { Budget } from './budget.ts';
import { leastNameScore } from './evidence.ts';
import { type Lenience, lookUp } from './look-up-words.ts';
import {
  fitName,
  isNeeded,
  leastWordsOf,
  mayHave,
  type NameMatch,
  type StreetWords,
  type TypedWord,
  typedWord,
} from './name-fit.ts';

/** At most this many names are matched with numbers and towns. */
const mostNames = 60;
/** How many of them at least may lack a typed word. */
const fewNames = 20;
/** No street has a name of more words: what is longer is no street. */
const mostWords = 12;

/** Finds the names that fit typed words, best first. */
export type NameFinder = (typed: StreetWords) => readonly NameMatch[];

/**
 * A finder for one address: its readings share words and streets, and each is looked up only
 * once.
 */
export function nameFinder(index: NameIndex, lenience: Lenience, budget: Budget): NameFinder {
  const looked = new Map<QueryWord, TypedWord>();
  const look = (word: QueryWord): TypedWord => {
    const known = looked.get(word) ?? typedWord(word, lookUp(index.words, word, lenience, budget));
    looked.set(word, known);
    return known;
  };
  const lookAll = (word: QueryWord): TypedWord[] => {
    const known = look(word);
    return known.matches.size === 0 && isInitials(word) ? lettersOf(word).map(look) : [known];
  };
  const found = new Map<string, NameMatch[]>();
  return typed => {
    if (typed.words.length > mostWords) return [];
    const key = keyOf(typed);
    const names = found.get(key) ?? findNames(index, typed, typed.words.flatMap(lookAll), budget);
    found.set(key, names);
    return names;
  };
}

/** `Π.Π.` is one word, as Ε.Λ.Α.Σ. is; where no name has that word, it is initials. */
function isInitials(word: QueryWord): boolean {
  const isShort = word.shape === 'word' && /^[a-zα-ω]{2,3}$/.test(word.text);
  return isShort && buildingAsked([word]) === undefined;
}

function lettersOf({ text, isLatin }: QueryWord): QueryWord[] {
  return [...text].map(letter => ({
    text: letter,
    isLatin,
    shape: 'abbreviation',
    phonetic: phoneticKeys(letter),
  }));
}

function keyOf({ words, type, numbers }: StreetWords): string {
  const texts = words.map(({ text, shape }) => `${text}${shape[0]}`);
  return [type, ...texts, ...numbers.map(writeHouseNumber)].join(' ');
}

function findNames(
  index: NameIndex,
  typed: StreetWords,
  words: readonly TypedWord[],
  budget: Budget,
): NameMatch[] {
  const found: NameMatch[] = [];
  const typedWords = { ...typed, words };
  const needed = words.length > 1 ? words.filter(isNeeded) : [];
  for (const name of candidates(index, typed, words, budget)) {
    if (!needed.every(word => mayHave(index, name, word))) continue;
    budget.spend(words.length);
    const match = fitName(index, name, typedWords);
    if (match.score >= leastNameScore) found.push(match);
  }
  const sorted = found.sort((a, b) => b.score - a.score);
  if (words.at(-1)?.shape !== 'unfinished') return sorted.slice(0, mostNames);
  // While a text is typed, hundreds of names begin so; those that have every typed word come first.
  const whole = sorted.filter(({ unused }) => unused.length === 0).slice(0, mostNames - fewNames);
  const others = sorted.filter(({ unused }) => unused.length > 0);
  return [...whole, ...others.slice(0, mostNames - whole.length)];
}

/** Every name that may fit in which some typed word, or a number (Πλατεία 1866), is core. */
function candidates(
  index: NameIndex,
  typed: StreetWords,
  words: readonly TypedWord[],
  budget: Budget,
): Set<number> {
  const names = new Set<number>();
  const least = leastWordsOf(words);
  const { starts } = index.wordsOf;
  const { starts: listStarts, items } = index.namesOf;
  const add = (word: number) => {
    const [from, to] = [listStarts[word]!, listStarts[word + 1]!];
    budget.spend(to - from);
    for (let i = from; i < to; i++) {
      const name = items[i]!;
      if (starts[name + 1]! - starts[name]! >= least) names.add(name);
    }
  };
  for (const { matches } of words) for (const word of matches.keys()) add(word);
  for (const { first } of typed.numbers) {
    const word = wordNumber(index.words, String(first));
    if (word !== undefined) add(word);
  }
  return names;
}
