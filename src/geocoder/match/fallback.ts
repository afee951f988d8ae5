import type { GeocoderIndex } from '../build.ts';
import { buildingAsked } from '../names/place-kinds.ts';
import type { Budget } from './budget.ts';
import type { StreetWords } from './name-fit.ts';
import { nameFinder } from './names.ts';
import { isBehindVillage, type PlaceCandidate } from './places.ts';
import { buildingTrust, fallback, fallbackTrust, quality } from './score-factors.ts';
import { strict } from './words.ts';

/**
 * How often a place is right that is returned for an unknown street, in proportion to its score; 1
 * for a place that was requested itself.
 */
export function fallbackFactor(
  index: GeocoderIndex,
  candidate: PlaceCandidate,
  budget: Budget,
): number {
  if (candidate.inPlaceOf === null) return 1;
  const scored = candidate.place === null ? fallback.postalCode : fallback.town;
  return trustIn(index, candidate, budget) / scored;
}

function trustIn(index: GeocoderIndex, candidate: PlaceCandidate, budget: Budget): number {
  const { street, isBareName, streetIsTown } = candidate.inPlaceOf!;
  const building = isBareName ? buildingAsked(street!.words) : undefined;
  if (building !== undefined) return trustInBuilding(index, candidate, building);
  if (isBareName && (streetIsTown || !isStreetName(index, street!, budget))) {
    const isContainer = isBehindVillage(index, candidate.inPlaceOf!, candidate.place);
    return isContainer ? fallbackTrust.perhapsContainer : fallbackTrust.perhapsVillage;
  }
  return hasStreets(index, candidate) ? fallbackTrust.hasStreets : fallbackTrust.noStreets;
}

function trustInBuilding(
  { places, postalCodes }: GeocoderIndex,
  { place, postalCode }: PlaceCandidate,
  building: 'inside' | 'outside',
): number {
  if (building === 'outside') return buildingTrust.outside;
  if (place === null) {
    const { accuracyMetres } = postalCodes[postalCode!]!;
    // Nine of ten are within `accuracyMetres`, and errors have a normal distribution.
    const isOutside = 0.1 ** ((buildingTrust.rightMetres / accuracyMetres) ** 2);
    return fallbackTrust.hasStreets * (1 - isOutside);
  }
  return buildingTrust.village / (1 + places.places[place]!.population / buildingTrust.halfPeople);
}

/** Whether a street anywhere is called so. */
function isStreetName({ names }: GeocoderIndex, typed: StreetWords, budget: Budget): boolean {
  const [best] = nameFinder(names, strict, budget)(typed);
  return best !== undefined && best.coreFit >= quality.sound && best.score >= quality.sound * 0.97;
}

/** Whether streets of a place are known: in its postal codes or, without one, its municipality. */
function hasStreets(index: GeocoderIndex, { place, postalCode }: PlaceCandidate): boolean {
  if (place === null) return index.postalCodeSizes[postalCode!]! > 0;
  const { postalCodes, municipalities } = index.places.places[place]!;
  const numbers = postalCodes.flatMap(code => index.postalCodeNumbers.get(code) ?? []);
  return numbers.length > 0
    ? numbers.some(number => index.postalCodeSizes[number]! > 0)
    : [...municipalities].some(number => index.municipalitySizes[number]! > 0);
}
