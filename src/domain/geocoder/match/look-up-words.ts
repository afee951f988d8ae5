import { type WordIndex, wordNumber } from '../index/name-index.ts';
import { under, visitBegun, visitPrefix } from '../index/postings.ts';
import type { QueryWord } from '../query/parse.ts';
import { type Budget, memoryByIndex } from '../score/budget.ts';
import { type Finding, findings } from '../score/evidence.ts';
import { phoneticKeys } from '../text/phonetic.ts';
import { endingVowel, isOneWord, stem } from '../text/stem.ts';
import { isOneSlipAway, visitSlips } from '../text/typing-errors.ts';

/** The words of all names that a typed word may be, and how it meets each. */
export type WordMatches = ReadonlyMap<number, Finding>;

/** A slip is forgiven in words of at least this many letters. */
const leastSlipLength = 5;
/** At most this many words may begin with an abbreviation that is alone. */
const mostPrefixed = 40;
const mostBegun = 300;
/** Words before the last may be unfinished from this many letters on. */
const leastBeginning = 3;
const mostContracted = 400;

/** Whole words, and typing errors only where a word is not known. */
export const strict: Lenience = { slips: false, beginnings: false };

/** How words are looked up. */
export interface Lenience {
  /** Typing errors in every word, and not only where there is nothing better. */
  readonly slips: boolean;
  /** Every word of some letters may be unfinished, and not only the last. */
  readonly beginnings: boolean;
}

/**
 * Finds the words that a typed word may be: equal, or equal in sound or in stem. Words with a
 * typing error and unfinished words come in if nothing better is found, or if the lenience allows
 * them.
 */
export function lookUp(
  index: WordIndex,
  word: QueryWord,
  lenience: Lenience,
  budget: Budget,
): WordMatches {
  const { slips, beginnings } = lenience;
  const key = `${word.text} ${word.shape} ${slips} ${beginnings}`;
  return lookedUp(index, key, budget, own => lookUpOnce(index, word, lenience, own));
}

const lookedUp = memoryByIndex<WordMatches>(5_000);

function lookUpOnce(
  index: WordIndex,
  word: QueryWord,
  lenience: Lenience,
  budget: Budget,
): WordMatches {
  const found = new Map<number, Finding>();
  const add: Add = (number, finding) => {
    if ((found.get(number)?.fit ?? 0) < finding.fit) found.set(number, finding);
  };
  const exact = wordNumber(index, word.text);
  if (exact !== undefined) add(exact, findings.wordExact);
  if (word.shape === 'contraction') addContracted(index, word, add, budget);
  if (word.text.length < 2 || word.shape === 'contraction') return found;
  for (const key of word.phonetic) {
    // `zzzz` sounds like Ζ, but it does not mean Ζ.
    if (key.length < 2) continue;
    for (const number of under(index.byPhonetic, key)) {
      add(number, index.latin[number] === word.text ? findings.wordExact : findings.wordSound);
    }
  }
  // Αλεξάνδρου is a name, and so it is hardly Αλεξάνδρας in another form.
  const isOther = word.shape === 'word' && found.size > 0;
  for (const key of word.phonetic) {
    if (key.length < 2) continue;
    const root = stem(key);
    for (const number of under(index.byStem, root)) {
      const known = index.phonetic[number]!;
      if (isOneWord(key, known, root)) add(number, stemFit(key, root, known, isOther));
    }
  }
  if (word.shape === 'abbreviation') addPrefixed(index, word, add);
  if (word.shape === 'unfinished' || (lenience.beginnings && word.text.length >= leastBeginning)) {
    addBegun(index, word, add);
  }
  // Ερμού is a name, and so it is not Αίμου with a slip.
  const mayBeSlip = found.size === 0 || (lenience.slips && exact === undefined);
  if (word.shape !== 'abbreviation' && mayBeSlip) addSlips(index, word, add);
  return found;
}

/** Nominatives with the genitives that sound different: Ερμής Ερμού, Πόλις Πόλεως, Σέρρες Σερρών. */
const genitives: readonly (readonly [RegExp, RegExp])[] = [
  [/is$/, /(?:u|eos)$/],
  [/i$/, /eos$/],
  [/(?:a|es)$/, /on$/],
  [/fs$/, /os$/],
];

/** Words of one stem: nearly sure when the endings are akin, a guess when the stem is short. */
function stemFit(typed: string, root: string, known: string, isOther: boolean): Finding {
  let shared = 0;
  while (shared < typed.length && typed[shared] === known[shared]) shared++;
  const isAkin = shared >= Math.min(typed.length, known.length) - (root.length < 3 ? 1 : 2);
  if (isAkin && endingVowel(typed) === endingVowel(known)) return findings.wordEnding;
  const isGenitive = genitives.some(([from, to]) => from.test(typed) && to.test(known));
  if (isOther && !isGenitive) return findings.wordFormOfOther;
  return root.length < 4 ? findings.wordShortStem : findings.wordForm;
}

type Add = (number: number, finding: Finding) => void;

function addPrefixed(index: WordIndex, word: QueryWord, add: Add): void {
  const { texts, beginnings, beginning } = begun(index, word);
  const visit = (number: number) => add(number, findings.wordAbbreviated);
  visitPrefix(texts, beginnings.order, beginning, mostPrefixed, visit);
}

function addBegun(index: WordIndex, word: QueryWord, add: Add): void {
  const { texts, beginnings, beginning } = begun(index, word);
  visitBegun(texts, beginnings, beginning, mostBegun, number =>
    add(number, findings.wordUnfinished),
  );
}

/** Greek is looked up as spelled, Latin letters by their sound. */
function begun(index: WordIndex, { text, isLatin, phonetic }: QueryWord) {
  return isLatin
    ? {
        texts: index.phonetic,
        beginnings: index.phoneticBeginnings,
        beginning: phonetic[0]!,
      }
    : { texts: index.folded, beginnings: index.foldedBeginnings, beginning: text };
}

function addContracted(index: WordIndex, word: QueryWord, add: Add, budget: Budget): void {
  const [head = ''] = word.text.split('/');
  const texts = word.isLatin ? index.phonetic : index.folded;
  const { order } = word.isLatin ? index.phoneticBeginnings : index.foldedBeginnings;
  visitPrefix(
    texts,
    order,
    word.isLatin ? phoneticKeys(head)[0]! : head,
    mostContracted,
    number => {
      budget.spend(1);
      const finding = shortFit(index, word, number);
      if (finding) add(number, finding);
    },
  );
}

/** A slip in the spelling is likelier than one in the sound: `Αοιλου` is Αιόλου, and not Ύλλου. */
function addSlips(index: WordIndex, word: QueryWord, add: Add): void {
  const { text, isLatin } = word;
  if (text.length < leastSlipLength) return;
  const spellings = isLatin ? index.latin : index.folded;
  const sounding = soundSlips(index, word);
  const spelled = isLatin ? [...sounding] : [];
  if (!isLatin) visitSlips(index.foldedSlips, text, number => spelled.push(number));
  const meant = spelled.filter(number => isOneSlipAway(text, spellings[number]!));
  if (isLatin) meant.push(...swapped(index, text));
  for (const number of meant.length > 0 ? meant : sounding) add(number, findings.wordSlip);
}

function soundSlips(index: WordIndex, { phonetic }: QueryWord): number[] {
  const found: number[] = [];
  for (const key of phonetic.slice(0, 2)) {
    if (key.length < leastSlipLength - 1) continue;
    visitSlips(index.phoneticSlips, key, number => {
      if (isOneSlipAway(key, index.phonetic[number]!)) found.push(number);
    });
  }
  return found;
}

/** Two Latin letters swapped may sound quite differently: `ksoufa` is `skoufa`. */
function swapped(index: WordIndex, text: string): number[] {
  const found: number[] = [];
  for (let i = 0; i + 1 < text.length; i++) {
    if (text[i] === text[i + 1]) continue;
    const other = text.slice(0, i) + text[i + 1] + text[i] + text.slice(i + 2);
    for (const key of phoneticKeys(other)) found.push(...under(index.byPhonetic, key));
  }
  return found;
}

/** How well a shortened word (`Χ.`, `Βασ.`, `Κων/νου`, `Νχου.`) fits a word; undefined if not. */
export function shortFit(
  index: WordIndex,
  { text, shape, isLatin, phonetic }: QueryWord,
  number: number,
): Finding | undefined {
  const full = isLatin ? index.latin[number]! : index.folded[number]!;
  if (shape === 'contraction') {
    const [head = '', tail = ''] = text.split('/');
    const fits =
      full.startsWith(head) && full.endsWith(tail) && full.length > head.length + tail.length;
    return fits ? findings.wordAbbreviated : undefined;
  }
  const begins =
    full.startsWith(text) ||
    (isLatin && phonetic.some(key => index.phonetic[number]!.startsWith(key)));
  if (begins) return text.length === 1 ? findings.wordInitial : findings.wordAbbreviated;
  return shape === 'abbreviation' && isSqueezed(text, full) ? findings.wordAbbreviated : undefined;
}

/** `Νχου.` is Ναυάρχου: letters left out, but the first and the last two are there. */
function isSqueezed(short: string, full: string): boolean {
  if (short.length < 3 || short[0] !== full[0] || !full.endsWith(short.slice(-2))) return false;
  let at = 0;
  for (const letter of full) if (letter === short[at]) at++;
  return at === short.length;
}
