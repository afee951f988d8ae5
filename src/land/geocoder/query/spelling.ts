import { fold } from '../text/fold.ts';

/** A name with another accent than the one typed is hardly ever meant: Χανιά is not Χάνια. */
const otherAccent = 0.001;
/** A place that only has the typed name beside its own: Αμπελώνας was once called Αμπέλια. */
const otherName = 0.02;

/** The names by which a place is compared with what was typed. */
export interface SpelledNames {
  readonly accented: readonly string[];
  /** What it is called today; null where all its names are alike. */
  readonly own: string | null;
}

/** Returns how well the names of a place fit what was typed; capitals have no accents. */
export function spellingFitter(typed: string): (names: SpelledNames) => number {
  const accented = new Map(
    wordsOf(typed)
      .filter(hasAccent)
      .map(word => [fold(word), word]),
  );
  const differs = (name: string) =>
    accented.size > 0 &&
    wordsOf(name).some(word => {
      const asTyped = accented.get(fold(word));
      return asTyped !== undefined && hasAccent(word) && asTyped !== word;
    });
  const folded = fold(typed);
  const isGreek = /[α-ω]/.test(folded);
  const isCalled = (own: string) => !isGreek || folded.includes(fold(own));
  return ({ accented: names, own }) =>
    (names.some(differs) ? otherAccent : 1) * (own === null || isCalled(own) ? 1 : otherName);
}

function wordsOf(text: string): string[] {
  return (
    text
      .normalize('NFC')
      .toLowerCase()
      .match(/\p{L}+/gu) ?? []
  );
}

function hasAccent(word: string): boolean {
  return /[\u0301]/.test(word.normalize('NFD'));
}
