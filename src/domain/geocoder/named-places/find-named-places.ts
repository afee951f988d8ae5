import { type GeocoderIndex, postalCodeRow } from '../index/build-index.ts';
import { streetTypes, wordNumber } from '../index/name-index.ts';
import { type Lists, listOf, textAt } from '../index/postings.ts';
import { type Lenience, lookUp, type WordMatches } from '../match/look-up-words.ts';
import { leastWeight } from '../match/rank-places.ts';
import type { QueryReading } from '../match/readings.ts';
import {
  buildingAsked,
  isAnyBuilding,
  isBuildingWord,
  isUsualWord,
  isWordForKind,
} from '../names/place-kinds.ts';
import type { QueryWord, StreetWords } from '../query/parse.ts';
import type { Budget } from '../score/budget.ts';
import {
  detailed,
  type Finding,
  findings,
  leastNameScore,
  scaled,
  scoreOf,
  Tally,
} from '../score/evidence.ts';
import { memoized } from '../text/fold.ts';
import { nameKey, stem } from '../text/stem.ts';
import { type Hints, townsOf } from '../towns/street-in-towns.ts';
import type { Meaning } from '../towns/town-names.ts';
import {
  containerFindings,
  type HeldIn,
  heldFinder,
  isAround,
  mostRanked,
  type NamedCandidate,
  nearFindings,
  townShareOf,
} from './rank-named-places.ts';

/** More places are found than ranked: some are near a namesake. */
const mostFound = 10 * mostRanked;

/**
 * The places whose name fits the words of a reading that are not its town, at least so well. If the
 * text is given as a street, `Φυλής` is not the `Γυμνάσιο Φυλής`.
 */
export function findNamedPlaces(
  index: GeocoderIndex,
  ways: readonly QueryReading[],
  hints: Hints,
  lenience: Lenience,
  budget: Budget,
  least = leastNameScore,
  isStreet = false,
): NamedCandidate[] {
  if (index.namedPlaces.count === 0) return [];
  const search = {
    hints,
    lenience,
    budget,
    least,
    isStreet,
    ...findersOf(index, lenience, budget),
  };
  const found: NamedCandidate[] = [];
  for (const reading of ways.flatMap(withGroupsJoined)) {
    addPlacesOfReading(index, reading, search, found);
  }
  return found;
}

/** What the readings of one text share: names and towns are compared once for all of them. */
interface Search {
  readonly hints: Hints;
  readonly lenience: Lenience;
  readonly budget: Budget;
  readonly least: number;
  readonly isStreet: boolean;
  readonly findNames: ReturnType<typeof placeNameFinder>;
  readonly heldInside: HeldIn;
  /** The same for what lies outside its town, as an airport does. */
  readonly heldOutside: HeldIn;
}

function findersOf(index: GeocoderIndex, lenience: Lenience, budget: Budget) {
  const heldInside = heldFinder(index, budget);
  const heldOutside: HeldIn = (town, place) =>
    heldInside(town, place) ?? (isAround(index, town, place) ? findings.heldNear : undefined);
  return { findNames: placeNameFinder(index, lenience, budget), heldInside, heldOutside };
}

function addPlacesOfReading(
  index: GeocoderIndex,
  reading: QueryReading,
  { hints, lenience, budget, least, isStreet, findNames, heldInside, heldOutside }: Search,
  found: NamedCandidate[],
): void {
  const { street, corner } = reading;
  const before = reading.leftOut;
  const most = scoreOf([...before, ...reading.towns.map(({ spelled }) => spelled)]);
  if (street === null || corner !== null || most < least) return;
  // `Μύκονος, Ματογιάννι` is a street of the town, and not what is called as the town.
  if (reading.streetIsTown && reading.ignoredWords.length > 0) return;
  const towns = townsOf(reading, hints);
  const building = buildingAsked(street.words);
  const heldIn = building === 'outside' ? heldOutside : heldInside;
  const isAlone = towns.length === 0 && building === undefined;
  const isAny = isAnyBuilding(street.words);
  let last = Number.POSITIVE_INFINITY;
  for (const match of findNames(street)) {
    const { score } = match;
    if (most * score < least) break;
    if (score < last && hasEnough(found, most * score)) break;
    last = score;
    // `Πάρκο Τρίκαλα` asks for a park in the town, in the same way.
    if (match.isOtherType && reading.streetIsTown) continue;
    if (isStreet && building === undefined && isUntypedBuilding(index, match)) continue;
    const evidence = [...before, ...match.evidence, ...differences(index, match, isAlone)];
    // Suggestions have no confidence.
    const untypedIn = lenience.beginnings ? () => [] : untypedFinder(index, match, reading);
    const count = found.length;
    addPlacesNamed(index, { ...match, evidence, untypedIn, isAny }, towns, hints, heldIn, found);
    budget.spend(1 + found.length - count);
  }
}

/** A name may have brackets or a comma: `Πανεπιστήμιο Κρήτης (Βούτες), Ηράκλειο`. */
function withGroupsJoined(reading: QueryReading): QueryReading[] {
  const { street, ignoredWords, towns } = reading;
  if (street === null || ignoredWords.length === 0) return [reading];
  // A town inside the name, or two, would leave words of two names.
  const [town, ...others] = towns;
  const isBehind = town !== undefined && town.group > 0 && town.from === 0;
  if (!isBehind || others.length > 0) return [reading];
  const groups = [street, ...ignoredWords];
  const joined = {
    words: groups.flatMap(({ words }) => words),
    type: groups.find(({ type }) => type !== undefined)?.type,
    numbers: groups.flatMap(({ numbers }) => numbers),
  };
  const nothing = {
    ignoredWords: [],
    missed: [],
    leftOut: reading.numberAtTown ? [findings.numberAtTown] : [],
    streetIsTown: false,
  };
  return [{ ...reading, ...nothing, street: joined }, reading];
}

/** Whether a name has a word for a kind of building that was not typed. */
function isUntypedBuilding(
  { namedPlaces: { wordsOf, words } }: GeocoderIndex,
  { name, used }: PlaceNameMatch,
): boolean {
  const untyped = Array.from(listOf(wordsOf, name)).filter(word => !used.includes(word));
  return untyped.some(word => isBuildingWord(words.folded[word]!));
}

/** How a name differs from what was typed. */
function differences(
  { namedPlaces }: GeocoderIndex,
  { name, worst, isOtherType }: PlaceNameMatch,
  isAlone: boolean,
): Finding[] {
  const isSlip = worst <= findings.wordSlip.fit;
  const called = detailed(findings.placeCalled, textAt(namedPlaces.texts, name));
  return [
    ...(isSlip && isAlone ? [findings.placeOnlyBySlip] : []),
    ...(isSlip || isOtherType ? [called] : []),
  ];
}

/** A name that fits, and whether any building of its kind is asked for. */
interface TypedName extends PlaceNameMatch {
  /** Its untyped words, by the municipality of the place. */
  readonly untypedIn: (municipality: number) => readonly Finding[];
  readonly isAny: boolean;
}

/** Whether enough places fit better than `score`, so that one with less would not be ranked. */
function hasEnough(found: readonly NamedCandidate[], score: number): boolean {
  if (found.length < mostFound) return false;
  return found.reduce((count, other) => count + Number(other.score > score), 0) >= mostFound;
}

/** Adds the places of a name that fit the towns and the postal code. */
function addPlacesNamed(
  index: GeocoderIndex,
  { name, evidence: ofName, untypedIn, isAny, used }: TypedName,
  towns: readonly Meaning[],
  hints: Hints,
  heldIn: HeldIn,
  found: NamedCandidate[],
): void {
  const end = found.length + mostFound;
  for (const place of listOf(index.namedPlaces.ofName, name)) {
    if (found.length === end) return;
    const ofTowns = containerFindings(index, place, towns, heldIn);
    if (ofTowns === undefined) continue;
    const fitting = [...ofName, ...ofTowns, ...codeFindings(index, place, hints)];
    const score = scoreOf(fitting);
    if (score < leastNameScore) continue;
    const share = townShareOf(index, place, towns);
    // Every town has a school. That of a neighbour is not meant, nor that of a hamlet where a city
    // has the hamlet's name.
    const isOther = share < leastWeight || ofTowns.includes(findings.heldNear);
    if (isAny && isOther) continue;
    const near = nearFindings(index, place, towns, isAny);
    const nearTrust = near[0]?.trust ?? 1;
    const meant = scaled(findings.placeMeant, 1, isAny ? Math.min(1, share) : 1);
    const untyped = untypedIn(index.namedPlaces.municipality[place]!);
    const evidence = [...fitting, ...near, ...untyped, meant];
    found.push({ place, name, evidence, score, townShare: share * nearTrust, used });
  }
}

function codeFindings(index: GeocoderIndex, place: number, { postalCode }: Hints): Finding[] {
  if (postalCode === null) return [];
  const code = postalCodeRow(index, postalCode);
  const own = index.municipalities[index.namedPlaces.municipality[place]!];
  if (code === undefined || code.municipality === own?.id) return [];
  return [detailed(findings.codeNotThere, postalCode)];
}

/** There are only some hundred towns, and hundreds of names are compared with them. */
const keyOfTowns = memoized(nameKey);

/**
 * The words of a name that were not typed, by the municipality of the place. Words for its kind, the
 * name of its town, and words that the reading ignores do not count.
 */
function untypedFinder(
  index: GeocoderIndex,
  match: PlaceNameMatch,
  reading: QueryReading,
): (municipality: number) => readonly Finding[] {
  let untyped: UntypedWords | undefined;
  return municipality => {
    // Most names have no place in the typed town, and are not asked.
    untyped ??= untypedWords(index, match, reading);
    const { numbers, stems } = untyped;
    if (stems.length === 0) return numbers;
    const town = index.municipalities[municipality]!;
    const towns = keyOfTowns(`${town.nominative} ${town.basin ?? ''}`).split(' ');
    const missing = stems.filter(text => !towns.includes(text));
    return [...numbers, ...missing.map(() => findings.placeOwnWordMissing)];
  };
}

interface UntypedWords {
  readonly numbers: readonly Finding[];
  /** Of the words that are its own. */
  readonly stems: readonly string[];
}

function untypedWords(
  { namedPlaces: { wordsOf, words } }: GeocoderIndex,
  { name, used }: PlaceNameMatch,
  { ignoredWords }: QueryReading,
): UntypedWords {
  const untyped = Array.from(listOf(wordsOf, name)).filter(word => !used.includes(word));
  const ignored = ignoredWords.flatMap(group => group.words.map(({ text }) => text));
  const isOwn = (text: string) =>
    text.length > 2 && !isUsualWord(text) && !ignored.includes(text) && !/\d/.test(text);
  const numbers = untyped.map(word => words.folded[word]!).filter(text => /\d/.test(text));
  const own = untyped.filter(word => isOwn(words.folded[word]!));
  return {
    numbers: numbers.map(text =>
      /^\d+ο$/.test(text) ? findings.placeOrdinalMissing : findings.placeOwnWordMissing,
    ),
    stems: own.map(word => stem(words.phonetic[word]!)),
  };
}

/** A name of named places that fits the typed words. */
interface PlaceNameMatch {
  readonly name: number;
  readonly evidence: readonly Finding[];
  readonly score: number;
  /** The words of the name that were typed, and how well the worst of them fits. */
  readonly used: readonly number[];
  readonly worst: number;
  /** Whether a square or park was typed, and the name is not that of one. */
  readonly isOtherType: boolean;
}

/** At most this many names are compared with the words of one reading, the likeliest first. */
const mostNames = 500;

/** Finds the names of named places that fit typed words; the same words are looked up once. */
function placeNameFinder(index: GeocoderIndex, lenience: Lenience, budget: Budget) {
  const looked = new Map<QueryWord, WordMatches>();
  const found = new Map<string, readonly PlaceNameMatch[]>();
  return (typed: StreetWords): readonly PlaceNameMatch[] => {
    const key = [typed.type, ...typed.words.map(word => `${word.text}${word.shape[0]}`)].join(' ');
    const known = found.get(key);
    if (known) return known;
    if (!mayBeName(index, typed)) {
      found.set(key, []);
      return [];
    }
    for (const word of typed.words) {
      if (looked.has(word)) continue;
      const matches = lookUp(index.namedPlaces.words, word, lenience, budget);
      looked.set(word, isWordForKind(word) ? withoutSlips(matches) : matches);
    }
    const matches = typed.words.map(word => looked.get(word)!);
    const names = namesOf(index, matches, typed, budget);
    found.set(key, names);
    return names;
  };
}

/** The word for a kind is spelled right, though no place has it: Μουσείο is not Μουσικό. */
function withoutSlips(matches: WordMatches): WordMatches {
  return new Map([...matches].filter(([, { fit }]) => fit > findings.wordSlip.fit));
}

/** Names that have the rarest of the typed words, those that fit all of them best first. */
function namesOf(
  { namedPlaces }: GeocoderIndex,
  matches: readonly WordMatches[],
  typed: StreetWords,
  budget: Budget,
): PlaceNameMatch[] {
  const numbers = typed.numbers.map(number => wordNumber(namedPlaces.words, String(number.first)));
  const asMatches = numbers.map((word): WordMatches => new Map([[word!, findings.wordExact]]));
  const all = [...matches, ...asMatches];
  const { starts } = namedPlaces.namesOfWord;
  const countOf = (list: WordMatches) =>
    list.keys().reduce((sum, word) => sum + starts[word + 1]! - starts[word]!, 0);
  const [rarest] = all
    .map(list => ({ list, count: countOf(list) }))
    .toSorted((x, y) => x.count - y.count);
  // A name without one of the words does not fit: see `fitPlaceName`.
  if (rarest === undefined || rarest.count === 0) return [];
  const candidates = candidatesOf(namedPlaces.namesOfWord, rarest.list);
  const found: PlaceNameMatch[] = [];
  budget.spend(candidates.length);
  for (const name of candidates) {
    const match = fitPlaceName(namedPlaces, name, all, typed.type);
    if (match) found.push(match);
  }
  return found.sort((a, b) => b.score - a.score);
}

/** A place has its numbers in its name, and is no street; letters alone are no name. */
function mayBeName({ namedPlaces: { words: known } }: GeocoderIndex, typed: StreetWords): boolean {
  const { words, type, numbers } = typed;
  if (type === 'street' || type === 'avenue') return false;
  if (words.length > 0 && words.every(isLetter)) return false;
  return numbers.every(({ first }) => wordNumber(known, String(first)) !== undefined);
}

/** One letter is an initial of too many names, unless it is still being typed. */
function isLetter({ text, shape }: QueryWord): boolean {
  return text.length === 1 && shape !== 'unfinished';
}

/** The first `mostNames` names that have one of the words; their order is that of importance. */
function candidatesOf({ starts, items }: Lists, words: WordMatches): Uint32Array {
  let names: number[] = [];
  let end = Number.POSITIVE_INFINITY;
  const [only] = words.keys();
  if (words.size === 1) {
    return items.subarray(starts[only!]!, Math.min(starts[only!]! + mostNames, starts[only! + 1]!));
  }
  for (const word of words.keys()) {
    for (let i = starts[word]!; i < starts[word + 1]! && items[i]! < end; i++) {
      names.push(items[i]!);
    }
    if (names.length < 4 * mostNames) continue;
    // The names of a word are in order too, so that from here on few words add any.
    const first = firstNames(names);
    names = [...first];
    if (first.length === mostNames) end = first.at(-1)!;
  }
  return firstNames(names);
}

function firstNames(names: readonly number[]): Uint32Array {
  const sorted = Uint32Array.from(names).sort();
  let count = 0;
  for (const name of sorted) {
    if (count === 0 || name !== sorted[count - 1]) sorted[count++] = name;
  }
  return sorted.subarray(0, Math.min(count, mostNames));
}

/** How a name fits the typed words; undefined if it is another name. */
function fitPlaceName(
  { wordsOf, types }: GeocoderIndex['namedPlaces'],
  name: number,
  typed: readonly WordMatches[],
  type: StreetWords['type'],
): PlaceNameMatch | undefined {
  const { starts, items } = wordsOf;
  const [start, end] = [starts[name]!, starts[name + 1]!];
  const tally = new Tally();
  const way = kindFinding(streetTypes[types[name]!]!, type);
  if (way) tally.add(way);
  const used: number[] = [];
  let worst = 1;
  for (const matches of typed) {
    let best: Finding | undefined;
    let taken = -1;
    for (let i = start; i < end; i++) {
      const word = items[i]!;
      const found = used.includes(word) ? undefined : matches.get(word);
      if ((found?.fit ?? 0) > (best?.fit ?? 0)) [best, taken] = [found, word];
    }
    // A name without the word is another name.
    if (best === undefined) return undefined;
    used.push(taken);
    tally.add(best);
    worst = Math.min(worst, best.fit);
    if (tally.score < leastNameScore) return undefined;
  }
  // Names are long, and people type a part of them.
  for (let i = used.length; i < end - start; i++) tally.add(findings.placeWordMissing);
  const { evidence, score } = tally;
  if (used.length === 0 || score < leastNameScore) return undefined;
  return { name, evidence, score, used, worst, isOtherType: way === findings.wayOther };
}

/** The typed kind of place against the name's; undefined if it is the same. */
function kindFinding(
  own: (typeof streetTypes)[number],
  typed: StreetWords['type'],
): Finding | undefined {
  const type = own === 'street' || own === 'avenue' ? undefined : own;
  if (type === typed) return undefined;
  return typed === undefined ? findings.placeWordMissing : findings.wayOther;
}
