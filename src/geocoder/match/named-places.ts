import type { GeocoderIndex } from '../build.ts';
import { isWithin } from '../central-position.ts';
import { streetTypes } from '../index/names.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { type Lists, listOf } from '../index/postings.ts';
import { textAt } from '../index/texts.ts';
import { wordNumber } from '../index/words.ts';

import {
  buildingAsked,
  isAnyBuilding,
  isBuildingWord,
  isWordForKind,
} from '../names/place-kinds.ts';

import type { QueryWord } from '../query/parse.ts';
import { ignoredWordsFactor, type QueryReading } from '../query/readings.ts';
import type { Meaning } from '../query/towns.ts';
import { type Budget, unlimited } from './budget.ts';
import { cityOf, heldFit, mayHold, placesIn } from './containers.ts';
import { isArea } from './containment.ts';
import type { StreetWords } from './name-fit.ts';
import { leastWeight, placeWeight } from './rank-places.ts';
import { holdFit, leastNameScore, placeFit, quality, wayFit } from './score-factors.ts';
import { type Fault, unknownPart } from './street-candidate.ts';
import { type Hints, townsOf } from './towns.ts';
import { untypedWordsTrust } from './untyped-words.ts';
import { type Lenience, lookUp, type WordMatches } from './words.ts';

/** A named place that may be the one meant. */
export interface NamedCandidate {
  readonly kind: 'named';
  readonly place: number;
  /** The name by which it was found. */
  readonly name: number;
  readonly score: number;
  /** How often its town is meant, compared with the largest of that name. */
  readonly townShare: number;
  /** How often it is the one that is meant, as far as its town and its untyped words show. */
  readonly trust: number;
  /** The words of the name that were typed. */
  readonly used: readonly number[];
  readonly faults: readonly Fault[];
}

/** A named place with the share of answers like it that are right. */
export interface RankedNamed extends NamedCandidate {
  readonly confidence: number;
}

/** So many names at most are compared with the words of one reading, the likeliest first. */
const mostNames = 500;
/** So many places at most are ranked, of more that are found: some are near a namesake. */
const mostRanked = 100;
const mostFound = 10 * mostRanked;
/** What it costs to compare a place with a town, in candidates of the budget; less if it is far. */
const heldCost = 0.2;
const farCost = 0.02;
/** A word of the name that was not typed: names are long, and people type a part of them. */
const missingWord = 0.95;
/** A typed word that the name does not have: one is too many, as this is below `leastNameScore`. */
const surplusWord = 0.5;
/** Places of one name this near to each other, in metres, are one answer. */
const onePlaceMetres = 1_000;
const scorePower = 8;
/** How often the place of that name is the one that is meant. */
const rightName = 0.95;
/** Found by the word for its kind: its own name is better, and another of the kind may be missing. */
const byKind = { weight: 0.5, trust: 0.6 };
/** How well a name fits that is also a town's, and stands behind another town. */
const laterName = 0.95;
/** How often a place is meant if another has a longer name, just as typed: Αγία Τριάδα Πειραιά. */
const shorterName = 0.1;
/** How often a place is meant that only a corrected word shows, without its town or its kind. */
const onlyBySlip = 0.3;

/** The places whose name fits the words of a reading that are not its town. */
export function findNamedPlaces(
  index: GeocoderIndex,
  ways: readonly QueryReading[],
  hints: Hints,
  lenience: Lenience,
  budget: Budget,
): NamedCandidate[] {
  if (index.namedPlaces.count === 0) return [];
  const find = nameFinder(index, lenience, budget);
  const heldInside = heldFinder(index, budget);
  const heldOutside: HeldIn = (town, place) =>
    heldInside(town, place) || (isAround(index, town, place) ? holdFit.near : 0);
  const found: NamedCandidate[] = [];
  for (const reading of ways.flatMap(withGroupsJoined)) {
    const { street, corner } = reading;
    const base = ignoredWordsFactor(reading) * (reading.streetIsLaterTown ? laterName : 1);
    const most = reading.towns.reduce((fit, town) => fit * town.quality, base);
    if (street === null || corner !== null || most < leastNameScore) continue;
    // `Μύκονος, Ματογιάννι` is a street of the town, and not what is called as the town.
    if (reading.streetIsTown && reading.ignoredWords.length > 0) continue;
    const towns = townsOf(reading, hints);
    const building = buildingAsked(street.words);
    const heldIn = building === 'outside' ? heldOutside : heldInside;
    const isAlone = towns.length === 0 && building === undefined;
    const isAny = isAnyBuilding(street.words);
    let last = Number.POSITIVE_INFINITY;
    for (const match of find(street)) {
      const { score } = match;
      if (most * score < leastNameScore) break;
      if (score < last && hasEnough(found, most * score)) break;
      last = score;
      const isOtherType = isOfOtherType(index, match.name, street.type);
      // `Πάρκο Τρίκαλα` asks for a park in the town, in the same way.
      if (isOtherType && reading.streetIsTown) continue;
      const trustIn = trustFinder(index, match, reading, lenience, isAlone);
      const faults = faultsOfName(index, match, reading, isOtherType);
      const typed = { ...match, score: base * score, trustIn, isAny, faults };
      addPlacesNamed(index, typed, towns, hints, heldIn, found);
    }
  }
  return found;
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
  const nothing = { ignoredWords: [], missedTowns: 0, missedGuesses: 0, streetIsTown: false };
  return [{ ...reading, ...nothing, street: joined }, reading];
}

/** How often a place of a name is meant, by its municipality. Suggestions have no confidence. */
function trustFinder(
  index: GeocoderIndex,
  { name, used, worst }: NameMatch,
  reading: QueryReading,
  { beginnings }: Lenience,
  isAlone: boolean,
): (municipality: number) => number {
  if (beginnings) return () => 1;
  const trustIn = untypedWordsTrust(index, name, used, reading);
  const isGuess = isAlone && worst <= quality.slip;
  return isGuess ? municipality => onlyBySlip * trustIn(municipality) : trustIn;
}

/** Whether a square or park was typed, and the name is not that of one. */
function isOfOtherType(
  { namedPlaces }: GeocoderIndex,
  name: number,
  typed: StreetWords['type'],
): boolean {
  return typeFit(streetTypes[namedPlaces.types[name]!]!, typed) === wayFit.other;
}

/** The typed words that a name does not have, or not as they were typed. */
function faultsOfName(
  { namedPlaces }: GeocoderIndex,
  { name, worst }: NameMatch,
  { ignoredWords }: QueryReading,
  isOtherType: boolean,
): Fault[] {
  const unknown = ignoredWords.map(() => unknownPart);
  if (!isOtherType && worst > quality.slip) return unknown;
  const problem = `the name is ${textAt(namedPlaces.texts, name)}`;
  return [...unknown, { field: 'address', problem }];
}

/** Whether enough places fit better than `score`, so that one with less would not be ranked. */
function hasEnough(found: readonly NamedCandidate[], score: number): boolean {
  if (found.length < mostFound) return false;
  return found.reduce((count, other) => count + Number(other.score > score), 0) >= mostFound;
}

interface NameMatch {
  readonly name: number;
  readonly score: number;
  /** The words of the name that were typed, and how well the worst of them fits. */
  readonly used: readonly number[];
  readonly worst: number;
}

/**
 * A name that fits, with how often it is meant in a municipality, and whether any building of its
 * kind is asked for.
 */
interface TypedName extends NameMatch {
  readonly trustIn: (municipality: number) => number;
  readonly isAny: boolean;
  readonly faults: readonly Fault[];
}

function nameFinder(index: GeocoderIndex, lenience: Lenience, budget: Budget) {
  const looked = new Map<QueryWord, WordMatches>();
  const found = new Map<string, readonly NameMatch[]>();
  return (typed: StreetWords): readonly NameMatch[] => {
    const key = [typed.type, ...typed.words.map(word => `${word.text}${word.shape[0]}`)].join(' ');
    const known = found.get(key);
    if (known) return known;
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
  return new Map([...matches].filter(([, fit]) => fit > quality.slip));
}

/** Names that have the rarest of the typed words, those that fit all of them best first. */
function namesOf(
  { namedPlaces }: GeocoderIndex,
  matches: readonly WordMatches[],
  typed: StreetWords,
  budget: Budget,
): NameMatch[] {
  const numbers = typed.numbers.map(number => wordNumber(namedPlaces.words, String(number.first)));
  if (numbers.includes(undefined) || typed.type === 'street' || typed.type === 'avenue') return [];
  if (typed.words.length > 0 && typed.words.every(isLetter)) return [];
  const asMatches = numbers.map((word): WordMatches => new Map([[word!, quality.exact]]));
  const all = [...matches, ...asMatches];
  const { starts } = namedPlaces.namesOfWord;
  const countOf = (list: WordMatches) =>
    list.keys().reduce((sum, word) => sum + starts[word + 1]! - starts[word]!, 0);
  const [rarest] = all
    .map(list => ({ list, count: countOf(list) }))
    .toSorted((x, y) => x.count - y.count);
  // A name without one of the words does not fit: `surplusWord`.
  if (rarest === undefined || rarest.count === 0) return [];
  const candidates = candidatesOf(namedPlaces.namesOfWord, rarest.list);
  const found: NameMatch[] = [];
  budget.spend(candidates.length);
  for (const name of candidates) {
    const used: number[] = [];
    const { score, worst } = fitName(namedPlaces, name, all, typed.type, used);
    if (score >= leastNameScore) found.push({ name, score, used, worst });
  }
  return found.sort((a, b) => b.score - a.score);
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

function fitName(
  { wordsOf, types }: GeocoderIndex['namedPlaces'],
  name: number,
  typed: readonly WordMatches[],
  type: StreetWords['type'],
  used: number[],
): Pick<NameMatch, 'score' | 'worst'> {
  const { starts, items } = wordsOf;
  const [start, end] = [starts[name]!, starts[name + 1]!];
  let score = typeFit(streetTypes[types[name]!]!, type);
  let worst: number = quality.exact;
  for (const matches of typed) {
    let best = 0;
    let taken = -1;
    for (let i = start; i < end; i++) {
      const word = items[i]!;
      const fit = used.includes(word) ? 0 : (matches.get(word) ?? 0);
      if (fit > best) {
        best = fit;
        taken = word;
      }
    }
    if (taken >= 0) used.push(taken);
    score *= best || surplusWord;
    worst = Math.min(worst, best);
    if (score < leastNameScore) return { score: 0, worst };
  }
  const untyped = end - start - used.length;
  return { score: used.length === 0 ? 0 : score * missingWord ** untyped, worst };
}

function typeFit(own: (typeof streetTypes)[number], typed: StreetWords['type']): number {
  const type = own === 'street' || own === 'avenue' ? undefined : own;
  if (type === typed) return 1;
  return typed === undefined ? missingWord : wayFit.other;
}

function addPlacesNamed(
  index: GeocoderIndex,
  { name, score, trustIn, isAny, used, faults: ofName }: TypedName,
  towns: readonly Meaning[],
  hints: Hints,
  heldIn: HeldIn,
  found: NamedCandidate[],
): void {
  const end = found.length + mostFound;
  for (const place of listOf(index.namedPlaces.ofName, name)) {
    if (found.length === end) return;
    const held = score * townsFit(place, towns, heldIn);
    if (held < leastNameScore) continue;
    const faults: Fault[] = [...ofName];
    const fit = held * codeFit(index, place, hints, faults);
    if (fit < leastNameScore) continue;
    const share = townShareOf(index, place, towns);
    // Every town has a school. That of a neighbour is not meant, nor that of a hamlet where a city
    // has the hamlet's name.
    const isOther = share < leastWeight || towns.some(town => heldIn(town, place) < holdFit.sure);
    if (isAny && isOther) continue;
    const near = nearFaults(index, place, towns);
    const trust = trustIn(index.namedPlaces.municipality[place]!);
    const nearFit = near.length === 0 ? 1 : isAny ? placeFit.anyBuildingNear : placeFit.basin;
    found.push({
      kind: 'named',
      place,
      name,
      score: fit,
      townShare: share * nearFit,
      trust: trust * nearFit * (isAny ? Math.min(1, share) : 1),
      used,
      faults: [...faults, ...near],
    });
  }
}

/** Whether the word for the kind of a place was typed. */
export function hasKind(
  { namedPlaces: { words } }: GeocoderIndex,
  { used }: NamedCandidate,
): boolean {
  return used.some(word => isBuildingWord(words.folded[word]!));
}

/** Whether the word for the kind of a place was not typed. */
export function lacksKind(
  { namedPlaces: { wordsOf, words } }: GeocoderIndex,
  { name, used }: NamedCandidate,
): boolean {
  const untyped = Array.from(listOf(wordsOf, name)).filter(word => !used.includes(word));
  return untyped.some(word => isBuildingWord(words.folded[word]!));
}

/** Whether two places are so near to each other that they are one answer. */
function isNear(index: GeocoderIndex, one: number, other: number): boolean {
  return isWithin(positionOf(index, one), positionOf(index, other), onePlaceMetres);
}

function positionOf({ namedPlaces }: GeocoderIndex, place: number) {
  return { latitude: namedPlaces.latitude[place]!, longitude: namedPlaces.longitude[place]! };
}

/** An airport may be this far from its city, in metres. */
const airportMetres = 35_000;

function isAround(index: GeocoderIndex, town: Meaning, place: number): boolean {
  const city = cityOf(index, town);
  return city !== undefined && isWithin(city, positionOf(index, place), airportMetres);
}

/** How often the towns that hold a place are meant, compared with the largest of their names. */
function townShareOf(index: GeocoderIndex, place: number, towns: readonly Meaning[]): number {
  const own = index.namedPlaces.municipality[place]!;
  return towns.reduce((share, town) => {
    const largest = index.places.places[town.places[0]!]!;
    const [holder = largest] = placesIn(index, town, own);
    // An area, and what is only near to a town, is asked for by the name of the largest.
    return isArea(holder)
      ? share
      : (share * placeWeight(holder, false)) / placeWeight(largest, false);
  }, 1);
}

/**
 * What lies outside the municipality of its town is only near it, also in the area that has the name
 * of the town.
 */
function nearFaults(index: GeocoderIndex, place: number, towns: readonly Meaning[]): Fault[] {
  const own = index.namedPlaces.municipality[place]!;
  const isOutside = (town: Meaning) => {
    const isInArea = placesIn(index, town, own).every(isArea);
    return isInArea && (!town.municipalities.has(own) || cityOf(index, town) !== undefined);
  };
  return towns.filter(isOutside).map(({ places: [largest] }) => {
    const town = index.places.places[largest!]!.name;
    const problem = `found in ${index.municipalities[own]!.nominative}, near ${town}`;
    return { field: 'city', problem };
  });
}

/** Whether a place was found by the word for its kind, and its own name is another. */
function isByKind({ namedPlaces }: GeocoderIndex, place: number, name: number): boolean {
  const { namesOf, isKind } = namedPlaces;
  const own = namesOf.items[namesOf.starts[place]!]!;
  return isKind[name] === 1 && isKind[own] === 0;
}

/** How surely a named place lies in a town. */
type HeldIn = (town: Meaning, place: number) => number;

/** The readings of a text have the same towns and places, and each pair is compared once. */
function heldFinder(index: GeocoderIndex, budget: Budget): HeldIn {
  const known = new Map<Meaning, Map<number, number>>();
  return (town, place) => {
    if (!mayHold(index, town, index.namedPlaces.municipality[place]!)) {
      budget.spend(farCost);
      return 0;
    }
    const ofTown = known.get(town) ?? new Map<number, number>();
    known.set(town, ofTown);
    let fit = ofTown.get(place);
    if (fit === undefined) {
      budget.spend(heldCost);
      fit = heldFit(index, town, placeOf(index, place), unlimited);
      ofTown.set(place, fit);
    }
    return fit;
  };
}

/** A named place as something that towns and areas may hold. */
export function placeOf({ namedPlaces, places }: GeocoderIndex, place: number): GazetteerPlace {
  const municipality = namedPlaces.municipality[place]!;
  return {
    kind: 'settlement',
    name: '',
    latitude: namedPlaces.latitude[place]!,
    longitude: namedPlaces.longitude[place]!,
    accuracyMetres: namedPlaces.reachMetres[place]!,
    municipality,
    // Municipalities are the first places, in their own order.
    municipalities: places.places[municipality]!.municipalities,
    postalCodes: [],
    population: 0,
    source: '',
    isImported: true,
  };
}

function townsFit(place: number, towns: readonly Meaning[], heldIn: HeldIn): number {
  let fit = 1;
  for (const town of towns) {
    fit = fit * town.quality * heldIn(town, place);
    if (fit === 0) return 0;
  }
  return fit;
}

function codeFit(
  index: GeocoderIndex,
  place: number,
  { postalCode }: Hints,
  faults: Fault[],
): number {
  if (postalCode === null) return 1;
  const code = index.postalCodes[index.postalCodeNumbers.get(postalCode) ?? -1];
  const own = index.municipalities[index.namedPlaces.municipality[place]!];
  if (code === undefined || code.municipality === own?.id) return 1;
  faults.push({ field: 'postal_code', problem: `${postalCode} is not there` });
  return placeFit.otherTown;
}

/** The best candidate of each place, with its share among its namesakes. */
export function rankNamedPlaces(
  index: GeocoderIndex,
  candidates: readonly NamedCandidate[],
): RankedNamed[] {
  const { weight } = index.namedPlaces;
  const sorted = candidates.toSorted((a, b) => b.score - a.score || a.place - b.place);
  const chosen = onceEachPlace(index, sorted);
  const best = chosen[0]?.score ?? 0;
  const exact = chosen.filter(({ score }) => score === quality.exact);
  const longest = Math.max(0, ...exact.map(({ used }) => used.length));
  const found = chosen.map(candidate => {
    const { place, name, score, townShare, trust, used } = candidate;
    const isKind = isByKind(index, place, name);
    const length = used.length < longest ? shorterName : 1;
    const often = (isKind ? byKind.weight : 1) * weight[place]! * townShare * length;
    const share = often * (score / best) ** scorePower;
    return { candidate, trust: trust * (isKind ? byKind.trust : rightName), share };
  });
  const sum = found.reduce((all, { share }) => all + share, 0);
  const ranked = found
    .map(({ candidate, trust, share }) => ({
      ...candidate,
      confidence: candidate.score * trust * (share / sum),
    }))
    .sort((a, b) => b.confidence - a.confidence || a.place - b.place);
  return withNeighbours(index, ranked);
}

/** The first counts for the others at its position: the airport and its bus station. */
function withNeighbours(index: GeocoderIndex, ranked: readonly RankedNamed[]): RankedNamed[] {
  const [first, ...others] = ranked;
  if (first === undefined) return [];
  const near = others.filter(other => isNear(index, first.place, other.place));
  const confidence = near.reduce((sum, other) => sum + other.confidence, first.confidence);
  return [{ ...first, confidence }, ...others];
}

/** The first `mostRanked` places; of those of one name near each other, only the first. */
function onceEachPlace(index: GeocoderIndex, sorted: readonly NamedCandidate[]): NamedCandidate[] {
  const places = new Set<number>();
  const byName = new Map<number, number[]>();
  const chosen: NamedCandidate[] = [];
  for (const candidate of sorted) {
    const { place, name } = candidate;
    const namesakes = byName.get(name) ?? [];
    if (places.has(place) || namesakes.some(other => isNear(index, other, place))) continue;
    places.add(place);
    namesakes.push(place);
    byName.set(name, namesakes);
    chosen.push(candidate);
    if (chosen.length >= mostRanked) break;
  }
  return chosen;
}
