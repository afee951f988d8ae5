import type { NameWord } from '../names/read-name.ts';
import { stem } from '../text/stem.ts';
import { buildSlipTable, type SlipTable } from '../text/typing-errors.ts';
import { type Beginnings, buildBeginnings, firstFrom } from './beginnings.ts';
import { type Postings, packPostings } from './postings.ts';

/** Every distinct word of all street names under its three keys, its stem and its typing errors. */
export interface WordIndex {
  readonly folded: readonly string[];
  /** Empty for numbers, which have no sound and no typing errors: 1866 is not 1886. */
  readonly latin: readonly string[];
  readonly phonetic: readonly string[];
  readonly byPhonetic: Postings;
  readonly byStem: Postings;
  readonly foldedSlips: SlipTable;
  readonly phoneticSlips: SlipTable;
  /** Words by the beginnings of their folded form and of their phonetic key. */
  readonly foldedBeginnings: Beginnings;
  readonly phoneticBeginnings: Beginnings;
}

/** Collects words while names are read; each gets a number. */
export function wordCollector() {
  const byFolded = new Map<string, number>();
  const words: NameWord[] = [];
  return {
    words,
    numberOf(word: NameWord): number {
      const known = byFolded.get(word.folded);
      if (known !== undefined) return known;
      byFolded.set(word.folded, words.length);
      return words.push(word) - 1;
    },
  };
}

/** Builds the lookups over the collected words. */
export function buildWordIndex(
  { words }: ReturnType<typeof wordCollector>,
  importance: (word: number) => number,
): WordIndex {
  const folded = words.map(word => word.folded);
  const ofLetters = (text: string, { folded }: NameWord) => (isNumber(folded) ? '' : text);
  const phonetic = words.map(word => ofLetters(word.phonetic, word));
  return {
    folded,
    latin: words.map(word => ofLetters(word.latin, word)),
    phonetic,
    byPhonetic: packPostings(phonetic),
    byStem: packPostings(phonetic.map(stem)),
    foldedSlips: buildSlipTable(words.map(word => ofLetters(word.folded, word))),
    phoneticSlips: buildSlipTable(phonetic),
    foldedBeginnings: buildBeginnings(folded, importance),
    phoneticBeginnings: buildBeginnings(phonetic, importance),
  };
}

function isNumber(folded: string): boolean {
  return /^\d+$/.test(folded);
}

/** The number of a word, by its folded form. */
export function wordNumber(
  { folded, foldedBeginnings: { order } }: WordIndex,
  word: string,
): number | undefined {
  const number = order[firstFrom(folded, order, word)];
  return number !== undefined && folded[number] === word ? number : undefined;
}
