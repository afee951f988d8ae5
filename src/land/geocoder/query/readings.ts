import type { Budget } from '../match/budget.ts';
import { type Finding, findings } from '../match/evidence.ts';
import type { StreetWords } from '../match/name-fit.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import type { Group, ParsedAddress, QueryWord } from './parse.ts';
import { isSlip, isSure } from './town-names.ts';
import type { Town } from './towns.ts';

/** One way to understand an address: which words are the street and which the town. */
export interface QueryReading {
  readonly street: StreetWords | null;
  /** The other street of a corner. */
  readonly corner: StreetWords | null;
  /** If only a hyphen shows the corner, how well the name of the other street must fit. */
  readonly leastCornerFit: number | null;
  readonly towns: readonly Town[];
  /** Groups of words that are neither; how many of them are towns that this reading misses. */
  readonly ignoredWords: readonly Group[];
  readonly missedTowns: number;
  /** The names of these, and of a town that is read as the second street, if no other town is sure. */
  readonly onlyTowns: readonly string[];
  readonly cornerTown: string | null;
  /** How many may be towns, by their stem or with a slip. */
  readonly missedGuesses: number;
  /** Whether the last group is one with a slip: more often the town than a quarter. */
  readonly missesSlip: boolean;
  /** How many have a city among their words; also the second street of a corner. */
  readonly missedCities: number;
  /** Whether the street's words are, as they stand, the name of a town. */
  readonly streetIsTown: boolean;
  /** Whether a city is among them that no town of this reading names: `Σέρρες Μεραρχίας 30`. */
  readonly streetHasCity: boolean;
  /** Whether they are, and stand behind the town: `Μοσχάτο, Λίμνη Πλαστήρα`. */
  readonly streetIsLaterTown: boolean;
  /** Whether they stand behind all towns. */
  readonly streetIsLast: boolean;
  /** Whether a house number follows words that are read as a town. */
  readonly numberAtTown: boolean;
  /** Whether words before the street were left out, which may be the name of a shop. */
  readonly hasWordsBefore: boolean;
  /** Whether nothing shows that the street is one: no number, no kind of way, no corner. */
  readonly isBareName: boolean;
}

const mostTowns = 10;

/** Every sensible way to understand an address: with no town, with one, with a quarter and a town. */
export function readings(
  { groups }: Pick<ParsedAddress, 'groups'>,
  found: readonly Town[],
  budget: Budget,
): QueryReading[] {
  const towns = [...found]
    .sort((a, b) => b.spelled.fit - a.spelled.fit || b.to - b.from - (a.to - a.from))
    .slice(0, mostTowns);
  const pairs = towns.flatMap((a, i) =>
    towns.slice(i + 1).flatMap(b => (isApart(a, b) && !isOneName(a, b, towns) ? [[a, b]] : [])),
  );
  const sure = found.filter(isSure);
  const exact = found.filter(isExact);
  const townWords = wordsOfTowns(groups, sure);
  const guessedWords = wordsOfTowns(groups, found);
  const cityWords = wordsOfTowns(
    groups,
    sure.filter(({ largest }) => largest >= cityPeople),
  );
  const slippedWords = wordsOfTowns(
    groups,
    found.filter(town => isSure(town) || (town.group === groups.length - 1 && isSlip(town))),
  );
  const triples = pairs.flatMap(([a, b]) =>
    towns
      .slice(towns.indexOf(b!) + 1)
      .flatMap(c => (isApart(a!, c) && isApart(b!, c) ? [[a!, b!, c]] : [])),
  );
  const words = groups.flatMap(group => group.words);
  // A reading is compared with every group and every town.
  const comparisons = groups.length + found.length;
  return [[], ...towns.map(town => [town]), ...pairs, ...triples]
    .flatMap(chosen => read(groups, chosen))
    .flatMap(reading => [reading, ...cornerByHyphen(reading, groups, sure)])
    .map(reading => {
      budget.spend(comparisons);
      const streetIsLast = isLast(reading, groups, words);
      const isNameOfTown = isTown(reading.corner, groups, sure);
      const hasTown = reading.towns.some(isSure);
      const missed = missedOf(reading, townWords);
      const missedSlips = missedOf(reading, slippedWords).length - missed.length;
      return {
        ...reading,
        streetIsTown: isTown(reading.street, groups, exact),
        streetHasCity: hasCity(reading, groups, exact),
        missedTowns: missed.length,
        onlyTowns: hasTown ? [] : missed.map(({ words }) => textOf(words)),
        cornerTown: isNameOfTown && !hasTown ? textOf(reading.corner!.words) : null,
        missedGuesses: missedOf(reading, guessedWords).length - missed.length - missedSlips,
        missesSlip: missedSlips > 0,
        missedCities: countCities(reading, townWords, cityWords),
        streetIsLaterTown: streetIsLast && isTown(reading.street, groups, sure),
        streetIsLast,
        numberAtTown: hasNumberAtTown(reading, groups),
        hasWordsBefore: false,
        isBareName: isBareName(reading),
      };
    });
}

function isApart(a: Town, b: Town): boolean {
  return a.group !== b.group || a.to <= b.from || b.to <= a.from;
}

/** `Άργος - Μυκήνες` is one municipality, and not a town in another. */
function isOneName(a: Town, b: Town, towns: readonly Town[]): boolean {
  if (a.group !== b.group) return false;
  const from = Math.min(a.from, b.from);
  const to = Math.max(a.to, b.to);
  return towns.some(
    town =>
      town.spelled.fit === 1 && town.group === a.group && town.from === from && town.to === to,
  );
}

/** The words that belong to the name of some town. */
function wordsOfTowns(groups: readonly Group[], found: readonly Town[]): ReadonlySet<QueryWord> {
  return new Set(found.flatMap(({ group, from, to }) => groups[group]!.words.slice(from, to)));
}

/**
 * `Αιόλου - Ερμού, Αθήνα` may be a corner. A hyphen also joins double names, towns with their streets
 * and the two ends of a national road, so both streets must be known.
 */
function cornerByHyphen(
  reading: Unjudged,
  groups: readonly Group[],
  sure: readonly Town[],
): Unjudged[] {
  const { street, corner, towns } = reading;
  if (street === null || corner !== null || street.numbers.length > 0) return [];
  const { words, type } = street;
  const [at = 0, ...others] = words.flatMap(({ isHyphened }, i) =>
    isHyphened && i > 0 ? [i] : [],
  );
  if (at === 0 || others.length > 0 || !isBeside(groups, words[at - 1]!, words[at]!)) return [];
  const first = { words: words.slice(0, at), type, numbers: [] };
  const second = { words: words.slice(at), type: undefined, numbers: [] };
  const isTownBehind = isTown(second, groups, sure);
  if (isTownBehind && (towns.length === 0 || isTown(first, groups, sure))) return [];
  // `Ερμού - Κηφισιά, Αττική` is a street in a town, `Αλεξάνδρας - Κηφισίας, Αθήνα` a corner.
  const leastCornerFit = isTownBehind ? findings.wordSound.fit : 0;
  return [{ ...reading, street: first, corner: second, leastCornerFit }];
}

/** Whether a word stands right behind another, without a town between them. */
function isBeside(groups: readonly Group[], word: QueryWord, next: QueryWord): boolean {
  return groups.some(
    ({ words }) => words.includes(word) && words[words.indexOf(word) + 1] === next,
  );
}

/** Whether words are, as they stand, the name of one of the towns. */
function isTown(
  street: StreetWords | null,
  groups: readonly Group[],
  towns: readonly Town[],
): boolean {
  const words = street?.words ?? [];
  return towns.some(({ group, from, to }) => {
    const own = groups[group]!.words;
    return to - from === words.length && words.every((word, i) => word === own[from + i]);
  });
}

function isExact({ spelled }: Town): boolean {
  return spelled.fit === 1;
}

/** A city of this many inhabitants is typed for itself; villages are called like streets. */
const cityPeople = 10_000;

function hasCity(
  { street, towns }: Unjudged,
  groups: readonly Group[],
  exact: readonly Town[],
): boolean {
  const words = street?.words ?? [];
  if (towns.length > 0 || words.length < 2) return false;
  return exact.some(({ group, from, to, largest }) => {
    const named = groups[group]!.words.slice(from, to);
    const isPart = named.length < words.length && named.every(word => words.includes(word));
    return largest >= cityPeople && isPart;
  });
}

/** Whether the street's words stand behind all towns. */
function isLast(
  { street, towns }: Unjudged,
  groups: readonly Group[],
  order: readonly QueryWord[],
): boolean {
  const [first] = street?.words ?? [];
  if (first === undefined || towns.length === 0) return false;
  const at = order.indexOf(first);
  return towns.every(({ group, from }) => order.indexOf(groups[group]!.words[from]!) < at);
}

/** `Αγίου Νικολάου 7, Λαύριο`: the number makes a street of what could be a town. */
function hasNumberAtTown({ towns }: Unjudged, groups: readonly Group[]): boolean {
  return groups.some(({ words, numbers }, i) => {
    const taken = towns
      .filter(town => town.group === i)
      .reduce((sum, { from, to }) => sum + to - from, 0);
    return numbers.length > 0 && words.length > 0 && taken === words.length;
  });
}

function isBareName({ street, corner }: Unjudged): boolean {
  return street?.numbers.length === 0 && street.type === undefined && corner === null;
}

type Unjudged = Pick<
  QueryReading,
  'street' | 'corner' | 'leastCornerFit' | 'towns' | 'ignoredWords'
>;

function missedOf({ ignoredWords }: Unjudged, townWords: ReadonlySet<QueryWord>): Group[] {
  return ignoredWords.filter(({ words }) => words.every(word => townWords.has(word)));
}

/** Words as they were typed, folded. */
export function textOf(words: readonly QueryWord[]): string {
  return words.map(({ text }) => text).join(' ');
}

/** Groups with a city among words that together are no town, such as a quarter and its city. */
function countCities(
  { ignoredWords, corner, towns }: Unjudged,
  townWords: ReadonlySet<QueryWord>,
  cityWords: ReadonlySet<QueryWord>,
): number {
  const isNamed = (words: readonly QueryWord[]) => words.every(word => townWords.has(word));
  const hasCity = (words: readonly QueryWord[]) =>
    words.length > 1 && words.some(word => cityWords.has(word));
  const isInCorner = towns.length === 0 && hasCity(corner?.words ?? []);
  const missed = ignoredWords.filter(({ words }) => hasCity(words) && !isNamed(words));
  return missed.length + Number(isInCorner);
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
  if (main === undefined) return [reading(streetOfNumbers(rest), null, towns, [])];
  const loose = rest.filter(group => !worded.includes(group)).flatMap(group => group.numbers);
  const second = worded[worded.indexOf(main) + 1];
  const other = second?.afterAnd ? second : undefined;
  const ignoredWords = worded.filter(group => group !== main && group !== other);
  const alone = { words: main.words, type: main.type, numbers: [...main.numbers, ...loose] };
  const corner = other ? { words: other.words, type: other.type, numbers: other.numbers } : null;
  const single = reading(alone, corner, towns, ignoredWords);
  // `Καραολή & Δημητρίου 5` may also be one street.
  return other && main.numbers.length === 0
    ? [single, joined(main, other, towns, ignoredWords)]
    : [single];
}

function joined(
  a: Group,
  b: Group,
  towns: readonly Town[],
  ignoredWords: readonly Group[],
): Unjudged {
  const words = [...a.words, ...b.words];
  const street = { words, type: a.type ?? b.type, numbers: [...a.numbers, ...b.numbers] };
  return reading(street, null, towns, ignoredWords);
}

function reading(
  street: StreetWords | null,
  corner: StreetWords | null,
  towns: readonly Town[],
  ignoredWords: readonly Group[],
): Unjudged {
  return { street, corner, leastCornerFit: null, towns, ignoredWords };
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

/** At most this number of words before a street are left out. */
const mostBefore = 4;

/**
 * The reading without the words before its street, one or more: `Lidl Ερμού 5`. The first of them
 * must be a word that streets are not named with.
 */
export function withoutWordsBefore(
  reading: QueryReading,
  isInStreets: (word: QueryWord) => boolean,
): QueryReading[] {
  const { street, ignoredWords, towns, isBareName } = reading;
  const [first, ...others] = street?.words ?? [];
  if (first === undefined || others.length === 0 || towns.length === 0) return [];
  // `Μουσείο Βόλου, Αθήνα` is a museum.
  const isBuilding = isBareName && buildingAsked(street!.words) !== undefined;
  if (isBuilding || isInStreets(first)) return [];
  return others.slice(0, mostBefore).map((_, i) => {
    const words = street!.words.slice(0, i + 1);
    const before = { words, type: undefined, afterAnd: false, numbers: [] };
    return {
      ...reading,
      street: { ...street!, words: street!.words.slice(i + 1) },
      ignoredWords: [...ignoredWords, before],
      hasWordsBefore: true,
    };
  });
}

/** What a reading leaves out. */
export function leftOut(reading: QueryReading): Finding[] {
  const { ignoredWords, missedTowns, missedGuesses, missedCities, numberAtTown } = reading;
  return [
    ...ignoredWords.map(() => findings.groupIgnored),
    ...(reading.hasWordsBefore ? [findings.wordsBefore] : []),
    ...Array<Finding>(missedTowns).fill(findings.townMissed),
    ...Array<Finding>(missedGuesses).fill(findings.guessMissed),
    ...(reading.missesSlip ? [findings.slipMissed] : []),
    ...Array<Finding>(missedCities).fill(findings.cityMissed),
    ...(numberAtTown ? [findings.numberAtTown] : []),
  ];
}
