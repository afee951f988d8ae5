import type { StreetWords } from '../match/name-fit.ts';
import { surplus } from '../match/scale.ts';
import type { Group, ParsedAddress, QueryWord } from './parse.ts';
import type { Town } from './towns.ts';

/** One way to understand an address: which words are the street and which the town. */
export interface Reading {
  readonly street: StreetWords | null;
  /** The other street of a corner. */
  readonly corner: StreetWords | null;
  readonly towns: readonly Town[];
  /** Groups of words that are neither; how many of them are towns that this reading misses. */
  readonly asides: readonly Group[];
  readonly missedTowns: number;
  /** Whether the street's words are, as they stand, the name of a town. */
  readonly streetIsTown: boolean;
}

const mostTowns = 10;

/** Every sensible way to understand an address: with no town, with one, with a quarter and a town. */
export function readings({ groups }: ParsedAddress, found: readonly Town[]): Reading[] {
  const towns = [...found]
    .sort((a, b) => b.quality - a.quality || b.to - b.from - (a.to - a.from))
    .slice(0, mostTowns);
  const pairs = towns.flatMap((a, i) =>
    towns
      .slice(i + 1)
      .flatMap(b => (a.group !== b.group || a.to <= b.from || b.to <= a.from ? [[a, b]] : [])),
  );
  const townWords = wordsOfTowns(groups, found);
  return [[], ...towns.map(town => [town]), ...pairs]
    .flatMap(chosen => read(groups, chosen))
    .map(reading => ({
      ...reading,
      missedTowns: countMissed(reading, townWords),
      streetIsTown: isTown(reading, groups, found),
    }));
}

/** The words that belong to the name of some town. */
function wordsOfTowns(groups: readonly Group[], found: readonly Town[]): ReadonlySet<QueryWord> {
  return new Set(found.flatMap(({ group, from, to }) => groups[group]!.words.slice(from, to)));
}

function isTown({ street }: Unjudged, groups: readonly Group[], found: readonly Town[]): boolean {
  const words = street?.words ?? [];
  return found.some(({ group, from, to, quality }) => {
    const named = groups[group]!.words.slice(from, to);
    return quality === 1 && named.length === words.length && named.every((w, i) => w === words[i]);
  });
}

type Unjudged = Omit<Reading, 'missedTowns' | 'streetIsTown'>;

function countMissed({ asides }: Unjudged, townWords: ReadonlySet<QueryWord>): number {
  return asides.filter(({ words }) => words.every(word => townWords.has(word))).length;
}

function read(groups: readonly Group[], towns: readonly Town[]): Unjudged[] {
  const rest = groups.map((group, i) =>
    without(
      group,
      towns.filter(town => town.group === i),
    ),
  );
  const worded = rest.filter(group => group.words.length > 0 || group.type !== undefined);
  const main = worded.find(group => group.numbers.length > 0 && !group.afterAnd) ?? worded[0];
  if (main === undefined)
    return [{ street: streetOfNumbers(rest), corner: null, towns, asides: [] }];
  const loose = rest.filter(group => !worded.includes(group)).flatMap(group => group.numbers);
  const second = worded[worded.indexOf(main) + 1];
  const other = second?.afterAnd ? second : undefined;
  const asides = worded.filter(group => group !== main && group !== other);
  const alone = { words: main.words, type: main.type, numbers: [...main.numbers, ...loose] };
  const corner = other ? { words: other.words, type: other.type, numbers: other.numbers } : null;
  const single: Unjudged = { street: alone, corner, towns, asides };
  // `Καραολή & Δημητρίου 5` may also be one street.
  return other && main.numbers.length === 0
    ? [single, joined(main, other, towns, asides)]
    : [single];
}

function joined(a: Group, b: Group, towns: readonly Town[], asides: readonly Group[]): Unjudged {
  const words = [...a.words, ...b.words];
  const street = { words, type: a.type ?? b.type, numbers: [...a.numbers, ...b.numbers] };
  return { street, corner: null, towns, asides };
}

/** Numbers without words may still be a name: Πλατεία 1866. */
function streetOfNumbers(groups: readonly Group[]): StreetWords | null {
  const numbers = groups.flatMap(group => group.numbers);
  return numbers.length > 0 ? { words: [], type: undefined, numbers } : null;
}

function without(group: Group, towns: readonly Town[]): Group {
  if (towns.length === 0) return group;
  const isTown = (i: number) => towns.some(town => i >= town.from && i < town.to);
  return { ...group, words: group.words.filter((_, i) => !isTown(i)) };
}

/** What the words that a reading leaves aside take from its score. */
export function asideFactor({ asides, missedTowns, towns }: Reading): number {
  const missed = towns.length > 0 ? surplus.otherTown : surplus.missedTown;
  return surplus.aside ** asides.length * missed ** missedTowns;
}
