import type { NameWord } from '../names/read-name.ts';
import { buildSlipTable, type SlipTable } from '../text/slips.ts';
import { stem } from '../text/stem.ts';
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
  /** Words in the order of their folded form and of their phonetic key, to look up beginnings. */
  readonly foldedOrder: Uint32Array;
  readonly phoneticOrder: Uint32Array;
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
export function buildWordIndex({ words }: ReturnType<typeof wordCollector>): WordIndex {
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
    foldedOrder: inOrder(folded),
    phoneticOrder: inOrder(phonetic),
  };
}

function isNumber(folded: string): boolean {
  return /^\d+$/.test(folded);
}

/** The number of a word, by its folded form. */
export function wordNumber({ folded, foldedOrder }: WordIndex, word: string): number | undefined {
  const number = foldedOrder[firstFrom(folded, foldedOrder, word)];
  return number !== undefined && folded[number] === word ? number : undefined;
}

/** The positions of texts in alphabetical order. */
export function inOrder(texts: readonly string[]): Uint32Array {
  const order = Array.from(texts.keys());
  order.sort((a, b) => (texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : 0));
  return Uint32Array.from(order);
}

/** Calls `visit` with at most `most` words whose text begins with `prefix`. */
export function visitPrefix(
  texts: readonly string[],
  order: Uint32Array,
  prefix: string,
  most: number,
  visit: (word: number) => void,
): void {
  const low = firstFrom(texts, order, prefix);
  for (let i = low; i < order.length && i < low + most; i++) {
    if (!texts[order[i]!]!.startsWith(prefix)) return;
    visit(order[i]!);
  }
}

/** Where in the order the first text stands that is not before `text`. */
function firstFrom(texts: readonly string[], order: Uint32Array, text: string): number {
  let low = 0;
  let high = order.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (texts[order[middle]!]! < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
