import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { el, type Words } from './el.ts';
import { en } from './en.ts';
import { type Format, formatter, type Language, languages } from './format.ts';

/** A language with its words and its way to write numbers. */
export interface Speech {
  readonly language: Language;
  readonly words: Words;
  readonly format: Format;
}

const speeches: Readonly<Record<Language, Speech>> = {
  el: { language: 'el', words: el, format: formatter('el') },
  en: { language: 'en', words: en, format: formatter('en') },
};

/** The speech of a language. */
export function speechOf(language: Language): Speech {
  return speeches[language];
}

export const SpeechContext = createContext<Speech>(speeches.el);

/** The language of the page. */
export function useSpeech(): Speech {
  return useContext(SpeechContext);
}

/** The first of the browser's languages that the console speaks; English when there is none. */
export function preferredLanguage(wanted: readonly string[]): Language {
  const spoken = wanted.map(tag => tag.slice(0, 2).toLowerCase());
  return languages.find(language => language === spoken.find(isSpoken)) ?? 'en';
}

function isSpoken(tag: string): tag is Language {
  return (languages as readonly string[]).includes(tag);
}
