import { fold } from '../../../geocoder/text/fold.ts';

/**
 * Returns a function that checks whether a text contains one of the phrases as whole words, folded.
 * `*` is the rest of a word. Dots of abbreviations do not count: `Δ.Σ.` finds `ΔΣ`, and `ΕΠΑΛ`
 * finds `ΕΠΑ.Λ.`.
 */
export function phraseFinder(phrases: readonly string[]): (text: string) => boolean {
  const alternatives = phrases.map(phrase =>
    words(fold(phrase).replaceAll('.', '')).replaceAll('*', '[^ ]*'),
  );
  const pattern = new RegExp(`(?:^| )(?:${alternatives.join('|')})(?: |$)`, 'u');
  return text => {
    const folded = fold(text);
    return pattern.test(words(folded)) || pattern.test(words(folded.replaceAll('.', '')));
  };
}

/** Letters and digits, the rest as single spaces. */
function words(folded: string): string {
  return folded.replace(/[^\p{L}\p{N}*]+/gu, ' ').trim();
}
