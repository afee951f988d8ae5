import type { Language } from '#tools/notation/languages.ts';
import { useLocale } from '../../tools/language/language.ts';
import { type CostWords, el } from './words-el.ts';
import { en } from './words-en.ts';

const costWords: Readonly<Record<Language, CostWords>> = { el, en };

/** The texts of the terms and the basis of a cost, in the language of the page. */
export function useCostWords(): CostWords {
  return costWords[useLocale().language];
}
