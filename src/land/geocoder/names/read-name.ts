import { elot743 } from '../text/elot.ts';
import { fold } from '../text/fold.ts';
import { memoized } from '../text/memoize.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { type StreetType, streetTypeOf } from './street-type.ts';
import { isGivenName, titleKind } from './titles.ts';

/** The part a word plays in a street's name; the core carries the weight. */
export type Role = 'core' | 'given' | 'namingTitle' | 'rulerTitle' | 'title' | 'year';

/** A word of a name under its three keys, with its role. */
export interface NameWord {
  readonly folded: string;
  /** By ELOT 743, in lower case. */
  readonly latin: string;
  readonly phonetic: string;
  readonly role: Role;
}

/** A street's name, taken apart. */
export interface Name {
  readonly type: StreetType;
  readonly words: readonly NameWord[];
}

const joiners = new Set([
  'και',
  'kai',
  'and',
  'του',
  'τησ',
  'των',
  'tou',
  'tis',
  'ths',
  'ton',
  'twn',
]);
const initials = /(?<![\p{L}\p{N}])((?:\p{L}\.){2,})/gu;

/** Returns a function that splits a street's name into its type and its words with their roles. */
export function nameReader(): (name: string) => Name {
  const wordOf = memoized(toWord);
  return name => {
    const plain = name.replace(initials, letters => `${letters.replaceAll('.', '')} `);
    const all = (plain.match(/[\p{L}\p{M}\p{N}]+\.?/gu) ?? [])
      .map(wordOf)
      .filter(word => !isJoiner(word.folded));
    const type = all.find(word => word.type !== undefined && word.type !== 'street')?.type;
    const rest = all.filter(word => word.type === undefined);
    // A name that is nothing but types (Πλατεία Στοάς) keeps its words.
    return { type: type ?? 'street', words: withRoles(rest.length > 0 ? rest : all) };
  };
}

/** Whether a folded word only joins others and has no meaning of its own. */
export function isJoiner(folded: string): boolean {
  return joiners.has(folded);
}

/** `Αθ.`, `Χαρ.`, `Γεώργ.`: a short word with a full stop is a given name. */
const longestShortForm = 5;

type Word = Omit<NameWord, 'role'> & {
  readonly type: StreetType | undefined;
  readonly isShort: boolean;
};

function toWord(token: string): Word {
  const text = token.replace('.', '');
  const spelled = fold(text);
  const folded = ordinal(spelled, true) ?? spelled;
  const phonetic = phoneticKeys(folded)[0]!;
  const isShort = token !== text && text.length <= longestShortForm;
  return { folded, latin: fold(elot743(text)), phonetic, type: streetTypeOf(spelled), isShort };
}

function withRoles(words: readonly Word[]): NameWord[] {
  const roles = words.map(roleOf);
  const hasSaint = words.some(({ folded }) => /^αγ(?:ι(?:ου|ασ|ων|οσ|α|οι|εσ))?$/.test(folded));
  const isLetter = (i: number) => words[i]!.folded.length === 1;
  if (hasSaint) promote(roles, 'given', i => !isLetter(i));
  // Surname first, as the gazetteer writes, when both could be given names.
  if (!roles.includes('core')) {
    const titled = roles.some(role => titleRoles.has(role));
    const first = roles.findIndex((role, i) => role === 'given' && !isLetter(i));
    promote(roles, 'given', i => i === first || (titled && !isLetter(i)));
  }
  if (!roles.includes('core')) promote(roles, roles[0]!, () => true);
  return words.map(({ folded, latin, phonetic }, i) => ({
    folded,
    latin,
    phonetic,
    role: roles[i]!,
  }));
}

function promote(roles: Role[], from: Role, which: (position: number) => boolean): void {
  roles.forEach((role, i) => {
    if (role === from && which(i)) roles[i] = 'core';
  });
}

const roleOfTitle = { naming: 'namingTitle', ruler: 'rulerTitle', optional: 'title' } as const;
const titleRoles: ReadonlySet<Role> = new Set(Object.values(roleOfTitle));

function roleOf({ folded, phonetic, isShort }: Word): Role {
  if (/^\d+$/.test(folded)) return 'year';
  const title = titleKind(phonetic);
  if (title !== undefined) return roleOfTitle[title];
  return isShort || folded.length === 1 || isGivenName(phonetic) ? 'given' : 'core';
}

/**
 * `25ης`, `25η`, `25is`, `3rd` are words of a name (25ης Μαρτίου), not house numbers; all
 * spellings become `25ο`. One letter alone may also be a house's (24α): only where `loose`.
 */
export function ordinal(folded: string, loose: boolean): string | undefined {
  const strict = /^(\d{1,3})(?:ησ|ασ|ου|οσ|ων|is|hs|as|ou|os|th|st|nd|rd)$/.exec(folded);
  const match = strict ?? (loose ? /^(\d{1,3})(?:η|ο|h|i|o)$/.exec(folded) : null);
  return match ? `${match[1]}ο` : undefined;
}
