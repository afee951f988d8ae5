import { arcFromSquaredChord, metresBetween } from '#tools/geo/earth.ts';
import { visitWithin } from '#tools/geo/point-index.ts';
import {
  boundsAround,
  displayName,
  type GeocodeResult,
  inBothLanguages,
  municipalityParts,
  placeBounds,
  result,
  streetBounds,
  townName,
} from './geocode-result.ts';
import { placeId, pointId, postalCodeId, streetId } from './ids.ts';
import type { GeocoderIndex } from './index/build-index.ts';
import { isInNeighbour, municipalityAt } from './index/indexed-boundaries.ts';
import { positionOfStreet } from './index/indexed-streets.ts';
import { type AroundPoint, settlementAround } from './index/settlement-around.ts';
import { houseAccuracyMetres } from './match/house-positions.ts';
import { isOfStreet, keysOf } from './match/houses.ts';
import { type NearStreet, nearestStreetLine, streetsLike } from './nearest-street-line.ts';
import { readHouseNumber, writeHouseNumber } from './query/house-number.ts';
import type { House, NearbyLookup, Position, PostalCodeRow } from './rows/geocoder-rows.ts';
import { type Fault, faultOf } from './score/evidence.ts';
import { fold, streetKey } from './text/fold.ts';

/** A house this near is the address of the point; in metres. */
const houseMetres = 25;
/** A house this near is on the street of the point; in metres. */
const sameStreetMetres = 60;
/** A point this near to the middle of a street is on it, and not at a house of another; in metres. */
const onStreetMetres = 5;
/** A line of a street is looked for this far from the point; in metres. */
const lineMetres = 55;
/** The same where nothing else is so near. */
const farLineMetres = 250;
/** A street is looked for this far from its position, or further where it is known to be longer. */
const streetMetres = 250;
/** Further than this from every postal code of Greece, the point is not in Greece. */
const farthestMetres = 40_000;

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** What is known at a point. */
export interface ReverseResult extends GeocodeResult {
  /** Metres from the point to the position of the result. */
  readonly distance_m: number;
}

const nothingNearby: NearbyLookup = { housesAround: () => [], streetLinesAround: () => [] };

/**
 * What is known at a point: a house only where the point is at it, else the street whose line is
 * nearest. Where no lines are near, the street of the nearest house or the street with the nearest
 * position, else the settlement or the postal code; null outside Greece. Confidence falls with
 * distance. Where borders are imported, the municipality is the one whose border holds the point.
 */
export async function reverse(
  index: GeocoderIndex,
  latitude: number,
  longitude: number,
  nearby: NearbyLookup = nothingNearby,
): Promise<ReverseResult | null> {
  const point = { latitude, longitude };
  const municipality = municipalityAt(index.boundaries, point);
  const found = (await byStreetOrHouse(index, point, nearby)) ?? byArea(index, point, municipality);
  if (found === undefined) return null;
  const distance = metresBetween(found, point);
  const parts = municipality === undefined ? {} : municipalityParts(index, municipality);
  return {
    ...found,
    ...inBothLanguages(index, { ...found.components, ...parts }),
    distance_m: Math.round(distance * 100) / 100,
  };
}

/** The settlement or the postal code of a point, whichever is more exact; undefined outside Greece. */
function byArea(
  index: GeocoderIndex,
  point: Point,
  municipality: number | undefined,
): GeocodeResult | undefined {
  if (municipality === undefined && isInNeighbour(index.neighbours, point)) return undefined;
  const code = codeOf(index, point, municipality);
  const around = settlementAround(index, point, municipality);
  if (around && around.place.accuracyMetres < (code ? reachOf(code, point) : Infinity)) {
    return atSettlement(index, around, code);
  }
  return code && atCode(index, point, code);
}

/** How far the point may be from the position of its postal code, in metres. */
function reachOf(code: PostalCodeRow, point: Point): number {
  return Math.max(code.accuracyMetres, metresBetween(code, point));
}

/** The nearest postal code of the municipality that holds the point, else the nearest of all. */
function codeOf(
  index: GeocoderIndex,
  point: Point,
  municipality: number | undefined,
): PostalCodeRow | undefined {
  const id = municipality === undefined ? undefined : index.municipalities[municipality]!.id;
  const own = id === undefined ? undefined : nearestCode(index, point, Infinity, id);
  return own ?? nearestCode(index, point, farthestMetres);
}

/** The nearest postal code within some metres, of all or of one municipality. */
function nearestCode(
  index: GeocoderIndex,
  point: Point,
  withinMetres: number,
  municipality?: string,
): PostalCodeRow | undefined {
  let best: PostalCodeRow | undefined;
  let least = withinMetres;
  for (const code of index.postalCodes) {
    if (municipality !== undefined && code.municipality !== municipality) continue;
    const metres = metresBetween(code, point);
    if (metres <= least) [best, least] = [code, metres];
  }
  return best;
}

async function byStreetOrHouse(
  index: GeocoderIndex,
  point: Point,
  { housesAround, streetLinesAround }: NearbyLookup,
): Promise<GeocodeResult | undefined> {
  const { latitude, longitude } = point;
  const [houses, lines] = await Promise.all([
    housesAround(latitude, longitude, sameStreetMetres),
    streetLinesAround(latitude, longitude, lineMetres),
  ]);
  const line = nearestStreetLine(index, point, lines, lineMetres);
  const near = byHouseOrLine(index, nearestHouse(index, point, houses), line);
  if (near) return near;
  const more = await streetLinesAround(latitude, longitude, farLineMetres);
  const far = nearestStreetLine(index, point, more, farLineMetres);
  return far ? atLine(index, far) : byStreet(index, point, streetLinesAround);
}

/** The nearest house, if a search finds it too: on a street that the index has with houses. */
function nearestHouse(
  index: GeocoderIndex,
  point: Point,
  houses: readonly House[],
): NearHouse | undefined {
  const near = houses
    .map(house => ({ house, metres: metresBetween(house, point) }))
    .filter(({ metres }) => metres <= sameStreetMetres)
    .sort((a, b) => a.metres - b.metres);
  for (const nearest of near) {
    const street = streetOf(index, nearest.house);
    if (street === undefined) continue;
    const next = near.find(({ house }) => !isSameAddress(house, nearest.house));
    return { ...nearest, street, nextMetres: next?.metres ?? Number.POSITIVE_INFINITY };
  }
  return undefined;
}

function isSameAddress(a: House, b: House): boolean {
  return a.streetKey === b.streetKey && a.number === b.number;
}

/**
 * The street that a search finds a house on: of the streets of that name in the town one that the
 * house is close to, in the postal code of the house or the nearest.
 */
function streetOf(index: GeocoderIndex, house: House): number | undefined {
  const name = house.streetKey.slice(house.streetKey.indexOf('/') + 1);
  const { streets, postalCodes } = index;
  const isInCode = (street: number) =>
    Number(postalCodes[streets.postalCode[street]!]?.postalCode === house.postalCode);
  const metresTo = (street: number) => metresBetween(positionOfStreet(index, street), house);
  return streetsLike(index, name)
    .filter(
      street => streets.hasHouses[street] === 1 && keysOf(index, street).includes(house.streetKey),
    )
    .filter(street => isOfStreet(index, street, house))
    .sort((a, b) => isInCode(b) - isInCode(a) || metresTo(a) - metresTo(b))[0];
}

function byHouseOrLine(
  index: GeocoderIndex,
  house: NearHouse | undefined,
  line: NearStreet | undefined,
): GeocodeResult | undefined {
  const isOnOther =
    house !== undefined &&
    line !== undefined &&
    line.metres <= onStreetMetres &&
    !keysOf(index, line.street).includes(house.house.streetKey);
  if (house && house.metres <= houseMetres && !isOnOther) return atHouse(index, house);
  if (line) return atLine(index, line);
  return house && besideHouse(index, house);
}

/** By position only if no line of the street is known: a known line would be nearer. */
async function byStreet(
  index: GeocoderIndex,
  point: Point,
  streetLinesAround: NearbyLookup['streetLinesAround'],
): Promise<GeocodeResult | undefined> {
  const street = nearestStreet(index, point);
  if (street === undefined) return undefined;
  const { latitude, longitude } = positionOfStreet(index, street);
  const lines = await streetLinesAround(latitude, longitude, lineMetres);
  const keys = keysOf(index, street);
  const town = index.municipalities[index.streets.municipality[street]!]!.id;
  const hasLine = lines.some(({ name }) => keys.includes(streetKey(name, town)));
  return hasLine ? undefined : atStreet(index, point, street);
}

/** How far from a point a street's position may be, in metres. */
const aroundMetres = 2_000;

/** The nearest street that has a position of its own and may reach the point. */
function nearestStreet(index: GeocoderIndex, point: Point): number | undefined {
  const { points, streets } = index.around;
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  visitWithin(points, point, aroundMetres, (place, squaredChord) => {
    const street = streets[points.origin[place]!]!;
    const metres = arcFromSquaredChord(squaredChord);
    const reach = Math.max(streetMetres, index.streets.accuracyMetres[street]!);
    if (metres > reach || metres > least) return;
    // Of several at one position the first one, whatever the order of the visit.
    if (metres < least || street < best!) [best, least] = [street, metres];
  });
  return best;
}

/*
 * The confidences are shares of right answers, measured on the streets of a town (decision 0053).
 */

/** A house near a point, with its street in the index. */
interface NearHouse {
  readonly house: House;
  readonly street: number;
  readonly metres: number;
  /** How far the next house is; Infinity without another. */
  readonly nextMetres: number;
}

/** A house that is the address of the point. */
function atHouse(index: GeocoderIndex, near: NearHouse): GeocodeResult {
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
function besideHouse(index: GeocoderIndex, { house, street, metres }: NearHouse): GeocodeResult {
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
function atLine(index: GeocoderIndex, line: NearStreet): GeocodeResult {
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
function atStreet(
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

const byPosition = faultOf('street', 'by_one_position');

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
function atCode(
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
function atSettlement(
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
