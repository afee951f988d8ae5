import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type Language, languages } from '#tools/notation/languages.ts';
import type { Locale } from './locale.ts';

export const LocaleContext = createContext<Locale | undefined>(undefined);

/** The locale of the page. */
export function useLocale(): Locale {
  const locale = useContext(LocaleContext);
  if (!locale) throw new Error('useLocale: expected a component inside LocaleContext');
  return locale;
}

/** The first of the browser's languages that the console has; English when there is none. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const tags = wanted.map(tag => tag.slice(0, 2).toLowerCase());
  return languages.find(language => language === tags.find(isSupported)) ?? 'en';
}

function isSupported(tag: string): tag is Language {
  return (languages as readonly string[]).includes(tag);
}
