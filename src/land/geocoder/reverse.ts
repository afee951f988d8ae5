import { arcFromSquaredChord, earthPoint, metresBetween } from '../../tools/geo/earth.ts';
import { visitWithin } from '../../tools/geo/earth-grid.ts';
import type { GeocoderIndex } from './build.ts';
import { type GeocodeResult, inBothLanguages, municipalityParts } from './geocode-result.ts';
import type { House, NearbyLookup, PostalCodeRow } from './geocoder-rows.ts';
import { municipalityAt } from './index/indexed-boundaries.ts';
import { isInNeighbour } from './index/neighbours.ts';
import { positionOf } from './match/house-positions.ts';
import { isOfStreet, keysOf } from './match/houses.ts';
import { type NearStreet, nearestStreetLine, streetsLike } from './nearest-street-line.ts';
import {
  atCode,
  atHouse,
  atLine,
  atSettlement,
  atStreet,
  besideHouse,
  type NearHouse,
} from './reverse-answers.ts';
import { settlementAround } from './settlement-around.ts';
import { streetKey } from './street-key.ts';

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
  const metresTo = (street: number) => metresBetween(positionOf(index, street), house);
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
  const { latitude, longitude } = positionOf(index, street);
  const lines = await streetLinesAround(latitude, longitude, lineMetres);
  const keys = keysOf(index, street);
  const town = index.municipalities[index.streets.municipality[street]!]!.id;
  const hasLine = lines.some(({ name }) => keys.includes(streetKey(name, town)));
  return hasLine ? undefined : atStreet(index, point, street);
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
