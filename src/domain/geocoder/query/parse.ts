import { isJoiner, ordinal, type StreetType, streetTypeOf, titleKind } from '../names/read-name.ts';
import { type Fault, faultOf } from '../score/evidence.ts';
import { fold } from '../text/fold.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { type HouseNumber, readHouseNumber, writeHouseNumber } from './house-number.ts';
import { type Token, tokens, withoutBuildingWords, withoutNoise } from './noise.ts';
import { isOnlyLabel } from './town-labels.ts';

/** A word of the address as it was typed. */
export interface QueryWord {
  readonly text: string;
  readonly isLatin: boolean;
  /**
   * By what rule it may meet a word of a name: whole, by its beginning as a short form or because
   * it is still being typed, or by both ends (Κων/νου).
   */
  readonly shape: 'word' | 'abbreviation' | 'unfinished' | 'contraction';
  readonly phonetic: readonly string[];
  /** Whether a hyphen joins it to the word before it: a double name, or the corner of two. */
  readonly isHyphened?: boolean;
}

/** What was typed of a street. */
export interface StreetWords<Word extends QueryWord = QueryWord> {
  readonly words: readonly Word[];
  readonly type: StreetType | undefined;
  readonly numbers: readonly HouseNumber[];
}

/** A group of words: between commas, numbers and the `&` of a corner. */
export interface Group {
  readonly words: readonly QueryWord[];
  /** The kind of way typed with them, if any. */
  readonly type: StreetType | undefined;
  readonly afterAnd: boolean;
  /** The numbers that follow them, before the next group. */
  readonly numbers: readonly HouseNumber[];
}

/** A parsed address, before it is known which words are street and which are town. */
export interface ParsedAddress {
  readonly groups: readonly Group[];
  /** Five digits, or null. */
  readonly postalCode: string | null;
  /** The kilometre of a road; null without. */
  readonly kilometre: number | null;
  /** What was left out and might have mattered. */
  readonly setAside: readonly Fault[];
}

/** Words without a location: the country, and labels before numbers. */
const labels = new Set(
  `ελλαδα ελλασ greece hellas ellada ellas gr τκ tk ταχ tax κωδ κωδικοσ αριθμοσ αριθ arithmos
   municipality οικια σπιτι`.split(/\s+/),
);
const numberLabels = new Set(['αρ', 'ar', 'no', 'nr', 'num', 'αριθ', 'νο', 'τκ', 'tk', 'ταχ']);
const monthStems =
  'ian fefr feru mart april me mei ma iun iul afgust septefr oktofr noefr dekefr'.split(' ');
const months =
  /^(?:ian|fefr|feru|mart|april|me|mei|ma|iun|iul|afgust|septefr|oktofr|noefr|dekefr)[aeiou]+[sn]?$/;

/** Whether a sound of three letters or more is the beginning of a month. */
function beginsMonth(key: string): boolean {
  // The μ of μβρ is not heard in the whole month.
  const heard = key.replace(/m$/, 'f');
  return (
    key.length >= 3 && monthStems.some(month => month.startsWith(key) || month.startsWith(heard))
  );
}

/** Days of the month as Greek numerals: Γ΄ Σεπτεμβρίου. */
const greekNumerals = new Map(
  Object.entries({ α: '1', β: '2', γ: '3', δ: '4', κε: '25', κη: '28' }),
);

/** Ordinals in full, folded, with their number: Εικοστής Πέμπτης Μαρτίου. */
const fullOrdinals = new Map(
  Object.entries({
    πρωτησ: 1,
    δευτερασ: 2,
    τριτησ: 3,
    τεταρτησ: 4,
    πεμπτησ: 5,
    εκτησ: 6,
    εβδομησ: 7,
    ογδοησ: 8,
    ενατησ: 9,
    δεκατησ: 10,
    εικοστησ: 20,
    τριακοστησ: 30,
  }),
);

/** Short forms so usual that people leave out the full stop: Βασ Σοφίας, Ag Konstantinou. */
const shortForms = new Set(
  `αγ ag βασ vas bas εθν ethn eth ελ el ελευθ elefth στρ στρατ strat κων κωνστ kon konst γεωρ geor
   ιωαν ioan νικ nik δημ dim χαρ xar har char αλ al`.split(/\s+/),
);

/** No address has more pieces, and a set of words has one bit for each: `readings`. */
const mostTokens = 32;

/**
 * Parses an address. `isPostalCode` distinguishes postal codes from house numbers, `isTown` towns
 * from streets before a label. The last word of an unfinished address may be the beginning of a month.
 */
export function parse(
  address: string,
  isPostalCode: (code: string) => boolean,
  isTown: (words: readonly QueryWord[]) => boolean = () => false,
  isUnfinished = false,
): ParsedAddress {
  const isTownText = (part: string) => {
    const words = tokens(part).map(toWord);
    return words.length > 0 && isTown(words);
  };
  const { text, setAside, kilometre } = withoutNoise(fold(address), isTownText);
  const found = withFullOrdinals(withoutBuildingWords(tokens(text)));
  const isAgain = (i: number) => found[i]!.kind === 'comma' && found[i - 1]?.kind === 'comma';
  const once = lettersAsAnd(
    found.filter((_, i) => !isAgain(i)),
    isTown,
  );
  const list = ordinalsAsWords(once, isUnfinished).slice(0, mostTokens);
  const { rest, postalCode } = takePostalCode(list, isPostalCode);
  return { groups: joinLabels(group(rest), isTown), postalCode, kilometre, setAside };
}

/**
 * `Χώρα, Άνδρος` and `Αθήνα (Κέντρο)` name one place, as they do without the comma. In `Ερμού,
 * Κέντρο, Αθήνα` and `Κέντρο, Ερμού, Αθήνα` the label belongs to the town behind it, and `Ερμού,
 * Κέντρο` is no town.
 */
function joinLabels(
  groups: readonly Group[],
  isTown: (words: readonly QueryWord[]) => boolean,
): Group[] {
  const isPlain = ({ numbers, type }: Group) => numbers.length === 0 && type === undefined;
  const at = groups.findIndex(one => isPlain(one) && isOnlyLabel(one.words));
  const label = groups[at];
  if (label === undefined) return [...groups];
  const others = groups.toSpliced(at, 1);
  const withLabel = (one: Group) => [...label.words, ...one.words];
  const behind = others.findIndex((one, i) => i >= at && isPlain(one) && isTown(withLabel(one)));
  const last = at === 0 ? undefined : others[at - 1]!;
  const isBehindTown = last !== undefined && isPlain(last) && isTown(last.words);
  const town = behind >= 0 ? behind : isBehindTown ? at - 1 : undefined;
  if (town === undefined) return [...groups];
  return others.with(town, { ...others[town]!, words: withLabel(others[town]!) });
}

/** `Ερμού 5 κ Βουλής` is a corner, and `Αχαρνών 5 Κ. Πατήσια` a quarter. */
function lettersAsAnd(
  list: readonly Token[],
  isTown: (words: readonly QueryWord[]) => boolean,
): readonly Token[] {
  const isAnd = (i: number) => {
    const isBetween =
      list[i - 2]?.kind === 'word' &&
      list[i - 1]!.kind === 'number' &&
      list[i + 1]?.kind === 'word';
    return isBetween && !isTown([list[i]!, list[i + 1]!].map(toWord));
  };
  return list.map((token, i) =>
    /^[κk]$/.test(token.text) && isAnd(i) ? { text: '&', kind: 'and', dotted: false } : token,
  );
}

/** `Εικοστής Πέμπτης Μαρτίου` is `25 Μαρτίου`. */
function withFullOrdinals(list: readonly Token[]): readonly Token[] {
  const numberAt = (i: number) => fullOrdinals.get(list[i]?.text ?? '') ?? 0;
  if (!list.some((_, i) => numberAt(i) > 0)) return list;
  const isMonth = (i: number) => phoneticKeys(list[i]?.text ?? '').some(key => months.test(key));
  return list.flatMap((token, i): Token[] => {
    const [first, second] = [numberAt(i), numberAt(i + 1)];
    if (first === 0) return [token];
    if (numberAt(i - 1) >= 10 && isMonth(i + 1)) return [];
    const isBoth = first >= 10 && second > 0 && isMonth(i + 2);
    if (!isBoth && !isMonth(i + 1)) return [token];
    return [{ text: `${isBoth ? first + second : first}`, kind: 'number', dotted: false }];
  });
}

/** `25ης Μαρτίου`, `25 Μαρτίου`, `25η Μαρτίου`: the number is a word where a word follows. */
function ordinalsAsWords(list: readonly Token[], isUnfinished: boolean): Token[] {
  return list.map((token, i) => {
    const next = list[i + 1];
    const wordFollows = next?.kind === 'word';
    const day = wordFollows ? dayOf(token.text) : undefined;
    const isLast = isUnfinished && i + 2 === list.length;
    const isDate =
      day !== undefined &&
      phoneticKeys(next!.text).some(key => months.test(key) || (isLast && beginsMonth(key)));
    const text = ordinal(token.text, wordFollows) ?? (isDate ? `${day}ο` : undefined);
    return text === undefined ? token : { text, kind: 'word', dotted: false };
  });
}

/** The day of a month, if a month follows. */
function dayOf(text: string): string | undefined {
  return /^\d{1,2}$/.test(text) ? text : greekNumerals.get(text);
}

function takePostalCode(list: readonly Token[], isPostalCode: (code: string) => boolean) {
  for (const [i, { text }] of list.entries()) {
    if (list[i]!.kind !== 'number') continue;
    const labelled = /^(?:τκ|tk|κωδ|κωδικοσ)$/.test(list[i - 1]?.text ?? '');
    const next = list[i + 1]?.text ?? '';
    if (/^\d{5}$/.test(text)) return cut(list, i, 1, text);
    const pair = /^[1-8]\d\d$/.test(text) && /^\d\d$/.test(next) ? text + next : '';
    if (pair !== '' && (labelled || isPostalCode(pair))) return cut(list, i, 2, pair);
    const hyphened = /^([1-8]\d\d)[-–](\d\d)$/.exec(text);
    if (hyphened && isPostalCode(hyphened[1]! + hyphened[2]!)) {
      return cut(list, i, 1, hyphened[1]! + hyphened[2]!);
    }
  }
  return { rest: list, postalCode: null };
}

/**
 * The code is replaced by a comma, because the words before it and after it do not belong together.
 */
function cut(list: readonly Token[], at: number, count: number, postalCode: string) {
  const comma: Token = { text: ',', kind: 'comma', dotted: false };
  return { rest: [...list.slice(0, at), comma, ...list.slice(at + count)], postalCode };
}

function group(list: readonly Token[]): Group[] {
  const groups: Group[] = [];
  let words: QueryWord[] = [];
  let type: StreetType | undefined;
  let typeWords: QueryWord[] = [];
  let numbers: HouseNumber[] = [];
  let afterAnd = false;
  const close = () => {
    // `Άλσους` may be a street called so; `Πλατεία 1866` is a square.
    if (words.length === 0 && numbers.length === 0 && type !== 'street') {
      [words, type] = [typeWords, undefined];
    }
    if (words.length > 0 || numbers.length > 0 || type) {
      groups.push({ words, type, afterAnd, numbers });
      afterAnd = false;
    }
    [words, type, typeWords, numbers] = [[], undefined, [], []];
  };
  list.forEach((token, i) => {
    const next = list[i + 1];
    if (token.kind === 'comma') {
      // `Σκουφά, 24`: the number after a comma is still the street's.
      if (next?.kind !== 'number') close();
    } else if (token.kind === 'and') {
      // `24 & 26` is a double number, not a corner.
      if (next?.kind === 'number' && list[i - 1]?.kind === 'number') return;
      close();
      afterAnd = groups.length > 0;
    } else if (token.kind === 'number') {
      const number = readHouseNumber(withLetter(token, next, list[i + 2]));
      if (number) numbers.push(number);
    } else if (isLoneLetter(list, i) || isLabel(list, i) || isJoiner(token.text)) {
      // Read with its number, or says nothing.
    } else {
      if (numbers.length > 0) close();
      const found = streetTypeOf(token.text);
      if (found === undefined) words.push(toWord(token));
      else {
        typeWords.push(toWord(token));
        type = type === undefined || type === 'street' ? found : type;
      }
    }
  });
  close();
  return groups;
}

/** `24 Α`: a single letter after the number, with nothing but a comma or the end behind it. */
function withLetter(number: Token, next: Token | undefined, after: Token | undefined): string {
  const takesLetter = next?.kind === 'word' && next.text.length === 1 && !next.dotted;
  return takesLetter && after?.kind !== 'word' ? number.text + next.text : number.text;
}

function isLoneLetter(list: readonly Token[], i: number): boolean {
  const token = list[i]!;
  return (
    token.text.length === 1 &&
    !token.dotted &&
    list[i - 1]?.kind === 'number' &&
    list[i + 1]?.kind !== 'word'
  );
}

/** Regions have the name of the country: Στερεά Ελλάδα, Western Greece. */
const partsOfCountry = new Set(
  'στερεα στερεασ sterea δυτικη δυτικησ dytiki western κεντρικη κεντρικησ central'.split(' '),
);

function isLabel(list: readonly Token[], i: number): boolean {
  const { text } = list[i]!;
  if (numberLabels.has(text) && list[i + 1]?.kind === 'number') return true;
  return labels.has(text) && !partsOfCountry.has(list[i - 1]?.text ?? '');
}

function toWord({ text, dotted, isHyphened }: Token): QueryWord {
  const shape = text.includes('/')
    ? 'contraction'
    : dotted || text.length === 1 || shortForms.has(text)
      ? 'abbreviation'
      : 'word';
  const isLatin = /[a-z]/.test(text) && !/[α-ω]/.test(text);
  const word = { text, isLatin, shape, phonetic: phoneticKeys(text.replace('/', '')) } as const;
  return isHyphened ? { ...word, isHyphened } : word;
}

/** A half word of a complete address has this many letters at least: `Χατζή 12 Ζωγρ`. */
const leastHalfWord = 3;

/** An address whose last word is unfinished if `isName` knows no name that has it. */
export function withHalfWord(
  parsed: ParsedAddress,
  isName: (word: QueryWord) => boolean,
): ParsedAddress {
  const last = parsed.groups.at(-1);
  const word = last?.words.at(-1);
  const isHalf =
    word?.shape === 'word' &&
    last!.numbers.length === 0 &&
    word.text.length >= leastHalfWord &&
    (parsed.groups.length > 1 || last!.words.length > 1) &&
    !isName(word);
  return isHalf ? withUnfinished(parsed) : parsed;
}

function withUnfinished(parsed: ParsedAddress): ParsedAddress {
  const last = parsed.groups.at(-1)!;
  const word = { ...last.words.at(-1)!, shape: 'unfinished' as const };
  const words = [...last.words.slice(0, -1), word];
  return { ...parsed, groups: [...parsed.groups.slice(0, -1), { ...last, words }] };
}

/** The same address while it is being typed: its last word may be unfinished. */
export function asUnfinished(parsed: ParsedAddress, text: string): ParsedAddress {
  const last = parsed.groups.at(-1);
  const word = last?.words.at(-1);
  // `Νέα ` and `Άγιος ` are the beginning of a name, even if a blank follows.
  const isBegun = word?.phonetic.some(key => titleKind(key) === 'naming') ?? false;
  const ends = isBegun ? /[\p{L}\p{M}]\s*$/u : /[\p{L}\p{M}]$/u;
  const isOpen = ends.test(text) && last !== undefined && last.numbers.length === 0;
  if (!isOpen || word === undefined || word.shape === 'contraction') return parsed;
  return withUnfinished(parsed);
}

/**
 * A street with the house number that was given beside it. It comes before the numbers of the
 * street's own text, which may be a part of the name: `Πλατεία 1866`.
 */
export function withGivenNumber(parsed: ParsedAddress, given: string | undefined): ParsedAddress {
  if (given === undefined) return parsed;
  const number = readHouseNumber(fold(given));
  if (number === undefined) {
    const fault = faultOf('house_number', 'set_aside', given);
    return { ...parsed, setAside: [...parsed.setAside, fault] };
  }
  const last = lastOfStreet(parsed.groups);
  const groups = parsed.groups.map((group, i) =>
    i === last ? { ...group, numbers: [number, ...group.numbers] } : group,
  );
  return { ...parsed, groups };
}

/** The last group of the street: `Κωνσταντίνου & Ελένης` are two, and the number follows both. */
function lastOfStreet(groups: ParsedAddress['groups']): number {
  const next = groups.findIndex(({ afterAnd }, i) => i > 0 && !afterAnd);
  return (next === -1 ? groups.length : next) - 1;
}

/** The faults of a street for numbers in its text that neither its name nor the given one has. */
export function strayNumberFaults(
  { groups }: ParsedAddress,
  given: string | undefined,
  name: string,
): Fault[] {
  const number = given === undefined ? undefined : readHouseNumber(fold(given));
  if (number === undefined) return [];
  const known = [writeHouseNumber(number), ...(name.match(/\d+/g) ?? [])];
  const typed = groups.slice(0, lastOfStreet(groups) + 1).flatMap(({ numbers }) => numbers);
  const stray = typed.map(writeHouseNumber).filter(n => !known.includes(n));
  return stray.map(n => faultOf('street', 'number_not_in_name', n));
}
