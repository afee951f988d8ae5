import { type NameWord, nameReader, type Role, type StreetType } from '../names/read-name.ts';
import { stem } from '../text/stem.ts';
import { buildSlipTable, type SlipTable } from '../text/typing-errors.ts';
import {
  type Beginnings,
  buildBeginnings,
  firstFrom,
  type Lists,
  listOf,
  type Postings,
  packLists,
  packPostings,
} from './postings.ts';

/** Roles and types by their number in the columns. */
export const roles: readonly Role[] = [
  'core',
  'given',
  'namingTitle',
  'rulerTitle',
  'title',
  'year',
];
export const streetTypes: readonly StreetType[] = [
  'street',
  'avenue',
  'square',
  'passage',
  'arcade',
  'park',
];

/** Every distinct street name, taken apart. */
export interface NameIndex {
  readonly words: WordIndex;
  readonly texts: readonly string[];
  /** Position in `streetTypes`. */
  readonly types: Uint8Array;
  /** The words of each name, those of most weight first, and position in `roles` of each. */
  readonly wordsOf: Lists;
  readonly rolesOf: Uint8Array;
  /** The names in which a word is core, or a given name behind two core words. */
  readonly namesOf: Lists;
}

function byWeight(a: NameWord, b: NameWord): number {
  return roles.indexOf(a.role) - roles.indexOf(b.role);
}

/** Reads each distinct name once and indexes it by its core words; `streets` are those of each name. */
export function buildNameIndex(texts: readonly string[], streets: Lists): NameIndex {
  const readName = nameReader();
  const collector = wordCollector();
  const owners: number[] = [];
  const wordIds: number[] = [];
  const roleIds: number[] = [];
  const types = new Uint8Array(texts.length);
  texts.forEach((text, name) => {
    const { type, words } = readName(text);
    types[name] = streetTypes.indexOf(type);
    for (const word of words.toSorted(byWeight)) {
      owners.push(name);
      wordIds.push(collector.numberOf(word));
      roleIds.push(roles.indexOf(word.role));
    }
  });
  // Παλαιών Πατρών Γερμανού is called Γερμανού too: the given name behind two core words counts.
  const isFound = (i: number) =>
    roleIds[i] === 0 || (roleIds[i] === 1 && roleIds[i - 2] === 0 && owners[i - 2] === owners[i]);
  const namesOf = packLists(
    collector.words.length,
    wordIds.filter((_, i) => isFound(i)),
    owners.filter((_, i) => isFound(i)),
  );
  const streetsOf = (name: number) => streets.starts[name + 1]! - streets.starts[name]!;
  const importance = (word: number) =>
    listOf(namesOf, word).reduce((sum, name) => sum + streetsOf(name), 0);
  return {
    words: buildWordIndex(collector, importance),
    texts,
    types,
    wordsOf: packLists(texts.length, owners, wordIds),
    rolesOf: Uint8Array.from(roleIds),
    namesOf,
  };
}

/** Every distinct word of all street names under its three keys, its stem and its typing errors. */
export interface WordIndex {
  readonly folded: readonly string[];
  /** Empty for numbers, which have no sound and no typing errors: 1866 is not 1886. */
  readonly latin: readonly string[];
  readonly phonetic: readonly string[];
  readonly byPhonetic: Postings;
  readonly byStem: Postings;
  readonly foldedSlips: SlipTable;
  readonly phoneticSlips: SlipTable;
  /** Words by the beginnings of their folded form and of their phonetic key. */
  readonly foldedBeginnings: Beginnings;
  readonly phoneticBeginnings: Beginnings;
}

/** Collects words while names are read; each gets a number. */
export function wordCollector() {
  const byFolded = new Map<string, number>();
  const words: NameWord[] = [];
  return {
    words,
    numberOf(word: NameWord): number {
      const known = byFolded.get(word.folded);
      if (known !== undefined) return known;
      byFolded.set(word.folded, words.length);
      return words.push(word) - 1;
    },
  };
}

/** Builds the lookups over the collected words. */
export function buildWordIndex(
  { words }: ReturnType<typeof wordCollector>,
  importance: (word: number) => number,
): WordIndex {
  const folded = words.map(word => word.folded);
  const ofLetters = (text: string, { folded }: NameWord) => (/^\d+$/.test(folded) ? '' : text);
  const phonetic = words.map(word => ofLetters(word.phonetic, word));
  return {
    folded,
    latin: words.map(word => ofLetters(word.latin, word)),
    phonetic,
    byPhonetic: packPostings(phonetic),
    byStem: packPostings(phonetic.map(stem)),
    foldedSlips: buildSlipTable(words.map(word => ofLetters(word.folded, word))),
    phoneticSlips: buildSlipTable(phonetic),
    foldedBeginnings: buildBeginnings(folded, importance),
    phoneticBeginnings: buildBeginnings(phonetic, importance),
  };
}

/** The number of a word, by its folded form. */
export function wordNumber(
  { folded, foldedBeginnings: { order } }: WordIndex,
  word: string,
): number | undefined {
  const number = order[firstFrom(folded, order, word)];
  return number !== undefined && folded[number] === word ? number : undefined;
}
