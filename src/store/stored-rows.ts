import { fromWkb } from '../geo/wkb.ts';
import type { House } from '../geocoder/rows.ts';
import type { CostRate, CostTable } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import type { StoredAddress, StoredParcel } from './layer-tables.ts';
import type { DepreciationRow } from './store.ts';

export function toParcel({ kaek, areaM2, outline }: StoredParcel): Parcel {
  return { kaek, areaM2, geometry: fromWkb(outline) };
}

/** The house of an address that has a number and a street key. */
export function toHouse(address: StoredAddress, source: string): House {
  const { streetKey, houseNumber, postalCode, latitude, longitude } = address;
  return {
    streetKey: streetKey!,
    number: houseNumber!,
    postalCode,
    latitude,
    longitude,
    source,
  };
}

/** Of several sources the one loaded last decides how a type ages: rows come oldest first. */
export function toCosts(rates: CostRate[], rows: readonly DepreciationRow[]) {
  const depreciation: CostTable['depreciation'] = {};
  for (const { propertyType, ...how } of rows) depreciation[propertyType] = how;
  return { rates, depreciation };
}
