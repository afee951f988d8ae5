import type { GeocoderIndex } from '../../build.ts';
import { streetTypes } from '../../index/name-index.ts';
import type { Lists } from '../../index/postings.ts';
import { wordNumber } from '../../index/word-index.ts';
import { isWordForKind } from '../../names/place-kinds.ts';
import type { QueryWord } from '../../query/parse.ts';
import type { Budget } from '../budget.ts';
import { type Finding, findings, leastNameScore, Tally } from '../evidence.ts';
import { type Lenience, lookUp, type WordMatches } from '../look-up-words.ts';
import type { StreetWords } from '../name-fit.ts';

/** A name of named places that fits the typed words. */
export interface PlaceNameMatch {
  readonly name: number;
  readonly evidence: readonly Finding[];
  readonly score: number;
  /** The words of the name that were typed, and how well the worst of them fits. */
  readonly used: readonly number[];
  readonly worst: number;
  /** Whether a square or park was typed, and the name is not that of one. */
  readonly isOtherType: boolean;
}

/** At most this many names are compared with the words of one reading, the likeliest first. */
const mostNames = 500;

/** Finds the names of named places that fit typed words; the same words are looked up once. */
export function placeNameFinder(index: GeocoderIndex, lenience: Lenience, budget: Budget) {
  const looked = new Map<QueryWord, WordMatches>();
  const found = new Map<string, readonly PlaceNameMatch[]>();
  return (typed: StreetWords): readonly PlaceNameMatch[] => {
    const key = [typed.type, ...typed.words.map(word => `${word.text}${word.shape[0]}`)].join(' ');
    const known = found.get(key);
    if (known) return known;
    if (!mayBeName(index, typed)) {
      found.set(key, []);
      return [];
    }
    for (const word of typed.words) {
      if (looked.has(word)) continue;
      const matches = lookUp(index.namedPlaces.words, word, lenience, budget);
      looked.set(word, isWordForKind(word) ? withoutSlips(matches) : matches);
    }
    const matches = typed.words.map(word => looked.get(word)!);
    const names = namesOf(index, matches, typed, budget);
    found.set(key, names);
    return names;
  };
}

/** The word for a kind is spelled right, though no place has it: Μουσείο is not Μουσικό. */
function withoutSlips(matches: WordMatches): WordMatches {
  return new Map([...matches].filter(([, { fit }]) => fit > findings.wordSlip.fit));
}

/** Names that have the rarest of the typed words, those that fit all of them best first. */
function namesOf(
  { namedPlaces }: GeocoderIndex,
  matches: readonly WordMatches[],
  typed: StreetWords,
  budget: Budget,
): PlaceNameMatch[] {
  const numbers = typed.numbers.map(number => wordNumber(namedPlaces.words, String(number.first)));
  const asMatches = numbers.map((word): WordMatches => new Map([[word!, findings.wordExact]]));
  const all = [...matches, ...asMatches];
  const { starts } = namedPlaces.namesOfWord;
  const countOf = (list: WordMatches) =>
    list.keys().reduce((sum, word) => sum + starts[word + 1]! - starts[word]!, 0);
  const [rarest] = all
    .map(list => ({ list, count: countOf(list) }))
    .toSorted((x, y) => x.count - y.count);
  // A name without one of the words does not fit: see `fitPlaceName`.
  if (rarest === undefined || rarest.count === 0) return [];
  const candidates = candidatesOf(namedPlaces.namesOfWord, rarest.list);
  const found: PlaceNameMatch[] = [];
  budget.spend(candidates.length);
  for (const name of candidates) {
    const match = fitPlaceName(namedPlaces, name, all, typed.type);
    if (match) found.push(match);
  }
  return found.sort((a, b) => b.score - a.score);
}

/** A place has its numbers in its name, and is no street; letters alone are no name. */
function mayBeName({ namedPlaces: { words: known } }: GeocoderIndex, typed: StreetWords): boolean {
  const { words, type, numbers } = typed;
  if (type === 'street' || type === 'avenue') return false;
  if (words.length > 0 && words.every(isLetter)) return false;
  return numbers.every(({ first }) => wordNumber(known, String(first)) !== undefined);
}

/** One letter is an initial of too many names, unless it is still being typed. */
function isLetter({ text, shape }: QueryWord): boolean {
  return text.length === 1 && shape !== 'unfinished';
}

/** The first `mostNames` names that have one of the words; their order is that of importance. */
function candidatesOf({ starts, items }: Lists, words: WordMatches): Uint32Array {
  let names: number[] = [];
  let end = Number.POSITIVE_INFINITY;
  const [only] = words.keys();
  if (words.size === 1) {
    return items.subarray(starts[only!]!, Math.min(starts[only!]! + mostNames, starts[only! + 1]!));
  }
  for (const word of words.keys()) {
    for (let i = starts[word]!; i < starts[word + 1]! && items[i]! < end; i++) {
      names.push(items[i]!);
    }
    if (names.length < 4 * mostNames) continue;
    // The names of a word are in order too, so that from here on few words add any.
    const first = firstNames(names);
    names = [...first];
    if (first.length === mostNames) end = first.at(-1)!;
  }
  return firstNames(names);
}

function firstNames(names: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(names).sort();
  let count = 0;
  for (const name of sorted) {
    if (count === 0 || name !== sorted[count - 1]) sorted[count++] = name;
  }
  return sorted.subarray(0, Math.min(count, mostNames));
}

/** How a name fits the typed words; undefined if it is another name. */
function fitPlaceName(
  { wordsOf, types }: GeocoderIndex['namedPlaces'],
  name: number,
  typed: readonly WordMatches[],
  type: StreetWords['type'],
): PlaceNameMatch | undefined {
  const { starts, items } = wordsOf;
  const [start, end] = [starts[name]!, starts[name + 1]!];
  const tally = new Tally();
  const way = wayFinding(streetTypes[types[name]!]!, type);
  if (way) tally.add(way);
  const used: number[] = [];
  let worst = 1;
  for (const matches of typed) {
    let best: Finding | undefined;
    let taken = -1;
    for (let i = start; i < end; i++) {
      const word = items[i]!;
      const found = used.includes(word) ? undefined : matches.get(word);
      if ((found?.fit ?? 0) > (best?.fit ?? 0)) [best, taken] = [found, word];
    }
    // A name without the word is another name.
    if (best === undefined) return undefined;
    used.push(taken);
    tally.add(best);
    worst = Math.min(worst, best.fit);
    if (tally.score < leastNameScore) return undefined;
  }
  // Names are long, and people type a part of them.
  for (let i = used.length; i < end - start; i++) tally.add(findings.placeWordMissing);
  const { evidence, score } = tally;
  if (used.length === 0 || score < leastNameScore) return undefined;
  return { name, evidence, score, used, worst, isOtherType: way === findings.wayOther };
}

/** The typed kind of place against the name's; undefined if it is the same. */
function wayFinding(
  own: (typeof streetTypes)[number],
  typed: StreetWords['type'],
): Finding | undefined {
  const type = own === 'street' || own === 'avenue' ? undefined : own;
  if (type === typed) return undefined;
  return typed === undefined ? findings.placeWordMissing : findings.wayOther;
}
