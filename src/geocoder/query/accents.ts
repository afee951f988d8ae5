import { fold } from '../text/fold.ts';

/** A name with another accent than the one typed is hardly ever meant: Χανιά is not Χάνια. */
const otherAccent = 0.001;

/** Tells how well the accents of a name fit those that were typed; capitals carry none. */
export function accentFitter(typed: string): (name: string) => number {
  const accented = new Map(
    wordsOf(typed)
      .filter(hasAccent)
      .map(word => [fold(word), word]),
  );
  return name => {
    const differs = wordsOf(name).some(word => {
      const asTyped = accented.get(fold(word));
      return asTyped !== undefined && hasAccent(word) && asTyped !== word;
    });
    return differs ? otherAccent : 1;
  };
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
