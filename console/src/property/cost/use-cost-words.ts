import { wordsHook } from '../../tools/language/language.ts';
import { type CostWords, el } from './words-el.ts';
import { en } from './words-en.ts';

/** The texts of the terms and the basis of a cost, in the language of the page. */
export const useCostWords = wordsHook<CostWords>(el, en);
