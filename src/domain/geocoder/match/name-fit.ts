import { type NameIndex, roles, streetTypes, wordNumber } from '../index/name-index.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import { isGivenName, type Role, type StreetType, titleKind } from '../names/read-name.ts';
import { type HouseNumber, writeHouseNumber } from '../query/house-number.ts';
import type { QueryWord, StreetWords } from '../query/parse.ts';
import { type Budget, memoryByIndex } from '../score/budget.ts';
import { type Finding, findings, leastNameScore, Tally } from '../score/evidence.ts';
import { fold, memoized } from '../text/fold.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { type Lenience, lookUp, shortFit, type WordMatches } from './look-up-words.ts';

/** A typed word with the words of names that it may be. */
interface TypedWord extends QueryWord {
  readonly matches: WordMatches;
  /** What it means for a name that does not have it. */
  readonly surplus: Surplus;
}

interface Surplus {
  readonly usual: Finding;
  /** The same if the name has another given name. */
  readonly otherGiven: Finding;
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
  readonly evidence: readonly Finding[];
  readonly score: number;
  /** How well the worst of the core words was matched, without the other findings. */
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
  /** Those that it has only in another form, with a slip or as an initial, as texts. */
  readonly loose: readonly string[];
  readonly numbers: readonly HouseNumber[];
}

/** How alike words are, the least first. */
export const likenesses = ['form', 'sound', 'spelling'] as const;
type Likeness = (typeof likenesses)[number];

/** The findings about a name, and which typed words it has taken. */
class NameTally extends Tally {
  readonly loose: string[] = [];

  /** Bit n is typed word n; the bits behind the words are the numbers. */
  used = 0;

  isFree(at: number): boolean {
    return (this.used & (1 << at)) === 0;
  }
}

/**
 * How well a name fits the typed words. Each word of the name takes the typed word that fits it
 * best, core words first. Then missing and surplus words are counted.
 */
export function fitName(index: NameIndex, name: number, typed: StreetWords<TypedWord>): NameMatch {
  const type = streetTypes[index.types[name]!]!;
  const tally = new NameTally();
  const way = wayFinding(type, typed.type);
  if (way) tally.add(way);
  let coreFit = 1;
  let isWhole = way === undefined;
  let lacksCore = false;
  let lacksGiven = false;
  const start = index.wordsOf.starts[name]!;
  const end = index.wordsOf.starts[name + 1]!;
  // Words are in the order of their weight, so the second shows whether the first is the only core
  // word.
  const isOnlyCore = start + 1 === end || index.rolesOf[start + 1] !== 0;
  const isOnlyLast = isOnlyLastWordTyped(index, start, end, typed);
  if (isOnlyLast) tally.add(findings.coreMissing);
  for (let i = start; i < end && tally.score >= leastNameScore; i++) {
    const role = roles[index.rolesOf[i]!]!;
    const meets = takeBest(index, index.wordsOf.items[i]!, role, isOnlyCore, typed, tally);
    const isCore = role === 'core';
    if (isCore) coreFit = Math.min(coreFit, (meets ?? findings.coreMissing).fit);
    if (meets) tally.add(meets);
    else if (!(isOnlyLast && isCore)) tally.add(missingFinding(index, name, typed, role));
    isWhole &&= meets !== undefined;
    lacksCore ||= meets === undefined && isCore;
    lacksGiven ||= meets === undefined && role === 'given';
  }
  // Αγίου Νικολάου is not Αξιού: a name that is matched only nearly may have no surplus word.
  const isSlip = coreFit <= findings.wordSlip.fit;
  const unused: QueryWord[] = [];
  for (const [i, word] of typed.words.entries()) {
    const { usual, otherGiven, isAvenueLetter } = word.surplus;
    if (!tally.isFree(i) || (isAvenueLetter && type === 'avenue')) continue;
    unused.push(word);
    tally.add(isSlip ? findings.wordSurplus : lacksGiven ? otherGiven : usual);
  }
  const { evidence, score } = tally;
  return {
    name,
    evidence,
    score,
    coreFit,
    likeness: likenessOf(coreFit, typed),
    isWhole: isWhole && unused.length === 0,
    lacksCore,
    isOtherType: way === findings.wayOther,
    unused,
    loose: tally.loose,
    numbers: typed.numbers.filter((_, i) => tally.isFree(typed.words.length + i)),
  };
}

/** A word of the name that was not typed, by its role. */
const missing: Readonly<Record<Role, Finding>> = {
  core: findings.coreMissing,
  given: findings.lesserMissing,
  namingTitle: findings.namingTitleMissing,
  rulerTitle: findings.lesserMissing,
  title: findings.lesserMissing,
  year: findings.lesserMissing,
};

/** A word of a name that was not typed, or not yet: `Παλ. Πατρ` is Παλαιών Πατρών Γερμανού. */
function missingFinding(
  { texts }: NameIndex,
  name: number,
  { words }: StreetWords,
  role: Role,
): Finding {
  const isOpen = role === 'core' && words.at(-1)?.shape === 'unfinished';
  return isOpen && isBegun(texts[name]!, words) ? findings.coreNotYet : missing[role];
}

/** The words of a name in the order in which it is written. */
const wordsOf = memoized(name => fold(name).split(/[^a-zα-ω0-9]+/));

/** Whether a name begins with the typed words, each of which may be a short form. */
function isBegun(name: string, words: readonly QueryWord[]): boolean {
  const own = wordsOf(name);
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
  const fit = only?.matches.get(wordsOf.items[last]!)?.fit ?? 0;
  return last - start >= 2 && others.length === 0 && fit >= findings.wordSound.fit;
}

/** In Latin letters everyone spells by sound. */
function likenessOf(fit: number, { words }: StreetWords): Likeness {
  if (fit < findings.wordSound.fit) return 'form';
  return fit === 1 || words.some(word => word.isLatin) ? 'spelling' : 'sound';
}

/**
 * How many words a name must have at least to fit what was typed: each typed word that meets none
 * of them lowers the score, and a name can meet no more words than it has.
 */
export function leastWordsOf(words: readonly TypedWord[]): number {
  const kept = words
    .map(({ surplus }) => (surplus.isAvenueLetter ? 1 : surplus.usual.fit))
    .sort((a, b) => b - a);
  let score = 1;
  const most = kept.findIndex(share => {
    score *= share;
    return score < leastNameScore;
  });
  return most < 0 ? 0 : kept.length - most;
}

/** Whether a name without this word does not fit, however well the others do. */
function isNeeded({ text, shape, matches, surplus }: TypedWord): boolean {
  // A short word that no name has may be the beginning of one: see `fitOfShort`.
  const isWhole = shape === 'word' && (text.length > mostShortLetters || matches.size > 0);
  return isWhole && Math.max(surplus.usual.fit, surplus.otherGiven.fit) < leastNameScore;
}

/** Whether a name has one of the words that a typed word may be, or a short form of a given name. */
function mayHave(
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

/** How the best typed word or number that is still free meets a word, which is then taken. */
function takeBest(
  index: NameIndex,
  word: number,
  role: Role,
  isOnlyCore: boolean,
  { words, numbers }: StreetWords<TypedWord>,
  tally: NameTally,
): Finding | undefined {
  let best: Finding | undefined;
  let taken = -1;
  if (numbers.length > 0) {
    const text = index.words.folded[word]!;
    const at = numbers.findIndex(({ first, last }) => `${first}` === text || `${last}` === text);
    if (at >= 0) [best, taken] = [findings.wordExact, words.length + at];
  }
  for (let i = 0; i < words.length; i++) {
    if (!tally.isFree(i)) continue;
    const typed = words[i]!;
    const met =
      typed.matches.get(word) ?? fitOfShort(index, typed, word, role, isOnlyCore, i === 0);
    const isGuess = met && role === 'core' && typed.shape === 'abbreviation';
    const found = isGuess ? findings.coreAbbreviated : met;
    if (found && found.fit > (best?.fit ?? 0)) [best, taken] = [found, i];
  }
  if (taken >= 0) tally.used |= 1 << taken;
  const typed = words[taken];
  // In Latin letters everyone spells by sound: `Γόννοι` is not Γόνη.
  const isOtherSound = best === findings.wordSound && typed?.isLatin === false;
  if (typed && (isOtherSound || best!.fit < findings.wordEnding.fit)) tally.loose.push(typed.text);
  return best;
}

/** Words with at most this number of letters may be short forms without a full stop. */
const mostShortLetters = 4;

function isNamingRole(role: Role): boolean {
  return role === 'namingTitle' || role === 'rulerTitle';
}

function fitOfShort(
  index: NameIndex,
  typed: TypedWord,
  word: number,
  role: Role,
  isOnlyCore: boolean,
  isFirst: boolean,
): Finding | undefined {
  const text = index.words.folded[word]!;
  // A name may itself hold a short form: Βεργή Ι., Χαρ. Τρικούπη.
  if (role === 'given' && text.length <= mostShortLetters && typed.shape === 'word') {
    const sound = index.words.phonetic[word]!;
    const begins = typed.isLatin
      ? typed.phonetic.some(key => key.startsWith(sound))
      : typed.text.startsWith(text);
    // `Γιαννιτσά Φιλίππου` is not Φιλίππου Γ.: a whole word is short for a given name only.
    return begins && typed.phonetic.some(isGivenName) ? findings.wordInitial : undefined;
  }
  const isShort =
    typed.shape !== 'word' || (typed.text.length <= mostShortLetters && typed.matches.size === 0);
  // One letter is not enough to match the only core word.
  if (!isShort || (typed.text.length === 1 && role === 'core' && isOnlyCore)) return undefined;
  // `Γεωργίου Α` is a king, and not Αγίου Γεωργίου.
  if (typed.text.length === 1 && !isFirst && isNamingRole(role)) return undefined;
  return shortFit(index.words, typed, word);
}

function surplusOf(word: QueryWord): Surplus {
  const isAvenueLetter = /^[λl]$/.test(word.text);
  const as = (usual: Finding, otherGiven = usual) => ({ usual, otherGiven, isAvenueLetter });
  if (isAvenueLetter) return as(findings.titleSurplus);
  if (word.shape !== 'word' || word.text.length <= 2) return as(findings.lesserSurplus);
  const title = word.phonetic.map(titleKind).find(kind => kind !== undefined);
  if (title === 'naming') {
    return as(/^(?:αγι|agi)/.test(word.text) ? findings.saintSurplus : findings.namingSurplus);
  }
  if (title === 'optional') return as(findings.titleSurplus);
  // `Βασιλέως Γεωργίου` is not `Γεωργίου Ανδρέα`.
  const isLesser = title === 'ruler' || word.phonetic.some(isGivenName);
  return isLesser ? as(findings.lesserSurplus, findings.namingSurplus) : as(findings.wordSurplus);
}

/**
 * A street and a square of one name are two: the plain street wins unless the type was typed.
 * Undefined if the typed kind of way is the name's.
 */
function wayFinding(type: StreetType, wanted: StreetType | undefined): Finding | undefined {
  const isPlain = type === 'street' || type === 'avenue';
  if (wanted === undefined) return isPlain ? undefined : findings.wayUnasked;
  if (wanted === type) return undefined;
  return isPlain && (wanted === 'street' || wanted === 'avenue')
    ? findings.avenueForStreet
    : findings.wayOther;
}

/** At most this many names are matched with numbers and towns. */
const mostNames = 60;
/** How many of them at least may lack a typed word. */
const fewNames = 20;
/** No street has a name of more words: what is longer is no street. */
const mostWords = 12;

/** Words come back in address after address. */
const typedWords = memoryByIndex<TypedWord>(5_000);

/** Finds the names that fit typed words, best first. */
export type NameFinder = (typed: StreetWords) => readonly NameMatch[];

/**
 * A finder for one address: its readings share words and streets, and each is looked up only
 * once.
 */
export function nameFinder(index: NameIndex, lenience: Lenience, budget: Budget): NameFinder {
  const looked = new Map<QueryWord, TypedWord>();
  const { slips, beginnings } = lenience;
  const look = (word: QueryWord): TypedWord => {
    const key = `${word.text} ${word.shape} ${slips} ${beginnings}`;
    const known =
      looked.get(word) ??
      typedWords(index, key, budget, own =>
        typedWord(word, lookUp(index.words, word, lenience, own)),
      );
    looked.set(word, known);
    return known;
  };
  const lookAll = (word: QueryWord): TypedWord[] => {
    const known = look(word);
    return known.matches.size === 0 && isInitials(word) ? lettersOf(word).map(look) : [known];
  };
  const found = new Map<string, NameMatch[]>();
  return typed => {
    if (typed.words.length > mostWords) return [];
    const key = keyOf(typed);
    const names = found.get(key) ?? findNames(index, typed, typed.words.flatMap(lookAll), budget);
    found.set(key, names);
    return names;
  };
}

/** `Π.Π.` is one word, as Ε.Λ.Α.Σ. is; where no name has that word, it is initials. */
function isInitials(word: QueryWord): boolean {
  const isShort = word.shape === 'word' && /^[a-zα-ω]{2,3}$/.test(word.text);
  return isShort && buildingAsked([word]) === undefined;
}

function lettersOf({ text, isLatin }: QueryWord): QueryWord[] {
  return [...text].map(letter => ({
    text: letter,
    isLatin,
    shape: 'abbreviation',
    phonetic: phoneticKeys(letter),
  }));
}

function keyOf({ words, type, numbers }: StreetWords): string {
  const texts = words.map(({ text, shape }) => `${text}${shape[0]}`);
  return [type, ...texts, ...numbers.map(writeHouseNumber)].join(' ');
}

function findNames(
  index: NameIndex,
  typed: StreetWords,
  words: readonly TypedWord[],
  budget: Budget,
): NameMatch[] {
  const found: NameMatch[] = [];
  const typedWords = { ...typed, words };
  const needed = words.length > 1 ? words.filter(isNeeded) : [];
  for (const name of candidates(index, typed, words, budget)) {
    if (!needed.every(word => mayHave(index, name, word))) continue;
    budget.spend(words.length);
    const match = fitName(index, name, typedWords);
    if (match.score >= leastNameScore) found.push(match);
  }
  const sorted = found.sort((a, b) => b.score - a.score);
  if (words.at(-1)?.shape !== 'unfinished') return sorted.slice(0, mostNames);
  // While a text is typed, hundreds of names begin so; those that have every typed word come first.
  const whole = sorted.filter(({ unused }) => unused.length === 0).slice(0, mostNames - fewNames);
  const others = sorted.filter(({ unused }) => unused.length > 0);
  return [...whole, ...others.slice(0, mostNames - whole.length)];
}

/** Every name that may fit in which some typed word, or a number (Πλατεία 1866), is core. */
function candidates(
  index: NameIndex,
  typed: StreetWords,
  words: readonly TypedWord[],
  budget: Budget,
): Set<number> {
  const names = new Set<number>();
  const least = leastWordsOf(words);
  const { starts } = index.wordsOf;
  const { starts: listStarts, items } = index.namesOf;
  const add = (word: number) => {
    const [from, to] = [listStarts[word]!, listStarts[word + 1]!];
    budget.spend(to - from);
    for (let i = from; i < to; i++) {
      const name = items[i]!;
      if (starts[name + 1]! - starts[name]! >= least) names.add(name);
    }
  };
  for (const { matches } of words) for (const word of matches.keys()) add(word);
  for (const { first } of typed.numbers) {
    const word = wordNumber(index.words, String(first));
    if (word !== undefined) add(word);
  }
  return names;
}
