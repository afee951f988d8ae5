import { fromWkb } from '../geo/read-wkb.ts';
import type { BoundaryRow, NamedPlaceRow, SettlementRow } from '../geocoder/country/rows.ts';
import type { House } from '../geocoder/rows.ts';
import type { CostRate, CostTable } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import type {
  StoredAddress,
  StoredBoundary,
  StoredNamedPlace,
  StoredParcel,
  StoredSettlement,
} from './layer-tables.ts';
import type { DepreciationRow, NewPlace } from './store.ts';

/** A row with the name of its source. */
export type Sourced<Row> = Row & { readonly source: string };

export function toParcel({ kaek, areaM2, outline }: StoredParcel): Parcel {
  return { kaek, areaM2, geometry: fromWkb(outline) };
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

/** Of several sources the one loaded last decides how a type ages: rows come oldest first. */
export function toCosts(rates: CostRate[], rows: readonly DepreciationRow[]) {
  const depreciation: CostTable['depreciation'] = {};
  for (const { propertyType, ...how } of rows) depreciation[propertyType] = how;
  return { rates, depreciation };
}
