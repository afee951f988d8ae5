import { type NameWord, nameReader, type Role } from '../names/read-name.ts';
import type { StreetType } from '../names/street-type.ts';
import { type Lists, listOf, packLists } from './postings.ts';
import { buildWordIndex, type WordIndex, wordCollector } from './word-index.ts';

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
