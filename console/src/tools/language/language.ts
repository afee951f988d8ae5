import { createContext } from 'preact';
import { useContext, useMemo } from 'preact/hooks';
import { type Language, languages, type TextsOf, wordsIn } from '#tools/notation/languages.ts';
import type { Words } from './el.ts';
import { type Format, formatter } from './format.ts';

/** A language with its texts and number formats. */
export interface Locale {
  readonly language: Language;
  readonly words: Words;
  readonly format: Format;
}

export const LocaleContext = createContext<Locale | undefined>(undefined);

/** The locale of the page. */
export function useLocale(): Locale {
  const locale = useContext(LocaleContext);
  if (!locale) throw new Error('useLocale: expected a component inside LocaleContext');
  return locale;
}

/** The first of the browser's languages that the console has; English when there is none. */
export function browserLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map(tag => tag.slice(0, 2).toLowerCase());
  return languages.find(language => language === tags.find(isSupported)) ?? 'en';
}

function isSupported(tag: string): tag is Language {
  return (languages as readonly string[]).includes(tag);
}

const loadWords: Readonly<Record<Language, () => Promise<Words>>> = {
  el: async () => (await import('./el.ts')).el,
  en: async () => (await import('./en.ts')).en,
};

/** Loads the locale of a language: a page needs the texts of one language only. */
export async function loadLocale(language: Language): Promise<Locale> {
  return { language, words: await loadWords[language](), format: formatter(language) };
}

/** A table of pairs as the texts of each language. */
export function inLanguages<Table>(table: Table): Readonly<Record<Language, TextsOf<Table>>> {
  return { el: wordsIn('el', table), en: wordsIn('en', table) };
}

/** The hook that returns the locale of the page, and the texts of a part of it as `own`. */
export function wordsHook<Texts>(
  texts: Readonly<Record<Language, Texts>>,
): () => Locale & { readonly own: Texts } {
  return () => {
    const locale = useLocale();
    return useMemo(() => ({ ...locale, own: texts[locale.language] }), [locale]);
  };
}
