import { beyondHouseMetres } from '../geocoder/match/spots.ts';
import type { StreetRow } from '../geocoder/rows.ts';
import { metresBetween } from '../geocoder/spread.ts';

/** A street as the engines tell it: the box around its houses, or the point it has itself. */
export interface StreetRecord {
  readonly street: string;
  readonly municipality: string;
  readonly postalCode: string | null;
  readonly source: string;
  readonly south: number;
  readonly north: number;
  readonly west: number;
  readonly east: number;
  readonly reachMetres: number;
  /** 1 or true when it stands for houses, 0 or false for a row of its own. */
  readonly hasHouses: number | boolean;
}

/** Not even a short lane is known better than this by one point. */
const leastAccuracyMetres = 25;

/** The geocoder's row of a street: at the middle of its box, as wide as that or wider. */
export function toStreet(record: StreetRecord): StreetRow {
  const { south, north, west, east, reachMetres } = record;
  const corner = { latitude: south, longitude: west };
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const reach = record.hasHouses
    ? metresBetween(corner, middle) + beyondHouseMetres
    : Math.max(reachMetres, leastAccuracyMetres);
  return {
    name: record.street,
    otherNames: [],
    municipality: record.municipality,
    locality: null,
    postalCode: record.postalCode,
    ranges: [],
    position: { ...middle, accuracyMetres: Math.round(reach) },
    hasHouses: Boolean(record.hasHouses),
    source: record.source,
  };
}
