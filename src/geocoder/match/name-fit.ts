import { type NameIndex, roles, streetTypes } from '../index/names.ts';
import { isGivenName } from '../names/given-names.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import type { Role } from '../names/read-name.ts';
import type { StreetType } from '../names/street-type.ts';
import { titleKind } from '../names/titles.ts';
import type { HouseNumber } from '../query/house-number.ts';
import type { QueryWord } from '../query/parse.ts';
import { fold } from '../text/fold.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { leastNameScore, missing, quality, surplus, wayFit } from './score-factors.ts';
import { shortFit, type WordMatches } from './words.ts';

/** What was typed of a street. */
export interface StreetWords<Word extends QueryWord = QueryWord> {
  readonly words: readonly Word[];
  readonly type: StreetType | undefined;
  readonly numbers: readonly HouseNumber[];
}

/** A typed word with the words of names that it may be. */
export interface TypedWord extends QueryWord {
  readonly matches: WordMatches;
  /** What it takes from the score of a name that does not have it. */
  readonly surplus: Surplus;
}

interface Surplus {
  readonly usual: number;
  /** The same if the name has another given name. */
  readonly otherGiven: number;
  /** Whether it is Λ., which is no surplus in the name of an avenue. */
  readonly isAvenueLetter: boolean;
}

/** A typed word with the words that it may be. */
export function typedWord(word: QueryWord, matches: WordMatches): TypedWord {
  return { ...word, matches, surplus: surplusOf(word) };
}

/** A name that fits, how well, and the numbers left for the house once the name has its own. */
export interface NameMatch {
  readonly name: number;
  readonly score: number;
  /** How well the core words were matched, without the other factors. */
  readonly coreFit: number;
  /** By what the core words are the typed ones: spelling, sound or another form of the word. */
  readonly likeness: Likeness;
  /** Whether the name has every typed word and no other. */
  readonly isWhole: boolean;
  /** Whether a core word of the name was not typed. */
  readonly lacksCore: boolean;
  /** Whether a square, passage, arcade or park was typed, and the name is not that of one. */
  readonly isOtherType: boolean;
  /** The typed words that the name does not have. */
  readonly unused: readonly QueryWord[];
  readonly numbers: readonly HouseNumber[];
}

/** How alike words are, the least first. */
export const likenesses = ['form', 'sound', 'spelling'] as const;
export type Likeness = (typeof likenesses)[number];

/** A word of a name, waiting for a typed word. */
interface Slot {
  readonly word: number;
  readonly role: Role;
  readonly isOnlyCore: boolean;
}

/**
 * How well a name fits the typed words. Each word of the name takes the typed word that fits it
 * best, core words first. Then missing and surplus words are counted.
 */
export function fitName(index: NameIndex, name: number, typed: StreetWords<TypedWord>): NameMatch {
  const type = streetTypes[index.types[name]!]!;
  const used: (QueryWord | HouseNumber)[] = [];
  let score = typeFit(type, typed.type);
  const isOtherType = typed.type !== undefined && score === wayFit.other;
  let coreFit = 1;
  let leastFit: number = quality.exact;
  let isWhole = score === 1;
  let lacksCore = false;
  const unused: QueryWord[] = [];
  let lacksGiven = false;
  const start = index.wordsOf.starts[name]!;
  const end = index.wordsOf.starts[name + 1]!;
  // Words are in the order of their weight, so the second shows whether the first is the only core
  // word.
  const isOnlyCore = start + 1 === end || index.rolesOf[start + 1] !== 0;
  const isOnlyLast = isOnlyLastWordTyped(index, start, end, typed);
  if (isOnlyLast) score *= missing.allButLast;
  for (let i = start; i < end && score >= leastNameScore; i++) {
    const role = roles[index.rolesOf[i]!]!;
    const fit = takeBest(index, { word: index.wordsOf.items[i]!, role, isOnlyCore }, typed, used);
    if (fit === 0 && role === 'given') lacksGiven = true;
    if (role === 'core') {
      coreFit *= fit || missing.core;
      leastFit = Math.min(leastFit, fit);
    }
    isWhole &&= fit > 0;
    lacksCore ||= fit === 0 && role === 'core';
    score *= fit || (isOnlyLast && role === 'core' ? 1 : missingFit(index, name, typed, role));
  }
  for (const word of typed.words) {
    if (used.includes(word)) continue;
    // Αγίου Νικολάου is not Αξιού: a name that is matched only nearly may have no surplus word.
    const isSlip = coreFit <= quality.slip;
    const { usual, otherGiven, isAvenueLetter } = word.surplus;
    const isWay = isAvenueLetter && type === 'avenue';
    if (!isWay) unused.push(word);
    const share = isWay ? 1 : lacksGiven ? otherGiven : usual;
    score *= isSlip ? Math.min(surplus.word, share) : share;
  }
  const { numbers } = typed;
  const isTaken = numbers.some(number => used.includes(number));
  const left = isTaken ? numbers.filter(n => !used.includes(n)) : numbers;
  const likeness = likenessOf(leastFit, typed);
  isWhole &&= unused.length === 0;
  return { name, score, coreFit, likeness, isWhole, lacksCore, isOtherType, unused, numbers: left };
}

/** What a word of a name takes that was not typed, or not yet: `Παλ. Πατρ` is Παλαιών Πατρών Γερμανού. */
function missingFit(
  { texts }: NameIndex,
  name: number,
  { words }: StreetWords,
  role: Role,
): number {
  const isOpen = role === 'core' && words.at(-1)?.shape === 'unfinished';
  return isOpen && isBegun(texts[name]!, words) ? missing.notYet : missing[role];
}

/** Whether a name begins with the typed words, each of which may be a short form. */
function isBegun(name: string, words: readonly QueryWord[]): boolean {
  const own = fold(name).split(/[^a-zα-ω0-9]+/);
  return words.every(({ text, isLatin, phonetic }, i) => {
    const word = own[i] ?? '';
    const sound = phoneticKeys(word)[0] ?? '';
    return isLatin ? phonetic.some(key => sound.startsWith(key)) : word.startsWith(text);
  });
}

/** The last core word, or the given name behind two. */
function lastNaming(rolesOf: Uint8Array, start: number, end: number): number {
  let last = start;
  while (last + 1 < end && rolesOf[last + 1] === 0) last++;
  return last > start && last + 1 < end && rolesOf[last + 1] === 1 ? last + 1 : last;
}

/** Γερμανού alone is the last of the three words of Παλαιών Πατρών Γερμανού. */
function isOnlyLastWordTyped(
  { wordsOf, rolesOf }: NameIndex,
  start: number,
  end: number,
  { words }: StreetWords<TypedWord>,
): boolean {
  const last = lastNaming(rolesOf, start, end);
  const [only, ...others] = words;
  const fit = only?.matches.get(wordsOf.items[last]!) ?? 0;
  return last - start >= 2 && others.length === 0 && fit >= quality.sound;
}

/** In Latin letters everyone spells by sound. */
function likenessOf(fit: number, { words }: StreetWords): Likeness {
  if (fit < quality.sound) return 'form';
  return fit === quality.exact || words.some(word => word.isLatin) ? 'spelling' : 'sound';
}

/**
 * How many words a name must have at least to fit what was typed: each typed word that meets none
 * of them lowers the score, and a name can meet no more words than it has.
 */
export function leastWordsOf(words: readonly QueryWord[]): number {
  const kept = words
    .map(surplusOf)
    .map(({ usual, isAvenueLetter }) => (isAvenueLetter ? 1 : usual))
    .sort((a, b) => a - b);
  let least = 0;
  while (kept.slice(least).reduce((score, share) => score * share, 1) < leastNameScore) least++;
  return least;
}

/** Whether a name without this word does not fit, however well the others do. */
export function isNeeded({ text, shape, matches, surplus }: TypedWord): boolean {
  // A short word that no name has may be the beginning of one: see `fitOfShort`.
  const isWhole = shape === 'word' && (text.length > mostShortLetters || matches.size > 0);
  return isWhole && Math.max(surplus.usual, surplus.otherGiven) < leastNameScore;
}

/** Whether a name has one of the words that a typed word may be, or a short form of a given name. */
export function mayHave(
  { wordsOf: { starts, items }, rolesOf, words }: NameIndex,
  name: number,
  { matches }: TypedWord,
): boolean {
  for (let i = starts[name]!; i < starts[name + 1]!; i++) {
    const word = items[i]!;
    if (matches.has(word)) return true;
    if (roles[rolesOf[i]!] === 'given' && words.folded[word]!.length <= mostShortLetters)
      return true;
  }
  return false;
}

/** The fit of the best typed word or number that is still free, which is then taken; 0 for none. */
function takeBest(
  index: NameIndex,
  slot: Slot,
  typed: StreetWords<TypedWord>,
  used: (QueryWord | HouseNumber)[],
): number {
  const text = index.words.folded[slot.word]!;
  const number =
    typed.numbers.length > 0 &&
    /^\d/.test(text) &&
    typed.numbers.find(n => `${n.first}` === text || `${n.last}` === text);
  let taken: QueryWord | HouseNumber | undefined = number || undefined;
  let best = number ? quality.exact : 0;
  for (const word of typed.words) {
    const fit = used.includes(word) ? 0 : fitOf(index, word, slot, word === typed.words[0]);
    if (fit > best) [best, taken] = [fit, word];
  }
  if (taken) used.push(taken);
  return best;
}

/** Words with at most this number of letters may be short forms without a full stop. */
const mostShortLetters = 4;

function isNamingRole(role: Role): boolean {
  return role === 'namingTitle' || role === 'rulerTitle';
}

function fitOf(index: NameIndex, typed: TypedWord, slot: Slot, isFirst: boolean): number {
  const fit = typed.matches.get(slot.word) ?? fitOfShort(index, typed, slot, isFirst);
  const isGuess = slot.role === 'core' && typed.shape === 'abbreviation';
  return isGuess ? fit * quality.shortCore : fit;
}

function fitOfShort(
  index: NameIndex,
  typed: TypedWord,
  { word, role, isOnlyCore }: Slot,
  isFirst: boolean,
): number {
  const text = index.words.folded[word]!;
  // A name may itself hold a short form: Βεργή Ι., Χαρ. Τρικούπη.
  if (role === 'given' && text.length <= mostShortLetters && typed.shape === 'word') {
    const sound = index.words.phonetic[word]!;
    const begins = typed.isLatin
      ? typed.phonetic.some(key => key.startsWith(sound))
      : typed.text.startsWith(text);
    // `Αεροδρόμιο Αθηνών` is not Αρχιεπισκόπου Αθηνών Χρυσοστόμου Α.
    return begins && buildingAsked([typed]) === undefined ? quality.initial : 0;
  }
  const isShort =
    typed.shape !== 'word' || (typed.text.length <= mostShortLetters && typed.matches.size === 0);
  // One letter is not enough to match the only core word.
  if (!isShort || (typed.text.length === 1 && role === 'core' && isOnlyCore)) return 0;
  // `Γεωργίου Α` is a king, and not Αγίου Γεωργίου.
  if (typed.text.length === 1 && !isFirst && isNamingRole(role)) return 0;
  return shortFit(index.words, typed, word);
}

function surplusOf(word: QueryWord): Surplus {
  const isAvenueLetter = /^[λl]$/.test(word.text);
  const shares = (usual: number, otherGiven = usual) => ({ usual, otherGiven, isAvenueLetter });
  if (isAvenueLetter) return shares(surplus.avenueLetter);
  if (word.shape !== 'word' || word.text.length <= 2) return shares(surplus.abbreviation);
  if (/^(?:αγι|agi)/.test(word.text) && word.phonetic.some(key => titleKind(key) === 'naming')) {
    return shares(surplus.saint);
  }
  const title = word.phonetic.map(titleKind).find(kind => kind !== undefined);
  if (title === 'naming') return shares(surplus.namingTitle);
  if (title === 'optional') return shares(surplus.title);
  // `Βασιλέως Γεωργίου` is not `Γεωργίου Ανδρέα`.
  if (title === 'ruler') return shares(surplus.rulerTitle, surplus.namingTitle);
  const isGiven = word.phonetic.some(isGivenName);
  return isGiven ? shares(surplus.given, surplus.otherGiven) : shares(surplus.word);
}

/** A street and a square of one name are two: the plain street wins unless the type was typed. */
function typeFit(type: StreetType, wanted: StreetType | undefined): number {
  const isPlain = type === 'street' || type === 'avenue';
  if (wanted === undefined) return isPlain ? 1 : wayFit.unasked;
  if (wanted === type) return 1;
  return isPlain && (wanted === 'street' || wanted === 'avenue')
    ? wayFit.avenueForStreet
    : wayFit.other;
}
