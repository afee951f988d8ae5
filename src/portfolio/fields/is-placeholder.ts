import { fold } from '../../geocoder/text/fold.ts';

/** What databases and people write into a cell without a value; only the letters. */
const words = new Set(
  'null nan na να none nil unknown άγνωστο άγνωστη άγνωστος agnosto agnosti agnostos δυ κενό'
    .split(' ')
    .map(fold),
);

/** No placeholder is longer, with its brackets and dots. */
const longest = 20;

/** Whether a cell stands for an empty one: `NULL`, `#N/A`, `n.a.`, `άγνωστη`, `-`, `?`. */
export function isPlaceholder(text: string): boolean {
  if (text.length > longest) return false;
  const letters = fold(text).replace(/[^\p{L}\p{N}]/gu, '');
  return letters === '' || words.has(letters);
}
