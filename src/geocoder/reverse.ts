import { arcFromSquaredChord, earthPoint, metresBetween } from '../geo/earth.ts';
import { visitWithin } from '../geo/earth-grid.ts';
import { type GeocodeResult, municipalityParts } from './answer.ts';
import type { GeocoderIndex } from './build.ts';
import { municipalityAt } from './index/boundaries.ts';
import { keysOf } from './match/houses.ts';
import {
  atCode,
  atHouse,
  atLine,
  atStreet,
  besideHouse,
  type NearHouse,
} from './reverse-answers.ts';
import type { House, NearbyLookup, PostalCodeRow } from './rows.ts';
import { type NearStreet, nearestStreetLine, streetsLike } from './street-lines.ts';

/** A house this near is the address of the point; in metres. */
const houseMetres = 25;
/** A house this near is on the street of the point; in metres. */
const sameStreetMetres = 60;
/** A point this near to the middle of a street is on it, and not at a house of another; in metres. */
const onStreetMetres = 5;
/** A line of a street is looked for this far from the point; in metres. */
const lineMetres = 55;
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
 * position, else the nearest postal code; null outside Greece. Confidence falls with distance.
 * Where borders are imported, the municipality is the one whose border holds the point.
 */
export async function reverse(
  index: GeocoderIndex,
  latitude: number,
  longitude: number,
  { housesAround, streetLinesAround }: NearbyLookup = nothingNearby,
): Promise<ReverseResult | null> {
  const point = { latitude, longitude };
  const municipality = municipalityAt(index.boundaries, point);
  const id = municipality === undefined ? undefined : index.municipalities[municipality]!.id;
  const code = nearestCode(index, point, id) ?? nearestCode(index, point);
  if (code === undefined) return null;
  const [houses, lines] = await Promise.all([
    housesAround(latitude, longitude, sameStreetMetres),
    streetLinesAround(latitude, longitude, lineMetres),
  ]);
  const line = nearestStreetLine(index, point, lines, lineMetres);
  const found =
    byHouseOrLine(index, nearestHouse(index, point, houses), line) ??
    byStreet(index, point) ??
    atCode(index, point, code);
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
  for (const [streetKey, [nearest]] of Map.groupBy(near, ({ house }) => house.streetKey)) {
    const street = streetOf(index, streetKey);
    if (street !== undefined) return { ...nearest!, street };
  }
  return undefined;
}

/** The street of the houses with a key: the one of that name and town that has the key. */
function streetOf(index: GeocoderIndex, streetKey: string): number | undefined {
  const name = streetKey.slice(streetKey.indexOf('/') + 1);
  return streetsLike(index, name).find(
    street => index.streets.hasHouses[street] === 1 && keysOf(index, street).includes(streetKey),
  );
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
