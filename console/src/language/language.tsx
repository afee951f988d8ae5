import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { el, type Words } from './el.ts';
import { en } from './en.ts';
import { type Format, formatter, type Language, languages } from './format.ts';

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

export const LocaleContext = createContext<Locale>(locales.el);

/** The locale of the page. */
export function useLocale(): Locale {
  return useContext(LocaleContext);
}

/** The first of the browser's languages that the console has; English when there is none. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map(tag => tag.slice(0, 2).toLowerCase());
  return languages.find(language => language === tags.find(isSupported)) ?? 'en';
}

function isSupported(tag: string): tag is Language {
  return (languages as readonly string[]).includes(tag);
}
