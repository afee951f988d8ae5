import { beyondHouseMetres } from '#domain/geocoder/match/house-positions.ts';
import type {
  BoundaryRow,
  NamedPlaceRow,
  SettlementRow,
} from '#domain/geocoder/rows/country-rows.ts';
import type { House, StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import type {
  CostFactor,
  CostRate,
  CostVersion,
  DepreciationRow,
} from '#domain/property/cost/cost-table.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { SourcedBuilding } from '#domain/zones/buildings.ts';
import type { ZoneGeometry } from '#domain/zones/zone.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import { fromWkb, readWkb } from '#tools/geo/read-wkb.ts';
import { isSampleSource, type NewPlace, type ReadZone, type StoredSource } from '../store.ts';
import type {
  StoredAddress,
  StoredBoundary,
  StoredBuilding,
  StoredFactor,
  StoredNamedPlace,
  StoredParcel,
  StoredRate,
  StoredSettlement,
  StoredZone,
} from './layer-tables.ts';

/** A row with the name of its source. */
export type Sourced<Row> = Row & { readonly source: string };

export function toParcel({ kaek, areaM2, outline, attributes }: StoredParcel): Parcel {
  const parcel = { kaek, areaM2, geometry: fromWkb(outline) };
  return attributes === null ? parcel : { ...parcel, attributes: JSON.parse(attributes) };
}

/** A zone of a source; WKB of other types is never stored. */
export function toZone({ number, label, attributes, outline }: StoredZone): ReadZone {
  const geometry = readWkb(outline) as ZoneGeometry;
  return { number, label, attributes: JSON.parse(attributes), geometry };
}

/** A building as it is read, with its id. */
export type ReadBuilding = StoredBuilding & { readonly id: number };

export function toBuilding({ outline, ...row }: Sourced<ReadBuilding>): SourcedBuilding {
  return { ...row, geometry: fromWkb(outline) };
}

/** An address as it is read with its id and the columns that no checksum covers. */
export type ReadAddress = Omit<StoredAddress, 'externalId'> & {
  readonly id: number;
  readonly external_id: string | null;
};

export function toAddress({ streetKey: _, external_id, ...address }: ReadAddress) {
  return { ...address, externalId: external_id };
}

/** The house of an address that has a number and a street key. */
export function toHouse(address: Sourced<StoredAddress>): House {
  const { streetKey, houseNumber, postalCode, latitude, longitude, source } = address;
  return { streetKey: streetKey!, number: houseNumber!, postalCode, latitude, longitude, source };
}

/** A settlement with its source. */
export function toSettlement(row: Sourced<StoredSettlement>): SettlementRow {
  return { ...row, otherNames: JSON.parse(row.otherNames) };
}

/** A boundary with its source. */
export function toBoundary({ outline, ...row }: Sourced<StoredBoundary>): BoundaryRow {
  return { ...row, otherNames: JSON.parse(row.otherNames), geometry: fromWkb(outline) };
}

/** A named place with its source. */
export function toNamedPlace(row: Sourced<StoredNamedPlace>): NamedPlaceRow {
  return { ...row, otherNames: JSON.parse(row.otherNames) };
}

/** A place of one of the 25 types that has a name, as one that is searched by it. */
export function placeAsNamed(place: Sourced<NewPlace>): NamedPlaceRow {
  const { external_id, name_gr, name_en, place_type, latitude, longitude, source } = place;
  return {
    externalId: external_id,
    category: place_type,
    name: name_gr ?? name_en!,
    otherNames: name_gr !== null && name_en !== null ? [name_en] : [],
    latitude,
    longitude,
    reachMetres: 0,
    source,
  };
}

/** Stops are many, and are called as the streets beside them: their names would hide those. */
export const isSearchedByName = `
  (name_gr IS NOT NULL OR name_en IS NOT NULL) AND place_type <> 'bus_stop'`;

/** A row of costs with the key of its source. */
export type OfSource<Row> = Row & { readonly source_id: number };

/** The versions of the costs, those loaded last first. */
export function toCostVersions(
  sources: readonly StoredSource[],
  rates: readonly OfSource<StoredRate>[],
  factors: readonly OfSource<StoredFactor>[],
  depreciation: readonly OfSource<DepreciationRow>[],
): CostVersion[] {
  const [ratesOf, factorsOf, depreciationOf] = [
    bySource(rates, toRate),
    bySource(factors, toFactor),
    bySource(depreciation, row => row as DepreciationRow),
  ];
  return sources
    .filter(({ layer }) => layer === 'costs')
    .sort((a, b) => b.id - a.id)
    .map(({ id, source, checksum, loadedAt, replacedAt }) => ({
      source,
      isSample: isSampleSource(source),
      checksum,
      loadedAt,
      replacedAt,
      rates: ratesOf.get(id) ?? [],
      factors: factorsOf.get(id) ?? [],
      depreciation: depreciationOf.get(id) ?? [],
    }));
}

function bySource<Stored, Row>(
  rows: readonly OfSource<Stored>[],
  convert: (row: Stored) => Row,
): Map<number, Row[]> {
  const found = new Map<number, Row[]>();
  for (const { source_id, ...row } of rows) {
    const known = found.get(source_id) ?? [];
    found.set(source_id, known);
    known.push(convert(row as unknown as Stored));
  }
  return found;
}

function toRate({ includes, note, ...rate }: StoredRate): CostRate {
  return {
    ...rate,
    ...(includes !== null && {
      includes: includes.split(';') as NonNullable<CostRate['includes']>,
    }),
    ...(note !== null && { note }),
  };
}

function toFactor({ note, ...factor }: StoredFactor): CostFactor {
  if (note?.startsWith('{"line":')) return { ...factor, ...JSON.parse(note) };
  return note === null ? factor : { ...factor, note };
}

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
