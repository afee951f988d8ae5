import type { GeocoderIndex } from '../index/build-index.ts';
import {
  detailed,
  type Finding,
  findings,
  leastScore,
  leastShareOfBest,
} from '../score/evidence.ts';
import { type StreetCandidate, withEvidence } from './candidates.ts';
import type { PlaceCandidate } from './find-places.ts';
import { likenesses } from './name-fit.ts';

/** What a number that the best street cannot have takes from the certainty of all results. */
const doubtfulNumber = 0.75;
/** How often a place is meant whose name is also that of a street in the town beside it. */
const sameNameDoubt = 0.9;
/** How often people write a city's name for a street that each of its suburbs has too. */
const suburbShare = 0.03;
const mostSuburbs = 5;
/** How much less often a street of the city is meant whose name fits less well than a suburb's. */
const similarNamePower = 4;
/** A rival counts from this share of the best score on, and fully when it is as good. */
const rivalShare = 0.96;

/**
 * The best candidate of each street, best first; ties by the size of the town (its inhabitants, then
 * its streets), then stretches that are known to lie somewhere, then by code.
 */
export function sortStreets(
  index: GeocoderIndex,
  found: readonly StreetCandidate[],
): StreetCandidate[] {
  const best = new Map<number, StreetCandidate>();
  for (const candidate of found) {
    const known = best.get(candidate.street);
    if (known === undefined || known.score < candidate.score) best.set(candidate.street, candidate);
  }
  const { municipality, postalCode, latitude } = index.streets;
  const ranks = index.municipalityRanks;
  const rank = (street: number) => ranks[municipality[street]!] ?? ranks.length;
  // If all else is equal, a street comes before the avenue or square of the same name.
  const type = ({ name }: StreetCandidate) => index.names.types[name]!;
  const unplaced = (street: number) => Number(Number.isNaN(latitude[street]!));
  return [...best.values()].sort(
    (a, b) =>
      b.score - a.score ||
      rank(a.street) - rank(b.street) ||
      type(a) - type(b) ||
      unplaced(a.street) - unplaced(b.street) ||
      postalCode[a.street]! - postalCode[b.street]! ||
      a.street - b.street,
  );
}

/** The inhabitants of a municipality's main town. Municipalities are the first places. */
export function inhabitantsOf({ places }: GeocoderIndex, municipality: number): number {
  return places.places[municipality]?.population ?? 0;
}

/**
 * Drops the stretches of a street without the requested number, or without a recorded range, if
 * another stretch has the number. The requested postal code stays.
 */
export function dropOtherStretches(
  index: GeocoderIndex,
  sorted: readonly StreetCandidate[],
  askedCode: string | null,
): StreetCandidate[] {
  const isAsked = ({ street }: StreetCandidate) =>
    askedCode !== null &&
    index.postalCodes[index.streets.postalCode[street]!]?.postalCode === askedCode;
  const key = (candidate: StreetCandidate) => identityOf(index, candidate);
  const certainly = new Set(sorted.filter(c => c.inRange === true).map(key));
  const perhaps = new Set(sorted.filter(c => c.inRange === null).map(key));
  if (certainly.size === 0 && perhaps.size === 0) return [...sorted];
  return sorted.filter(
    c =>
      c.inRange === true ||
      isAsked(c) ||
      !(certainly.has(key(c)) || (c.inRange === false && perhaps.has(key(c)))),
  );
}

/** Streets of neighbouring towns are results for a city only if the city has no such street. */
export function dropNeighbours(sorted: readonly StreetCandidate[]): StreetCandidate[] {
  const best = sorted[0];
  if (best === undefined || best.evidence.some(isOtherPlaceOrName)) return [...sorted];
  return sorted.filter(candidate => !isElsewhere(candidate));
}

function isOtherPlaceOrName({ name, fault }: Finding): boolean {
  return (
    !isSpelling(name) &&
    fault !== null &&
    fault.field !== 'locality' &&
    fault.field !== 'house_number'
  );
}

/** Whether a street is not in the town that was asked for. */
function isElsewhere({ evidence }: StreetCandidate): boolean {
  return evidence.some(
    ({ name, fault }) => fault?.field === 'city' && !isSpelling(name),
  );
}

function isSpelling(name: string): boolean {
  return name === findings.townSlip.name || name === findings.townUnfinished.name;
}

/**
 * How sure a street of a city is beside streets of the same name in its suburbs, and a street of a
 * suburb beside those of the city with a similar name, 0 to 1.
 */
export function suburbDoubt(index: GeocoderIndex, sorted: readonly StreetCandidate[]): number {
  const [best] = sorted;
  if (best === undefined) return 1;
  if (isElsewhere(best)) {
    const inCity = sorted.find(candidate => !isElsewhere(candidate));
    return 1 / (1 + ((inCity?.score ?? 0) / best.score) ** similarNamePower);
  }
  const least = best.score * findings.inBasin.fit * 0.95;
  const suburbs = new Set(
    sorted
      .filter(candidate => isElsewhere(candidate) && candidate.score >= least)
      .map(({ street }) => index.streets.municipality[street]!),
  );
  return 1 / (1 + suburbShare * Math.min(suburbs.size, mostSuburbs));
}

/** How sure a place is whose name is also that of a street in the town beside it, 0 to 1. */
export function streetDoubt(place: PlaceCandidate, sorted: readonly StreetCandidate[]): number {
  const isStreet = ({ evidence }: StreetCandidate) =>
    evidence.every(({ fit, trust }) => fit < 1 || trust === 1);
  const isRival = (street: StreetCandidate) =>
    isStreet(street) && street.score >= place.score * rivalShare * findings.inBasin.fit;
  return sorted.some(isRival) ? sameNameDoubt : 1;
}

/** What is worth showing: not noise beside the best. */
export function worthShowing(sorted: readonly StreetCandidate[]): StreetCandidate[] {
  const best = sorted[0]?.score ?? 0;
  const least = best >= leastScore ? leastScore : 0;
  return sorted.filter(({ score }) => score >= least && score >= best * leastShareOfBest);
}

/**
 * How much rivals lower the confidence, as a factor for all results: 1 without rivals, towards one
 * half with more streets as good as the best. Those slightly worse count in part, so that
 * a tiny difference does not make a certain winner.
 */
export function certainty(index: GeocoderIndex, sorted: readonly StreetCandidate[]): number {
  const best = sorted[0]?.score ?? 0;
  const rivals = new Map<number, number>();
  let stretches = 0;
  for (const candidate of sorted) {
    const strength = Math.max(0, (candidate.score / best - rivalShare) / (1 - rivalShare));
    if (strength === 0) break;
    if (isInNamesake(index, candidate, sorted[0]!)) continue;
    const identity = identityOf(index, candidate);
    if (rivals.has(identity)) stretches += strength;
    else rivals.set(identity, strength);
  }
  const streets = [...rivals.values()].reduce((sum, strength) => sum + strength, 0);
  const number = sorted[0]?.inRange === false ? doubtfulNumber : 1;
  return number * (0.5 + 0.5 / Math.max(1, streets)) * (0.9 + 0.1 / (1 + stretches));
}

/** Whether a street is in a namesake of the first one's town: the shares of both count already. */
function isInNamesake(
  { streets: { municipality } }: GeocoderIndex,
  { street, townShare }: StreetCandidate,
  first: StreetCandidate,
): boolean {
  return townShare < 1 && municipality[street] !== municipality[first.street];
}

/** The same number for the stretches of a street: its town and its name. */
export function identityOf(
  { streets: { municipality, ofName } }: GeocoderIndex,
  { street, name }: StreetCandidate,
): number {
  return municipality[street]! * ofName.starts.length + name;
}

/** A number, which one of two streets has, never decides between them. */
const leastShare = 0.95;

/**
 * Where a street is called just as typed, the streets of its town that only share the stem are
 * other streets, and are dropped. Those that sound alike or have more words are hardly meant, and
 * come last.
 */
export function otherNamesLast(
  index: GeocoderIndex,
  sorted: readonly StreetCandidate[],
): StreetCandidate[] {
  const { municipality } = index.streets;
  const towns = Map.groupBy(sorted, ({ street }) => municipality[street]!);
  const [first] = sorted;
  const isSure = first?.isInAskedTown && first.isWhole && !isElsewhere(first);
  const judged = sorted.flatMap(candidate => {
    const inTown = towns.get(municipality[candidate.street]!)!;
    if (!isSure && inTown.length === 1) return candidate;
    const rivals = isSure ? [first, ...inTown] : inTown;
    const better = rivals.filter(({ score }) => score >= candidate.score * leastShare);
    return beside(index, candidate, better);
  });
  return judged.sort((a, b) => Number(a.isOtherName) - Number(b.isOtherName));
}

/** What a candidate is worth beside better ones. */
function beside(
  index: GeocoderIndex,
  candidate: StreetCandidate,
  better: readonly StreetCandidate[],
): StreetCandidate[] {
  const rank = ({ likeness }: StreetCandidate) => likenesses.indexOf(likeness);
  const isLess = better.some(one => rank(one) > rank(candidate));
  if (isLess && candidate.likeness === 'form') return [];
  const called = detailed(findings.calledOtherwise, index.names.texts[candidate.name]!);
  if (isLess) return [lessSure(candidate, [findings.otherBySound, called])];
  const isLonger = !candidate.isWhole && better.some(({ isWhole }) => isWhole);
  return [isLonger ? lessSure(candidate, [findings.otherLonger]) : candidate];
}

function lessSure(candidate: StreetCandidate, found: readonly Finding[]): StreetCandidate {
  const other = { ...candidate, isOtherName: true };
  return withEvidence(other, [...found, ...candidate.evidence]);
}
