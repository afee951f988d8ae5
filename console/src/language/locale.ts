import { el, type Words } from './el.ts';
import { en } from './en.ts';
import { type Format, formatter, type Language } from './format.ts';

/** A language with its texts and number formats. */
export interface Locale {
  readonly language: Language;
  readonly words: Words;
  readonly format: Format;
}

const locales: Readonly<Record<Language, Locale>> = {
  el: { language: 'el', words: el, format: formatter('el') },
  en: { language: 'en', words: en, format: formatter('en') },
};

/** The locale of a language. */
export function localeOf(language: Language): Locale {
  return locales[language];
}
