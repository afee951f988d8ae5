import { type GeocoderIndex, postalCodeRow } from '../build.ts';
import { listOf } from '../index/postings.ts';
import type { Meaning } from '../query/towns.ts';
import type { NamedCandidate } from './named-candidate.ts';
import type { PlaceNameMatch } from './named-place-name-fit.ts';
import { type HeldIn, nearFaults, townShareOf, townsFit } from './named-place-towns.ts';
import { mostRanked } from './rank-named-places.ts';
import { leastWeight } from './rank-places.ts';
import { holdFit, leastNameScore, placeFit } from './score-factors.ts';
import type { Fault } from './street-candidate.ts';
import type { Hints } from './towns.ts';

/** More places are found than ranked: some are near a namesake. */
const mostFound = 10 * mostRanked;

/**
 * A name that fits, with how often it is meant in a municipality, and whether any building of its
 * kind is asked for.
 */
export interface TypedName extends PlaceNameMatch {
  readonly trustIn: (municipality: number) => number;
  readonly isAny: boolean;
  readonly faults: readonly Fault[];
}

/** Whether enough places fit better than `score`, so that one with less would not be ranked. */
export function hasEnough(found: readonly NamedCandidate[], score: number): boolean {
  if (found.length < mostFound) return false;
  return found.reduce((count, other) => count + Number(other.score > score), 0) >= mostFound;
}

/** Adds the places of a name that fit the towns and the postal code. */
export function addPlacesNamed(
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

function codeFit(
  index: GeocoderIndex,
  place: number,
  { postalCode }: Hints,
  faults: Fault[],
): number {
  if (postalCode === null) return 1;
  const code = postalCodeRow(index, postalCode);
  const own = index.municipalities[index.namedPlaces.municipality[place]!];
  if (code === undefined || code.municipality === own?.id) return 1;
  faults.push({ field: 'postal_code', problem: `${postalCode} is not there` });
  return placeFit.otherTown;
}
