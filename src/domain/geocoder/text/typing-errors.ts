/**
 * Words by their spellings with one letter left out: two words one slip apart share at least one
 * of these, so a few lookups find every candidate (the idea of SymSpell). A sorted column of
 * `hash × 2^20 + word` keeps half a million of them in four megabytes.
 */
export type SlipTable = Float64Array;

const mostWords = 2 ** 20;

/** Packs the words; a word's number is its position in the list. Empty words are left out. */
export function buildSlipTable(words: readonly string[]): SlipTable {
  const spellings = (word: string) => (word === '' ? 0 : word.length + 1);
  const entries = new Float64Array(words.reduce((sum, word) => sum + spellings(word), 0));
  let filled = 0;
  words.forEach((word, number) => {
    if (word === '') return;
    for (let without = -1; without < word.length; without++) {
      entries[filled++] = hash(word, without) * mostWords + number;
    }
  });
  return entries.sort();
}

/** Calls `visit` with each word that may be one slip from `word`; some are not, some come twice. */
export function visitSlips(slips: SlipTable, word: string, visit: (number: number) => void): void {
  for (let without = -1; without < word.length; without++) {
    const low = hash(word, without) * mostWords;
    for (let i = lowerBound(slips, low); i < slips.length && slips[i]! < low + mostWords; i++) {
      visit(slips[i]! - low);
    }
  }
}

/** FNV-1a of the word with one letter left out, or with none for -1. */
function hash(word: string, without: number): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < word.length; i++) {
    if (i !== without) value = Math.imul(value ^ word.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Whether two words differ by one letter wrong, missing or too many, or by two swapped neighbours
 * (Damerau-Levenshtein distance at most 1).
 */
export function isOneSlipAway(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail++;
  const restA = a.slice(head, a.length - tail);
  const restB = b.slice(head, b.length - tail);
  if (restA.length <= 1 && restB.length <= 1) return true;
  return restA.length === 2 && restB.length === 2 && restA[0] === restB[1] && restA[1] === restB[0];
}
