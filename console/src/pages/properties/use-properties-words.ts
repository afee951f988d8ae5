import type { Language } from '../../tools/language/format.ts';
import { useLocale } from '../../tools/language/language.tsx';
import { el, type PropertiesWords } from './words-el.ts';
import { en } from './words-en.ts';

const propertiesWords: Readonly<Record<Language, PropertiesWords>> = { el, en };

/** The texts of the list of properties in the language of the page. */
export function usePropertiesWords(): PropertiesWords {
  return propertiesWords[useLocale().language];
}
