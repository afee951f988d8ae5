import type { Language } from '#tools/notation/languages.ts';
import type { Words } from './el.ts';
import { type Format, formatter } from './format.ts';

/** A language with its texts and number formats. */
export interface Locale {
  readonly language: Language;
  readonly words: Words;
  readonly format: Format;
}

const loadWords: Readonly<Record<Language, () => Promise<Words>>> = {
  el: async () => (await import('./el.ts')).el,
  en: async () => (await import('./en.ts')).en,
};

/** Loads the locale of a language: a page needs the texts of one language only. */
export async function loadLocale(language: Language): Promise<Locale> {
  return { language, words: await loadWords[language](), format: formatter(language) };
}
