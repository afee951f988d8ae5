import { metresBetween } from '../../tools/geo/earth.ts';
import { boundsAround, placeBounds, streetBounds } from './bounds.ts';
import type { GeocoderIndex } from './build.ts';
import {
  displayName,
  type GeocodeResult,
  inBothLanguages,
  municipalityParts,
  result,
  townName,
} from './geocode-result.ts';
import type { House, Position, PostalCodeRow } from './geocoder-rows.ts';
import { placeId, pointId, postalCodeId, streetId } from './ids.ts';
import type { Fault } from './match/evidence.ts';
import { houseAccuracyMetres } from './match/house-positions.ts';
import type { NearStreet } from './nearest-street-line.ts';
import { readHouseNumber, writeHouseNumber } from './query/house-number.ts';
import type { AroundPoint } from './settlement-around.ts';
import { fold } from './text/fold.ts';

/*
 * The confidences are shares of right answers, measured on the streets of a town (decision 0053).
 */

/** A house near a point, with its street in the index. */
export interface NearHouse {
  readonly house: House;
  readonly street: number;
  readonly metres: number;
  /** How far the next house is; Infinity without another. */
  readonly nextMetres: number;
}

/** A house that is the address of the point. */
export function atHouse(index: GeocoderIndex, near: NearHouse): GeocodeResult {
  const { house, street, metres, nextMetres } = near;
  const { latitude, longitude } = house;
  const at = { latitude, longitude, accuracyMetres: houseAccuracyMetres };
  const number = readHouseNumber(fold(house.number));
  // A number that no text can ask for: the id is that of the point.
  const id = number ? streetId(index, street, number) : pointId(latitude, longitude);
  const house_number = number ? writeHouseNumber(number) : house.number;
  const parts = { ...partsBeside(index, street, house), house_number };
  // Half way between two houses, or where both have one position, it may be either.
  const share = Math.min(1, (nextMetres + 1) / (2 * (metres + 1)));
  const confidence = round((1 - metres / 50) * share);
  const town = townOf(index, street);
  return result(index, at, 'house_number', confidence, [], parts, town, house.source, { id });
}

/** The street of a house that is near: its position is where the street is known to pass. */
export function besideHouse(
  index: GeocoderIndex,
  { house, street, metres }: NearHouse,
): GeocodeResult {
  const { latitude, longitude } = house;
  const at = { latitude, longitude, accuracyMetres: metres };
  const parts = partsBeside(index, street, house);
  const confidence = round(0.7 / (1 + metres / 120));
  const [town, known] = [townOf(index, street), knownOf(index, street)];
  return result(index, at, 'street', confidence, [], parts, town, house.source, known);
}

/** The parts of a street's address, with the postal code of a house on it. */
function partsBeside(index: GeocoderIndex, street: number, { postalCode }: House) {
  const isKnown = postalCode !== null && index.postalCodeNumbers.has(postalCode);
  return { ...partsOf(index, street), ...(isKnown && { postal_code: postalCode }) };
}

/** A line is drawn in the middle of its street, some metres off at most. */
const lineAccuracyMetres = 10;
/** Where the next street is this much further, there is no doubt between the two. */
const clearLeadMetres = 10;

/** The street whose line is nearest: its position is the nearest point of the line. */
export function atLine(index: GeocoderIndex, line: NearStreet): GeocodeResult {
  const { street, latitude, longitude, metres, leadMetres } = line;
  const at = { latitude, longitude, accuracyMetres: lineAccuracyMetres };
  // Between two streets equally near it may be either.
  const clear = (1 + Math.min(1, leadMetres / clearLeadMetres)) / 2;
  const confidence = round((0.95 * clear) / (1 + metres / 100));
  return streetAnswer(index, street, at, confidence);
}

/** Half as sure at this distance from the one position that is known of a street, in metres. */
const halfSureMetres = 25;
/** Beyond some 70 m, the street with the nearest position is the right one this often. */
const leastConfidence = 0.1;

/** The street with the nearest position. It is uncertain: another street may pass nearer. */
export function atStreet(
  index: GeocoderIndex,
  point: { readonly latitude: number; readonly longitude: number },
  street: number,
): GeocodeResult {
  const { latitude, longitude, accuracyMetres } = index.streets;
  const at = {
    latitude: latitude[street]!,
    longitude: longitude[street]!,
    accuracyMetres: accuracyMetres[street]!,
  };
  const share = 0.8 / (1 + (metresBetween(at, point) / halfSureMetres) ** 2);
  return streetAnswer(index, street, at, round(Math.max(leastConfidence, share)), [byPosition]);
}

const byPosition: Fault = {
  field: 'street',
  problem: 'chosen by one position of each street, as no line of a street is known here',
};

function streetAnswer(
  index: GeocoderIndex,
  street: number,
  at: Position,
  confidence: number,
  faults: readonly Fault[] = [],
): GeocodeResult {
  const { source, sources } = index.streets;
  const parts = partsOf(index, street);
  const from = sources[source[street]!]!;
  const [town, known] = [townOf(index, street), knownOf(index, street)];
  return result(index, at, 'street', confidence, faults, parts, town, from, known);
}

function partsOf(index: GeocoderIndex, street: number) {
  const { streets, postalCodes } = index;
  return {
    street: displayName(index, street),
    house_number: null,
    postal_code: postalCodes[streets.postalCode[street]!]?.postalCode ?? null,
    locality: streets.localities[streets.locality[street]!] ?? null,
    ...municipalityParts(index, streets.municipality[street]!),
  };
}

function knownOf(index: GeocoderIndex, street: number) {
  return { id: streetId(index, street), bounds: streetBounds(index, street) };
}

function townOf(index: GeocoderIndex, street: number): string {
  const { municipality, locality, localities } = index.streets;
  return townName(index, municipality[street]!, localities[locality[street]!] ?? null);
}

/**
 * The point may lie in another postal code than the nearest one: confidence of one half at most.
 */
export function atCode(
  index: GeocoderIndex,
  point: { readonly latitude: number; readonly longitude: number },
  code: PostalCodeRow,
): GeocodeResult {
  const municipality = index.municipalities.findIndex(({ id }) => id === code.municipality);
  const metres = metresBetween(code, point);
  const confidence = round(0.6 / (1 + metres / code.accuracyMetres));
  const { postalCode: postal_code, locality, source } = code;
  const parts = { street: null, house_number: null, postal_code, locality };
  const all = { ...parts, ...municipalityParts(index, municipality) };
  const at = { ...code, accuracyMetres: Math.max(metres, code.accuracyMetres) };
  const town = townName(index, municipality, locality);
  const known = { id: postalCodeId(postal_code), bounds: boundsAround([code]) };
  return result(index, at, 'postal_code', confidence, [], all, town, source, known);
}

/** How sure the middle of a settlement is; at its edge half of that. */
const sureInSettlement = 0.8;

/** The settlement or island around the point, with the nearest postal code unless it has its own. */
export function atSettlement(
  index: GeocoderIndex,
  { number, place, metres }: AroundPoint,
  code: PostalCodeRow | undefined,
): GeocodeResult {
  const own = place.postalCodes.length === 1 ? place.postalCodes[0]! : null;
  const municipality = municipalityParts(index, place.municipality);
  const parts = { street: null, house_number: null, locality: place.name, ...municipality };
  const confidence = round(sureInSettlement / (1 + metres / place.accuracyMetres));
  const town = [...new Set([place.name, municipality.municipality])].filter(Boolean).join(', ');
  const written = { ...parts, postal_code: own };
  const known = { id: placeId(index, number), bounds: placeBounds(index, number) };
  const found = result(
    index,
    place,
    'locality',
    confidence,
    [],
    written,
    town,
    place.source,
    known,
  );
  // The nearest code may be that of the next village, so it is not written into the address.
  const postal_code = own ?? code?.postalCode ?? null;
  return { ...found, ...inBothLanguages(index, { ...found.components, postal_code }) };
}

function round(confidence: number): number {
  return Math.floor(confidence * 1000) / 1000;
}
