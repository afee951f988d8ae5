import type { GeocoderIndex } from '../build.ts';
import type { GazetteerPlace } from '../index/gazetteer-places.ts';
import type { Budget } from './budget.ts';
import { fallbackFactor } from './fallback.ts';
import type { PlaceCandidate } from './places.ts';
import { leastScore, leastShareOfBest } from './scale.ts';

/** A place with the share of answers like it that are right. */
export interface RankedPlace extends PlaceCandidate {
  readonly confidence: number;
}

/** How much more often a better match is meant. */
const scorePower = 12;
/** A place of so many inhabitants is meant twice as often as a hamlet. */
const twiceAsOften = 1_500;
/** Namesakes that are meant less often than this, compared with the first, are left out. */
const leastWeight = 0.02;
/** Inhabitants that a postal code counts for beside towns. */
const codePopulation = 1_000;
/** How often the place of that name is the one that is meant. */
const rightName = 0.95;
/** A position is right within so many metres; `positionTrust` gives how often that is the case. */
const rightMetres = 5_000;
const trustSlope = 3.9;

/**
 * The best candidate of each place, with a confidence: how well it fits, the share of those who
 * type the name and mean this place among its namesakes, and how far off its position may be.
 */
export function rankPlaces(
  index: GeocoderIndex,
  candidates: readonly PlaceCandidate[],
  accentFit: (name: string) => number,
  budget: Budget,
): RankedPlace[] {
  const shown = worthShowing(bestOfEach(candidates));
  const best = shown[0]?.score ?? 0;
  const weights = shown.map(({ place, score, inPlaceOf }) => {
    const hasStreet = inPlaceOf !== null && !inPlaceOf.isBareName;
    if (place === null) return weightOf(codePopulation, hasStreet);
    const { population, name } = index.places.places[place]!;
    return weightOf(population, hasStreet) * (score / best) ** scorePower * accentFit(name);
  });
  const sum = weights.reduce((a, b) => a + b, 0);
  const most = Math.max(0, ...weights);
  return shown
    .map((candidate, i) => ({
      ...candidate,
      confidence:
        candidate.score *
        (weights[i]! / sum) *
        trustOf(index, candidate) *
        fallbackFactor(index, candidate, budget),
      weight: weights[i]!,
    }))
    .filter(({ weight }) => weight >= leastWeight * most)
    .sort((a, b) => b.confidence - a.confidence || (a.place ?? -1) - (b.place ?? -1));
}

/**
 * How often a place is meant among its namesakes, by its inhabitants. With a street it is as often
 * as it has inhabitants: each has an address, and hamlets have no streets.
 */
function weightOf(population: number, hasStreet: boolean): number {
  return hasStreet ? population : 1 + population / twiceAsOften;
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

function trustOf(index: GeocoderIndex, { place }: PlaceCandidate): number {
  if (place === null) return 1;
  const { kind, accuracyMetres }: GazetteerPlace = index.places.places[place]!;
  return kind === 'settlement' ? rightName * positionTrust(accuracyMetres) : 1;
}

/**
 * The share of positions within 5 km of the truth, of those of which nine in ten are within
 * `accuracyMetres`. Villages lie denser near the point of their postal code than errors of a normal
 * distribution, whose slope would be 2.3.
 */
function positionTrust(accuracyMetres: number): number {
  return 1 - Math.exp(-trustSlope * (rightMetres / accuracyMetres) ** 2);
}
