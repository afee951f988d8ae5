import { type NameIndex, roles, streetTypes } from '../index/names.ts';
import { listOf } from '../index/postings.ts';
import { isGivenName } from '../names/given-names.ts';
import type { Role } from '../names/read-name.ts';
import type { StreetType } from '../names/street-type.ts';
import { titleKind } from '../names/titles.ts';
import { type HouseNumber, writeHouseNumber } from '../query/house-number.ts';
import type { QueryWord } from '../query/parse.ts';
import { leastNameScore, missing, quality, surplus, wayFit } from './scale.ts';
import { lookUp, shortFit, type WordMatches } from './words.ts';

/** What was typed of a street. */
export interface StreetWords {
  readonly words: readonly QueryWord[];
  readonly type: StreetType | undefined;
  readonly numbers: readonly HouseNumber[];
}

/** A name that fits, how well, and the numbers left for the house once the name has its own. */
export interface NameMatch {
  readonly name: number;
  readonly score: number;
  readonly numbers: readonly HouseNumber[];
}

/** So many names at most go on to be matched with numbers and towns. */
const mostNames = 60;

/** No street has a name of more words: what is longer is no street. */
const mostWords = 12;

/** Finds the names that fit typed words. */
export type NameFinder = (typed: StreetWords) => readonly NameMatch[];

/**
 * A `findNames` for one address: its readings share words and streets, and each is looked up
 * only once. `forgiving` allows a typing error in every word.
 */
export function nameFinder(index: NameIndex, forgiving: boolean): NameFinder {
  const looked = new Map<QueryWord, WordMatches>();
  const look = (word: QueryWord) => {
    const matches = looked.get(word) ?? lookUp(index.words, word, forgiving);
    looked.set(word, matches);
    return matches;
  };
  const found = new Map<string, NameMatch[]>();
  return typed => {
    const words = typed.words.map(({ text, shape }) => `${text}${shape[0]}`).join(' ');
    const key = `${typed.type} ${words} ${typed.numbers.map(writeHouseNumber).join(' ')}`;
    const names = found.get(key) ?? findNames(index, typed, typed.words.map(look));
    found.set(key, names);
    return names;
  };
}

/** Every name that fits the typed words, best first. */
function findNames(
  index: NameIndex,
  typed: StreetWords,
  matches: readonly WordMatches[],
): NameMatch[] {
  if (typed.words.length > mostWords) return [];
  const candidates = new Set<number>();
  for (const found of matches) {
    for (const word of found.keys()) {
      for (const name of listOf(index.namesOf, word)) candidates.add(name);
    }
  }
  for (const { first } of typed.numbers) {
    const word = index.words.byFolded.get(String(first));
    if (word !== undefined) for (const name of listOf(index.namesOf, word)) candidates.add(name);
  }
  const found: NameMatch[] = [];
  for (const name of candidates) {
    const match = matchName(index, name, typed, matches);
    if (match.score >= leastNameScore) found.push(match);
  }
  return found.sort((a, b) => b.score - a.score).slice(0, mostNames);
}

function matchName(
  index: NameIndex,
  name: number,
  typed: StreetWords,
  matches: readonly WordMatches[],
): NameMatch {
  const start = index.wordsOf.starts[name]!;
  const words = listOf(index.wordsOf, name);
  const used = new Set<number>();
  const usedNumbers = new Set<HouseNumber>();
  const type = streetTypes[index.types[name]!]!;
  let score = typeFit(type, typed);
  let lacksGiven = false;
  const cores = index.rolesOf
    .subarray(start, start + words.length)
    .reduce((n, role) => n + (role === 0 ? 1 : 0), 0);
  for (const role of roles) {
    for (let i = 0; i < words.length && score >= leastNameScore; i++) {
      if (index.rolesOf[start + i] !== roles.indexOf(role)) continue;
      const fit = takeBest(index, words[i]!, role, cores === 1, typed, matches, used, usedNumbers);
      if (fit === 0 && role === 'given') lacksGiven = true;
      score *= fit || missing[role];
    }
  }
  typed.words.forEach((word, i) => {
    if (!used.has(i)) score *= surplusOf(word, type, lacksGiven);
  });
  return { name, score, numbers: typed.numbers.filter(number => !usedNumbers.has(number)) };
}

/** The fit of the best typed word that is still free, which is then taken; 0 for none. */
function takeBest(
  index: NameIndex,
  word: number,
  role: Role,
  isOnlyCore: boolean,
  typed: StreetWords,
  matches: readonly WordMatches[],
  used: Set<number>,
  usedNumbers: Set<HouseNumber>,
): number {
  const text = index.words.folded[word]!;
  const number =
    /^\d/.test(text) && typed.numbers.find(n => `${n.first}` === text || `${n.last}` === text);
  if (number) usedNumbers.add(number);
  let best = number ? quality.exact : 0;
  let taken = -1;
  typed.words.forEach((query, i) => {
    if (used.has(i)) return;
    const fit =
      matches[i]!.get(word) ?? fitOfShort(index, query, word, role, isOnlyCore, matches[i]!);
    const isGuess = role === 'core' && query.shape === 'abbreviation';
    const worth = isGuess ? fit * quality.shortCore : fit;
    if (worth > best) [best, taken] = [worth, i];
  });
  if (taken >= 0) used.add(taken);
  return best;
}

function fitOfShort(
  index: NameIndex,
  query: QueryWord,
  word: number,
  role: Role,
  isOnlyCore: boolean,
  found: WordMatches,
): number {
  // A name may itself hold a short form: Βεργή Ι., Χαρ. Τρικούπη.
  const text = index.words.folded[word]!;
  if (role === 'given' && text.length <= 4 && query.shape === 'word') {
    const sound = index.words.phonetic[word]!;
    const begins = query.isLatin
      ? query.phonetic.some(key => key.startsWith(sound))
      : query.text.startsWith(text);
    return begins ? quality.initial : 0;
  }
  const isShort = query.shape !== 'word' || (query.text.length <= 4 && found.size === 0);
  // One letter is too little to stand for the only word that carries the name.
  if (!isShort || (query.text.length === 1 && role === 'core' && isOnlyCore)) return 0;
  return shortFit(index.words, query, word);
}

function surplusOf(word: QueryWord, type: StreetType, lacksGiven: boolean): number {
  if (/^[λl]$/.test(word.text)) return type === 'avenue' ? 1 : surplus.avenueLetter;
  if (word.shape !== 'word' || word.text.length <= 2) return surplus.abbreviation;
  const title = word.phonetic.map(titleKind).find(kind => kind !== undefined);
  if (title !== undefined) return title === 'naming' ? surplus.namingTitle : surplus.title;
  if (!word.phonetic.some(isGivenName)) return surplus.word;
  return lacksGiven ? surplus.otherGiven : surplus.given;
}

/** A street and a square of one name are two: the plain street wins unless the type was typed. */
function typeFit(type: StreetType, typed: StreetWords): number {
  const isPlain = type === 'street' || type === 'avenue';
  const wanted = typed.type;
  if (wanted === undefined) return isPlain ? 1 : wayFit.unasked;
  if (wanted === type) return 1;
  return isPlain && (wanted === 'street' || wanted === 'avenue')
    ? wayFit.avenueForStreet
    : wayFit.other;
}
