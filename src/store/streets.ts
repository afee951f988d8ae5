import { metresBetween } from '../geo/earth.ts';
import { beyondHouseMetres } from '../geocoder/match/house-positions.ts';
import type { StreetRow } from '../geocoder/rows.ts';

/** A street as the engines read it: the box around its houses, or its own point. */
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
  /** 1 or true when it is made from houses, 0 or false for a row of its own. */
  readonly hasHouses: number | boolean;
}

/** Not even a short lane is known better than this by one point. */
const leastAccuracyMetres = 25;
/** Nine of ten streets of Athens reach no further from their middle: of a street known by a point. */
const usualReachMetres = 500;

/** The geocoder's row of a street: at the middle of its box, as wide as that or wider. */
export function toStreet(record: StreetRecord): StreetRow {
  const { south, north, west, east, reachMetres } = record;
  const corner = { latitude: south, longitude: west };
  const middle = { latitude: (south + north) / 2, longitude: (west + east) / 2 };
  const reach = record.hasHouses
    ? metresBetween(corner, middle) + beyondHouseMetres
    : Math.max(reachMetres || usualReachMetres, leastAccuracyMetres);
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

/** Each street that has a row of its own; then streets that have only house rows, one row a street. */
export const streetSql = `
  SELECT a.street, a.municipality, a.postal_code AS "postalCode", s.source,
         min(a.latitude) AS south, max(a.latitude) AS north,
         min(a.longitude) AS west, max(a.longitude) AS east,
         max(a.reach_m) AS "reachMetres", a.house_number IS NOT NULL AS "hasHouses"
  FROM addresses a JOIN sources s ON s.id = a.source_id
  WHERE a.municipality IS NOT NULL
  GROUP BY a.source_id, s.source, a.municipality, a.street, a.postal_code, "hasHouses",
           CASE WHEN a.house_number IS NULL THEN a.id END
  ORDER BY "hasHouses", a.source_id DESC, a.municipality, a.street,
           a.postal_code NULLS FIRST, min(a.id)`;
