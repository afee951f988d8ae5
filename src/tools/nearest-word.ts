/** How many letters may be wrong, missing or added: fewer in short words. */
const mostSlips = (word: string) => (word.length > 5 ? 2 : 1);

/** The word that `text` is probably a misspelling of. Ignores case, `_` and `-`. */
export function nearestWord(text: string, words: readonly string[]): string | undefined {
  const [nearest] = words
    .map(word => ({ word, slips: slipsBetween(bare(text), bare(word)) }))
    .filter(({ word, slips }) => slips <= mostSlips(word))
    .sort((a, b) => a.slips - b.slips);
  return nearest?.word;
}

function bare(text: string): string {
  return text.toLowerCase().replace(/[_-]/g, '');
}

/** The Levenshtein distance: letters to add, remove or replace. */
function slipsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (let j = 0; j < b.length; j++) {
      const replaced = row[j]! + (letter === b[j] ? 0 : 1);
      next.push(Math.min(replaced, row[j + 1]! + 1, next[j]! + 1));
    }
    row = next;
  }
  return row[b.length]!;
}
