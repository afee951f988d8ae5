import { buildingAsked } from '../names/place-kinds.ts';
import type { ParsedAddress, QueryWord, StreetWords } from '../query/parse.ts';
import type { Budget } from '../score/budget.ts';
import { type Finding, findings, scoreOf } from '../score/evidence.ts';
import type { Town } from '../towns/find-towns.ts';
import { isSlip, isSure } from '../towns/town-names.ts';

/** One way to understand an address: which words are the street and which the town. */
export interface QueryReading {
  readonly street: StreetWords | null;
  /** The other street of a corner. */
  readonly corner: StreetWords | null;
  /** If only a hyphen shows the corner, how well the name of the other street must fit. */
  readonly leastCornerFit: number | null;
  readonly towns: readonly Town[];
  /** Groups of words that are neither. */
  readonly ignoredWords: readonly StreetWords[];
  /** What it means that some of these are, may be or have a town. */
  readonly missed: readonly Finding[];
  /** All that the reading leaves out, and how well a street can fit with that and the towns. */
  readonly leftOut: readonly Finding[];
  readonly most: number;
  /** The typed towns that it does not read as one, if it reads none that is sure. */
  readonly otherTowns: readonly OtherTown[];
  /** One that is read as the second street, in the same case. */
  readonly cornerTown: string | null;
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
  /** Whether nothing shows that the street is one: no number, no kind of way, no corner. */
  readonly isBareName: boolean;
}

/** A town that was typed, and is read as a part of the street or not at all. */
interface OtherTown extends Town {
  readonly texts: readonly string[];
  readonly isLeftOut: boolean;
}

/** A set of words: bit n is word n of the address. */
type Words = number;

function bits(from: number, count: number): Words {
  return count === 0 ? 0 : (-1 >>> (32 - count)) << from;
}

function areIn(words: Words, others: Words): boolean {
  return (words & ~others) === 0;
}

function firstOf(words: Words): number {
  return 31 - Math.clz32(words & -words);
}

interface PlacedTown extends Town {
  readonly words: Words;
}

function wordsOf(towns: readonly PlacedTown[]): Words {
  return towns.reduce((all, { words }) => all | words, 0);
}

/** A street or a group: its words that are left, the kind of way and the numbers. */
interface Part extends Omit<StreetWords, 'words'> {
  readonly words: Words;
  readonly afterAnd?: boolean;
}

/** One way to divide the words that are no town's. */
interface Cut {
  readonly street: Part | null;
  readonly corner: Part | null;
  readonly leastCornerFit: number | null;
  readonly ignored: readonly Part[];
}

/** A city of this many inhabitants is typed for itself; villages are called like streets. */
const cityPeople = 10_000;

/**
 * Every sensible way to understand an address: with no town, with one, with a quarter and a town.
 * The one that leaves out least is first.
 */
export function readings(
  { groups }: Pick<ParsedAddress, 'groups'>,
  found: readonly Town[],
  budget: Budget,
): QueryReading[] {
  const typed = groups.flatMap(({ words }) => words);
  let end = 0;
  const parts = groups.map((group): Part => {
    end += group.words.length;
    return { ...group, words: bits(end - group.words.length, group.words.length) };
  });
  const placed = found.map((town): PlacedTown => {
    const start = firstOf(parts[town.group]!.words);
    return { ...town, words: bits(start + town.from, town.to - town.from) };
  });
  const sure = placed.filter(isSure);
  const exact = placed.filter(({ spelled }) => spelled.fit === 1);
  const sureWords = wordsOf(sure);
  const guessedWords = wordsOf(placed);
  const cityWords = wordsOf(sure.filter(({ largest }) => largest >= cityPeople));
  const isLastSlip = (town: Town) => town.group === groups.length - 1 && isSlip(town);
  const slippedWords = sureWords | wordsOf(placed.filter(isLastSlip));
  const sureNames = new Set(sure.map(({ words }) => words));
  const cities = exact.filter(({ largest }) => largest >= cityPeople);
  const textWords = (words: Words) => typed.filter((_, i) => words & (1 << i));
  const streetWords = ({ words, type, numbers }: Part): StreetWords => ({
    words: textWords(words),
    type,
    numbers,
  });
  const none: readonly OtherTown[] = [];
  const longest = sure.filter(
    ({ words }) => !sure.some(other => other.words !== words && areIn(words, other.words)),
  );
  const othersTyped = (taken: Words, street: Words) =>
    longest
      .filter(({ words }) => (words & taken) === 0)
      .map((town): OtherTown => {
        const texts = textWords(town.words).map(({ text }) => text);
        return { ...town, texts, isLeftOut: (town.words & street) === 0 };
      });
  // A quarter of a city may have the name of a village elsewhere.
  const isVillageBeside = (words: Words, towns: readonly PlacedTown[]) => {
    const [city] = towns.filter(town => isSure(town) && town.largest >= cityPeople);
    const named = sure.filter(town => areIn(town.words, words));
    return (
      city !== undefined &&
      named.length > 0 &&
      named.every(
        ({ largest, municipalities }) =>
          largest < cityPeople && municipalities.isDisjointFrom(city.municipalities),
      )
    );
  };
  // A city among words that together are no town, such as a quarter and its city.
  const hasCity = (words: Words) => (words & cityWords) !== 0 && (words & (words - 1)) !== 0;
  // A reading is compared with every group and every town.
  const comparisons = groups.length + found.length;
  const read = (towns: readonly PlacedTown[]) => {
    const taken = wordsOf(towns);
    const rest = parts.map(part => ({ ...part, words: part.words & ~taken }));
    const hasTown = towns.some(isSure);
    const lastTown = towns.reduce((last, { words }) => Math.max(last, firstOf(words)), -1);
    const isLast = (own: Words) => own !== 0 && lastTown >= 0 && firstOf(own) > lastTown;
    const numberAtTown = parts.some(
      ({ words, numbers }) => numbers.length > 0 && words !== 0 && areIn(words, taken),
    );
    const judge = ({ street, corner, leastCornerFit, ignored }: Cut): QueryReading => {
      budget.spend(comparisons);
      const own = street?.words ?? 0;
      const other = corner?.words ?? 0;
      const missed: Finding[] = [];
      for (const { words } of ignored) {
        if (areIn(words, sureWords)) {
          missed.push(isVillageBeside(words, towns) ? findings.villageMissed : findings.townMissed);
        } else if (areIn(words, slippedWords)) {
          missed.push(findings.slipMissed);
        } else if (areIn(words, guessedWords)) missed.push(findings.guessMissed);
        if (hasCity(words) && !areIn(words, sureWords)) missed.push(findings.cityMissed);
      }
      if (towns.length === 0 && hasCity(other)) missed.push(findings.cityMissed);
      return withLeftOut({
        street: street && streetWords(street),
        corner: corner && streetWords(corner),
        leastCornerFit,
        towns,
        ignoredWords: ignored.map(streetWords),
        missed,
        otherTowns: hasTown ? none : othersTyped(taken, own),
        cornerTown: !hasTown && sureNames.has(other) ? textOf(textWords(other)) : null,
        streetIsTown: exact.some(({ words }) => words === own),
        streetHasCity:
          towns.length === 0 && cities.some(({ words }) => words !== own && areIn(words, own)),
        streetIsLaterTown: isLast(own) && sureNames.has(own),
        streetIsLast: isLast(own),
        numberAtTown,
        isBareName: street?.numbers.length === 0 && street.type === undefined && corner === null,
      });
    };
    return cuts(rest)
      .flatMap(cut => [
        cut,
        ...cutAtHyphen(cut, typed, towns.length > 0, sureNames),
        ...cutAtLetter(cut, typed),
      ])
      .map(judge);
  };
  return choices(placed)
    .flatMap(read)
    .sort((a, b) => b.most - a.most);
}

/** A reading with what it leaves out. */
function withLeftOut(
  reading: Omit<QueryReading, 'leftOut' | 'most'>,
  before: readonly Finding[] = [],
): QueryReading {
  const leftOut = [
    ...reading.ignoredWords.map(() => findings.groupIgnored),
    ...before,
    ...reading.missed,
    ...(reading.numberAtTown ? [findings.numberAtTown] : []),
  ];
  const spelled = reading.towns.map(town => town.spelled);
  return { ...reading, leftOut, most: scoreOf(leftOut) * scoreOf(spelled) };
}

const mostTowns = 10;

/** No town, one, two or three beside each other. */
function choices(found: readonly PlacedTown[]): PlacedTown[][] {
  const towns = found
    .toSorted((a, b) => b.spelled.fit - a.spelled.fit || b.to - b.from - (a.to - a.from))
    .slice(0, mostTowns);
  const isApart = (a: PlacedTown, b: PlacedTown) => (a.words & b.words) === 0;
  // `Άργος - Μυκήνες` is one municipality, and not a town in another.
  const isOneName = (a: PlacedTown, b: PlacedTown) =>
    a.group === b.group &&
    towns.some(
      ({ spelled, group, from, to }) =>
        spelled.fit === 1 &&
        group === a.group &&
        from === Math.min(a.from, b.from) &&
        to === Math.max(a.to, b.to),
    );
  const pairs = towns.flatMap((a, i) =>
    towns.slice(i + 1).flatMap(b => (isApart(a, b) && !isOneName(a, b) ? [[a, b] as const] : [])),
  );
  const triples = pairs.flatMap(([a, b]) =>
    towns
      .slice(towns.indexOf(b) + 1)
      .flatMap(c => (isApart(a, c) && isApart(b, c) ? [[a, b, c]] : [])),
  );
  return [[], ...towns.map(town => [town]), ...pairs.map(pair => [...pair]), ...triples];
}

/** The ways to divide what is left of the groups: one street, or a corner of two. */
function cuts(rest: readonly Part[]): Cut[] {
  const worded = rest.filter(({ words, type }) => words !== 0 || type !== undefined);
  const main = worded.find(part => part.numbers.length > 0 && !part.afterAnd) ?? worded[0];
  const loose = rest.filter(part => !worded.includes(part)).flatMap(({ numbers }) => numbers);
  if (main === undefined) {
    // Numbers without words may still be a name: Πλατεία 1866.
    const street = loose.length > 0 ? { words: 0, type: undefined, numbers: loose } : null;
    return [{ street, corner: null, leastCornerFit: null, ignored: [] }];
  }
  const next = worded[worded.indexOf(main) + 1];
  const corner = next?.afterAnd ? next : null;
  const ignored = worded.filter(part => part !== main && part !== corner);
  const street = { ...main, numbers: [...main.numbers, ...loose] };
  const single = { street, corner, leastCornerFit: null, ignored };
  if (corner === null || main.numbers.length > 0) return [single];
  // `Καραολή & Δημητρίου 5` may also be one street.
  const words = main.words | corner.words;
  const joined = { words, type: main.type ?? corner.type, numbers: corner.numbers };
  return [single, { ...single, street: joined, corner: null }];
}

/**
 * `Αιόλου - Ερμού, Αθήνα` may be a corner. A hyphen also joins double names, towns with their streets
 * and the two ends of a national road, so both streets must be known.
 */
function cutAtHyphen(
  cut: Cut,
  typed: readonly QueryWord[],
  hasTowns: boolean,
  sureNames: ReadonlySet<Words>,
): Cut[] {
  const { street, corner } = cut;
  if (street === null || corner !== null || street.numbers.length > 0) return [];
  const { words, type } = street;
  const isIn = (i: number) => (words & (1 << i)) !== 0;
  const hyphens = typed.keys().filter(i => typed[i]!.isHyphened && isIn(i) && i > firstOf(words));
  const [at = 0, ...others] = hyphens;
  // Without a town between them.
  if (at === 0 || others.length > 0 || !isIn(at - 1)) return [];
  const first = { words: words & bits(0, at), type, numbers: [] };
  const second = { words: words & ~bits(0, at), type: undefined, numbers: [] };
  const isTownBehind = sureNames.has(second.words);
  if (isTownBehind && (!hasTowns || sureNames.has(first.words))) return [];
  // `Ερμού - Κηφισιά, Αττική` is a street in a town, `Αλεξάνδρας - Κηφισίας, Αθήνα` a corner.
  const leastCornerFit = isTownBehind ? findings.wordSound.fit : 0;
  return [{ ...cut, street: first, corner: second, leastCornerFit }];
}

/**
 * `Ερμού κ Βουλής` is a corner if both streets are known. A given name's initial and Κάτω fit better,
 * because the letter is then a word of the name.
 */
function cutAtLetter(cut: Cut, typed: readonly QueryWord[]): Cut[] {
  const { street, corner } = cut;
  if (street === null || corner !== null) return [];
  const isAnd = (i: number) => (street.words & (1 << i)) !== 0 && /^[κk]$/.test(typed[i]!.text);
  const at = typed.findIndex((_, i) => isAnd(i));
  const first = street.words & bits(0, Math.max(at, 0));
  const second = at < 0 ? 0 : street.words & ~bits(0, at + 1);
  if (first === 0 || second === 0) return [];
  const other = { words: second, type: undefined, numbers: [] };
  return [{ ...cut, street: { ...street, words: first }, corner: other, leastCornerFit: 0 }];
}

/** Words as they were typed, folded. */
export function textOf(words: readonly QueryWord[]): string {
  return words.map(({ text }) => text).join(' ');
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
    const before = { words: street!.words.slice(0, i + 1), type: undefined, numbers: [] };
    const shorter = {
      ...reading,
      street: { ...street!, words: street!.words.slice(i + 1) },
      ignoredWords: [...ignoredWords, before],
    };
    return withLeftOut(shorter, [findings.wordsBefore]);
  });
}
