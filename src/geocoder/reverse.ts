import { arcFromSquaredChord, earthPoint } from '../geo/earth.ts';
import { visitWithin } from '../geo/earth-grid.ts';
import { displayName, type GeocodeResult, municipalityParts, result, townName } from './answer.ts';
import type { GeocoderIndex } from './build.ts';
import { metresBetween } from './central-position.ts';
import { municipalityAt } from './index/boundaries.ts';
import { listOf } from './index/postings.ts';
import { unlimited } from './match/budget.ts';
import { houseAccuracyMetres } from './match/house-positions.ts';
import { keysOf } from './match/houses.ts';
import { nameFinder } from './match/names.ts';
import { strict } from './match/words.ts';
import { parse } from './query/parse.ts';
import type { House, HousesNear, PostalCodeRow } from './rows.ts';

/** A house this near is the address of the point; in metres. */
const houseMetres = 25;
/** A house this near stands on the street of the point; in metres. */
const sameStreetMetres = 60;
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

/**
 * What is known at a point: a house only where the point is at it, else the street of the nearest
 * house or the nearest street that has a position of its own, else the nearest postal code; null
 * outside Greece. Confidence falls with distance. Where borders are imported, the municipality is
 * the one whose border holds the point.
 */
export async function reverse(
  index: GeocoderIndex,
  latitude: number,
  longitude: number,
  housesNear: HousesNear = () => [],
): Promise<ReverseResult | null> {
  const point = { latitude, longitude };
  const municipality = municipalityAt(index.boundaries, point);
  const id = municipality === undefined ? undefined : index.municipalities[municipality]!.id;
  const code = nearestCode(index, point, id) ?? nearestCode(index, point);
  if (code === undefined) return null;
  const near = await housesNear(latitude, longitude, sameStreetMetres);
  const found = byHouse(index, point, near) ?? byStreet(index, point) ?? atCode(index, point, code);
  const distance = metresBetween(found, point);
  const parts = municipality === undefined ? {} : municipalityParts(index, municipality);
  return {
    ...found,
    components: { ...found.components, ...parts },
    distance_m: Math.round(distance * 100) / 100,
  };
}

/** The nearest postal code, of all or of one municipality. */
function nearestCode(
  index: GeocoderIndex,
  point: Point,
  municipality?: string,
): PostalCodeRow | undefined {
  let best: PostalCodeRow | undefined;
  let least = farthestMetres;
  for (const code of index.postalCodes) {
    if (municipality !== undefined && code.municipality !== municipality) continue;
    const metres = metresBetween(code, point);
    if (metres <= least) [best, least] = [code, metres];
  }
  return best;
}

/** The nearest house, or its street where the house is not near enough to be the address. */
function byHouse(
  index: GeocoderIndex,
  point: Point,
  near: readonly House[],
): GeocodeResult | undefined {
  const house = nearest(point, near);
  const street = house && streetOf(index, house);
  if (house === undefined || street === undefined) return undefined;
  const metres = metresBetween(house, point);
  return metres <= houseMetres
    ? atHouse(index, metres, street, house)
    : besideHouse(index, metres, street, house);
}

function byStreet(index: GeocoderIndex, point: Point): GeocodeResult | undefined {
  const street = nearestStreet(index, point);
  return street === undefined ? undefined : atStreet(index, point, street);
}

/** The nearest street that has a position of its own and may reach the point. */
function nearestStreet(index: GeocoderIndex, { latitude, longitude }: Point): number | undefined {
  const { x, y, z } = earthPoint(latitude, longitude);
  let best: number | undefined;
  let least = Number.POSITIVE_INFINITY;
  visitWithin(index.around.grid, x, y, z, (position, squaredChord) => {
    const street = index.around.streets[index.around.grid.origin[position]!]!;
    const metres = arcFromSquaredChord(squaredChord);
    const reach = Math.max(streetMetres, index.streets.accuracyMetres[street]!);
    if (metres <= reach && metres < least) [best, least] = [street, metres];
  });
  return best;
}

function nearest(point: Point, houses: readonly House[]): House | undefined {
  const distance = (house: House) => metresBetween(house, point);
  return houses
    .filter(house => distance(house) <= sameStreetMetres)
    .toSorted((a, b) => distance(a) - distance(b))[0];
}

/** The street that a house belongs to: the one of that name and town that has its key. */
function streetOf(index: GeocoderIndex, { streetKey }: House): number | undefined {
  const name = streetKey.slice(streetKey.indexOf('/') + 1);
  const { groups } = parse(name, () => false);
  const words = groups.flatMap(group => group.words);
  const numbers = groups.flatMap(group => group.numbers);
  const type = groups.find(group => group.type !== undefined)?.type;
  const names = nameFinder(index.names, strict, unlimited)({ words, numbers, type });
  const streets = names.flatMap(match => [...listOf(index.streets.ofName, match.name)]);
  return streets.find(street => keysOf(index, street).includes(streetKey));
}

function atHouse(
  index: GeocoderIndex,
  metres: number,
  street: number,
  house: House,
): GeocodeResult {
  const confidence = round(1 - metres / (2 * houseMetres));
  const parts = { ...partsBeside(index, street, house), house_number: house.number };
  const at = {
    latitude: house.latitude,
    longitude: house.longitude,
    accuracyMetres: houseAccuracyMetres,
  };
  return result(at, 'house_number', confidence, [], parts, townOf(index, street), house.source);
}

/** The street of a house that is near: its position is where the street is known to pass. */
function besideHouse(
  index: GeocoderIndex,
  metres: number,
  street: number,
  house: House,
): GeocodeResult {
  const confidence = round(0.7 / (1 + metres / (2 * sameStreetMetres)));
  const at = { latitude: house.latitude, longitude: house.longitude, accuracyMetres: metres };
  const parts = partsBeside(index, street, house);
  return result(at, 'street', confidence, [], parts, townOf(index, street), house.source);
}

/** The parts of a street's address, with the postal code that a house on it tells. */
function partsBeside(index: GeocoderIndex, street: number, { postalCode }: House) {
  const isKnown = postalCode !== null && index.postalCodeNumbers.has(postalCode);
  return { ...partsOf(index, street), ...(isKnown && { postal_code: postalCode }) };
}

function atStreet(index: GeocoderIndex, point: Point, street: number): GeocodeResult {
  const { latitude, longitude, accuracyMetres, source, sources } = index.streets;
  const at = {
    latitude: latitude[street]!,
    longitude: longitude[street]!,
    accuracyMetres: accuracyMetres[street]!,
  };
  const confidence = round(0.8 / (1 + metresBetween(at, point) / 500));
  const from = sources[source[street]!]!;
  return result(at, 'street', confidence, [], partsOf(index, street), townOf(index, street), from);
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

function townOf(index: GeocoderIndex, street: number): string {
  const { municipality, locality, localities } = index.streets;
  return townName(index, municipality[street]!, localities[locality[street]!] ?? null);
}

/** The nearest code's point need not be that of the code the point lies in: half sure at best. */
function atCode(index: GeocoderIndex, point: Point, code: PostalCodeRow): GeocodeResult {
  const municipality = index.municipalities.findIndex(({ id }) => id === code.municipality);
  const metres = metresBetween(code, point);
  const confidence = round(0.6 / (1 + metres / code.accuracyMetres));
  const { postalCode: postal_code, locality, source } = code;
  const parts = { street: null, house_number: null, postal_code, locality };
  const all = { ...parts, ...municipalityParts(index, municipality) };
  const at = { ...code, accuracyMetres: Math.max(metres, code.accuracyMetres) };
  return result(
    at,
    'postal_code',
    confidence,
    [],
    all,
    townName(index, municipality, locality),
    source,
  );
}

function round(confidence: number): number {
  return Math.floor(confidence * 1000) / 1000;
}
