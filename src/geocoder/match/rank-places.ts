import { metresBetween } from '../../geo/earth.ts';
import type { GeocoderIndex } from '../build.ts';
import { ownPositionMetres } from '../country/settlement-reach.ts';
import type { GazetteerPlace } from '../index/place-index.ts';
import type { SpelledNames } from '../query/spelling.ts';
import { namesakes } from '../query/towns.ts';
import type { Budget } from './budget.ts';
import { fallbackFactor } from './fallback.ts';
import { peopleWithAddress } from './namesake-towns.ts';
import type { PlaceCandidate } from './places.ts';
import { leastScore, leastShareOfBest } from './score-factors.ts';

/** A place with the share of answers like it that are right. */
export interface RankedPlace extends PlaceCandidate {
  readonly confidence: number;
}

/** How much more often a better match is meant. */
const scorePower = 12;
/** A place with this number of inhabitants is meant twice as often as a hamlet. */
const twiceAsOften = 500;
/**
 * An inhabitant of an imported area counts this many times one elsewhere: of the requests to a
 * service for one region in eight, about four of five are for that region.
 */
const importedShare = 30;
/** Namesakes that are meant less often than this, compared with the first, are left out. */
export const leastWeight = 0.02;
/** Inhabitants that a postal code counts for beside towns. */
const codePopulation = 1_000;
/** How often the place of that name is the one that is meant. */
const rightName = 0.95;
/** The same for a village without its own position that has namesakes: others may be unknown. */
const commonName = 0.8;
/** The same for a name of which only the stem was typed: more often another village is meant. */
const likeName = 0.4;
/** A position is right within these metres; `positionTrust` gives how often that is the case. */
const rightMetres = 5_000;
const trustSlope = 3.9;
/** At most this many namesakes are compared by their positions. */
const mostNear = 20;

/**
 * The best candidate of each place, with a confidence: how well it fits, how often this place is
 * meant among its namesakes, and how far off its position may be.
 */
export function rankPlaces(
  index: GeocoderIndex,
  candidates: readonly PlaceCandidate[],
  spellingFit: (names: SpelledNames) => number,
  budget: Budget,
): RankedPlace[] {
  const shown = worthShowing(bestOfEach(candidates));
  const best = shown[0]?.score ?? 0;
  const weights = shown.map(({ place, score, inPlaceOf }) => {
    const hasStreet = inPlaceOf !== null && !inPlaceOf.isBareName;
    if (place === null) return weightOf(codePopulation, hasStreet);
    const row = index.places.places[place]!;
    const spelling = spellingFit(spelledNames(index, row));
    return placeWeight(row, hasStreet) * (score / best) ** scorePower * spelling;
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  const most = Math.max(0, ...weights);
  const ranked = shown
    .map((candidate, i) => ({ ...candidate, weight: weights[i]! }))
    .filter(({ weight }) => weight >= leastWeight * most)
    .map(candidate => ({
      ...candidate,
      confidence:
        candidate.score *
        (candidate.weight / sum) *
        trustOf(index, candidate) *
        fallbackFactor(index, candidate, budget),
    }))
    .sort((a, b) => b.confidence - a.confidence || (a.place ?? -1) - (b.place ?? -1));
  return withNeighbours(index, ranked);
}

/**
 * The first place counts for those of its namesakes that are so near that its position is right for
 * them too: the village and the island of one name, the old and the new village.
 */
function withNeighbours(
  { places: { places } }: GeocoderIndex,
  ranked: readonly (RankedPlace & { readonly weight: number })[],
): RankedPlace[] {
  const [first, ...others] = ranked;
  if (first === undefined || first.place === null) return [...ranked];
  const at = places[first.place]!;
  const near = others
    .slice(0, mostNear)
    .filter(({ place }) => place !== null && metresBetween(at, places[place]!) <= rightMetres);
  const weight = near.reduce((sum, place) => sum + place.weight, first.weight);
  return [{ ...first, confidence: (first.confidence * weight) / first.weight }, ...others];
}

/** How often a place is meant among its namesakes. */
export function placeWeight(place: GazetteerPlace, hasStreet: boolean): number {
  return weightOf(peopleOf(place, hasStreet), hasStreet);
}

/** The same by its inhabitants. */
function weightOf(population: number, hasStreet: boolean): number {
  return hasStreet ? peopleWithAddress(population) : 1 + population / twiceAsOften;
}

/** Inhabitants, by how often they are asked about. A quarter is asked for with its city. */
function peopleOf({ kind, population, isImported }: GazetteerPlace, hasStreet: boolean): number {
  return isImported && !hasStreet && kind !== 'quarter' ? population * importedShare : population;
}

/** A municipality is found by its name in both cases; its other names do not count. */
function spelledNames(index: GeocoderIndex, place: GazetteerPlace): SpelledNames {
  const { kind, name, municipality } = place;
  if (kind !== 'municipality') return { accented: [name], own: name };
  return { accented: [name, index.municipalities[municipality]!.id], own: null };
}

function bestOfEach(candidates: readonly PlaceCandidate[]): PlaceCandidate[] {
  const best = new Map<string, PlaceCandidate>();
  for (const candidate of candidates) {
    const key = `${candidate.place}/${candidate.postalCode}`;
    if ((best.get(key)?.score ?? 0) < candidate.score) best.set(key, candidate);
  }
  return [...best.values()].sort((a, b) => b.score - a.score);
}

function worthShowing(sorted: readonly PlaceCandidate[]): PlaceCandidate[] {
  const best = sorted[0]?.score ?? 0;
  return sorted.filter(({ score }) => score >= leastScore && score >= best * leastShareOfBest);
}

function trustOf(index: GeocoderIndex, candidate: PlaceCandidate): number {
  const { place, shareOfArea, isLikeName } = candidate;
  if (shareOfArea !== undefined) return rightName * shareOfArea;
  if (isLikeName) return likeName * trustOf(index, { ...candidate, isLikeName: false });
  if (place === null) return 1;
  const { kind, name, accuracyMetres }: GazetteerPlace = index.places.places[place]!;
  if (kind !== 'settlement') return 1;
  const isCommon = accuracyMetres > ownPositionMetres && namesakes(index.places, name) > 1;
  return rightName * positionTrust(accuracyMetres) * (isCommon ? commonName : 1);
}

/**
 * The share of positions within 5 km of the truth, of those of which nine in ten are within
 * `accuracyMetres`. Villages lie denser near the point of their postal code than errors of a normal
 * distribution, whose slope would be 2.3.
 */
function positionTrust(accuracyMetres: number): number {
  return 1 - Math.exp(-trustSlope * (rightMetres / accuracyMetres) ** 2);
}
