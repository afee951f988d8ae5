import type { GeocoderIndex } from '../index/build-index.ts';
import { isWithin } from '../index/central-position.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import { listOf } from '../index/postings.ts';
import { placeWeight } from '../match/rank-places.ts';
import { isBuildingWord } from '../names/place-kinds.ts';
import { type Budget, unlimited } from '../score/budget.ts';
import { detailed, type Finding, findings, trustOf } from '../score/evidence.ts';
import { cityOf, heldIn, isArea, mayHold, placesIn } from '../towns/containment.ts';
import { type Meaning, spellingOf } from '../towns/town-names.ts';

/** A named place that may be the one meant. */
export interface NamedCandidate {
  readonly place: number;
  /** The name by which it was found. */
  readonly name: number;
  readonly evidence: readonly Finding[];
  /** By the evidence. */
  readonly score: number;
  /** How often its town is meant, compared with the largest of that name. */
  readonly townShare: number;
  /** The words of the name that were typed. */
  readonly used: readonly number[];
}

/** A named place with the share of answers like it that are right. */
export interface RankedNamed extends NamedCandidate {
  readonly confidence: number;
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

/** At most this many places are ranked. */
export const mostRanked = 100;
/** Places of one name this near to each other, in metres, are one answer. */
const onePlaceMetres = 1_000;
const scorePower = 8;
/** How often a place is meant that is found by the word for its kind: its own name is better. */
const byKindShare = 0.5;
/** How often a place is meant if another has a longer name, just as typed: Αγία Τριάδα Πειραιά. */
const shorterName = 0.1;

/** The best candidate of each place, with its share among its namesakes. */
export function rankNamedPlaces(
  index: GeocoderIndex,
  candidates: readonly NamedCandidate[],
): RankedNamed[] {
  const { weight } = index.namedPlaces;
  const sorted = candidates.toSorted((a, b) => b.score - a.score || a.place - b.place);
  const chosen = onceEachPlace(index, sorted);
  const best = chosen[0]?.score ?? 0;
  const exact = chosen.filter(({ score }) => score === 1);
  const longest = Math.max(0, ...exact.map(({ used }) => used.length));
  const found = chosen.map(candidate => {
    const { place, name, score, townShare, used } = candidate;
    const isKind = isByKind(index, place, name);
    const length = used.length < longest ? shorterName : 1;
    const often = (isKind ? byKindShare : 1) * weight[place]! * townShare * length;
    const evidence = isKind ? [...candidate.evidence, findings.placeByKind] : candidate.evidence;
    return { ...candidate, evidence, share: often * (score / best) ** scorePower };
  });
  const sum = found.reduce((all, { share }) => all + share, 0);
  const ranked = found
    .map(({ share, ...candidate }) => ({
      ...candidate,
      confidence: trustOf(candidate.evidence) * (share / sum),
    }))
    .sort((a, b) => b.confidence - a.confidence || a.place - b.place);
  return withNeighbours(index, ranked);
}

/** Whether a place was found by the word for its kind, and its own name is another. */
function isByKind({ namedPlaces }: GeocoderIndex, place: number, name: number): boolean {
  const { namesOf, isKind } = namedPlaces;
  const own = namesOf.items[namesOf.starts[place]!]!;
  return isKind[name] === 1 && isKind[own] === 0;
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

/** Whether two places are so near to each other that they are one answer. */
function isNear(index: GeocoderIndex, one: number, other: number): boolean {
  return isWithin(positionOfNamed(index, one), positionOfNamed(index, other), onePlaceMetres);
}

/**
 * What it costs to compare a place with a town, in candidates of the budget; less if it is far, or
 * was compared before.
 */
const heldCost = 0.2;
const knownCost = 0.1;
/** An airport may be this far from its city, in metres. */
const airportMetres = 35_000;

/** How surely a named place lies in a town; undefined if it does not. */
export type HeldIn = (town: Meaning, place: number) => Finding | undefined;

/** The readings of a text have the same towns and places, and each pair is compared once. */
export function heldFinder(index: GeocoderIndex, budget: Budget): HeldIn {
  const known = new Map<Meaning, Map<number, Finding | null>>();
  return (town, place) => {
    budget.spend(knownCost);
    if (!mayHold(index, town, index.namedPlaces.municipality[place]!)) return undefined;
    const ofTown = known.get(town) ?? new Map<number, Finding | null>();
    known.set(town, ofTown);
    let found = ofTown.get(place);
    if (found === undefined) {
      budget.spend(heldCost);
      found = heldIn(index, town, placeOf(index, place), unlimited) ?? null;
      ofTown.set(place, found);
    }
    return found ?? undefined;
  };
}

/** Whether a place is near enough to a town to be its airport. */
export function isAround(index: GeocoderIndex, town: Meaning, place: number): boolean {
  const city = cityOf(index, town);
  return city !== undefined && isWithin(city, positionOfNamed(index, place), airportMetres);
}

/** How a place fits all the towns that were typed; undefined if one of them does not hold it. */
export function containerFindings(
  index: GeocoderIndex,
  place: number,
  towns: readonly Meaning[],
  held: HeldIn,
): Finding[] | undefined {
  const found: Finding[] = [];
  for (const town of towns) {
    const one = held(town, place);
    if (one === undefined) return undefined;
    found.push(spellingOf(index.places, town), one);
  }
  return found;
}

/** How often the towns that hold a place are meant, compared with the largest of their names. */
export function townShareOf(
  index: GeocoderIndex,
  place: number,
  towns: readonly Meaning[],
): number {
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
 * of the town. `isAny`: whether any building of its kind is asked for.
 */
export function nearFindings(
  index: GeocoderIndex,
  place: number,
  towns: readonly Meaning[],
  isAny: boolean,
): Finding[] {
  const own = index.namedPlaces.municipality[place]!;
  const isOutside = (town: Meaning) => {
    const isInArea = placesIn(index, town, own).every(isArea);
    return isInArea && (!town.municipalities.has(own) || cityOf(index, town) !== undefined);
  };
  const finding = isAny ? findings.anyPlaceNear : findings.placeNear;
  return towns.filter(isOutside).map(({ places: [largest] }) => {
    const town = index.places.places[largest!]!.name;
    return detailed(finding, index.municipalities[own]!.nominative, town);
  });
}

/** The position of a named place, in degrees. */
export function positionOfNamed({ namedPlaces }: GeocoderIndex, place: number) {
  return { latitude: namedPlaces.latitude[place]!, longitude: namedPlaces.longitude[place]! };
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
