import type { Language } from '#tools/notation/languages.ts';

/** The texts of captions and of the order of photographs. */
export interface PhotoWords {
  readonly caption: string;
  readonly earlier: string;
  readonly later: string;
  /** Asks before a photograph, named by its number, is removed. */
  readonly confirm: (name: string) => string;
}

/** The texts by language. */
export const photoWords: Readonly<Record<Language, PhotoWords>> = {
  el: {
    caption: 'Λεζάντα',
    earlier: 'Πιο μπροστά:',
    later: 'Πιο πίσω:',
    confirm: name => `Να αφαιρεθεί η εικόνα «${name}»;`,
  },
  en: {
    caption: 'Caption',
    earlier: 'Move forward:',
    later: 'Move back:',
    confirm: name => `Remove “${name}”?`,
  },
};
