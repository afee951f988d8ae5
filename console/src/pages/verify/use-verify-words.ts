import type { Language } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.tsx';
import { el, type VerifyWords } from './words-el.ts';
import { en } from './words-en.ts';

const verifyWords: Readonly<Record<Language, VerifyWords>> = { el, en };

/** The texts of the check of signed reports in the language of the page. */
export function useVerifyWords(): VerifyWords {
  return verifyWords[useLocale().language];
}
