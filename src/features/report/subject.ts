import type { GeocodeQuery } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { locateWithPostalCode } from '#domain/property/address-match.ts';
import { type Parcel, parcelPoint } from '#domain/property/parcels.ts';
import { notFound } from '#tools/errors.ts';
import {
  addressAt,
  addressOfIdOrNull,
  type Data,
  parcelOfCode,
  parcelUnder,
  searchAddress,
  unknownResult,
} from './look-up.ts';

/** Why a section is empty, as one of a few kinds that can be counted. */
export type MissingKind =
  | 'no address is known near the point'
  | 'no loaded parcel holds the point'
  | 'the position is too rough to find the parcel'
  | 'property_type or build_area is missing'
  | 'the postal code is not known'
  | 'the postal code contradicts the position'
  | 'the address is a guess'
  | 'the address contradicts its town'
  | 'no cost for this postal-code prefix and property type'
  | 'a value does not fit the cost data'
  | 'too many zones may apply'
  | 'too many buildings lie around it';

/** The content of a report's section, or the reason why it is empty. */
export type Section<T> =
  | { readonly found: T }
  | { readonly reason: string; readonly kind: MissingKind };

/** The property of a report. */
export interface Subject {
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly from: 'address' | 'parcel' | 'coordinates';
  };
  readonly location: Section<GeocodeResult>;
  /** Other matches of the address, best first. */
  readonly others?: readonly GeocodeResult[];
  readonly parcel: Section<Parcel>;
}

/** How far a position may be wrong, in metres. Coordinates and parcels count as exact. */
export function accuracyOf({ position, location }: Subject): number {
  return position.from === 'address' && 'found' in location ? location.found.match.accuracy_m : 0;
}

/** The reason for a missing parcel. */
export const noParcelHere = 'no loaded parcel holds this point';

/**
 * The property at an address, or at the match that an id means if the data have it. Throws NOT_FOUND
 * if there is no such address.
 */
export async function subjectByAddress(
  data: Data,
  address: string | undefined,
  postalCode: string | undefined,
  id?: string,
): Promise<Subject> {
  const chosen = id === undefined ? null : await addressOfIdOrNull(data, id);
  if (!chosen && address === undefined) throw unknownResult();
  const under: ParcelUnder = (latitude, longitude) => parcelUnder(data, latitude, longitude);
  if (chosen) return subjectOfAddress(under, chosen, []);
  const search = (query: GeocodeQuery) => searchAddress(data, query);
  const [location, ...others] = await searchWithPostalCode(
    search,
    { address: address! },
    postalCode,
  );
  if (!location) throw notFound('address', 'nothing was found for it');
  return subjectOfAddress(under, location, others);
}

/** The matches of an address, chosen by the postal code of the property (decision 0013). */
export function searchWithPostalCode(
  search: (query: GeocodeQuery) => Promise<readonly GeocodeResult[]>,
  query: GeocodeQuery,
  postalCode: string | undefined,
): Promise<readonly GeocodeResult[]> {
  return locateWithPostalCode(
    hint => search(hint === undefined ? query : { ...query, postalCode: hint }),
    postalCode,
  );
}

type ParcelUnder = (latitude: number, longitude: number) => Promise<Parcel | undefined>;

/** The property at an address match. */
export async function subjectOfAddress(
  under: ParcelUnder,
  location: GeocodeResult,
  others: readonly GeocodeResult[],
): Promise<Subject> {
  const { latitude, longitude } = location;
  return {
    position: { latitude, longitude, from: 'address' },
    location: { found: location },
    others,
    parcel: await parcelOfAddress(under, location),
  };
}

/** The parcel at an address, only for an accurate position: otherwise it could be a neighbour. */
async function parcelOfAddress(
  under: ParcelUnder,
  { latitude, longitude, match }: GeocodeResult,
): Promise<Section<Parcel>> {
  if (match.level !== 'house_number') {
    const known = `the position of the address is known to about ${match.accuracy_m} m only`;
    return {
      reason: `${known} (match.level ${match.level}), which is not exact enough to find the parcel`,
      kind: 'the position is too rough to find the parcel',
    };
  }
  return parcelSection(await under(latitude, longitude));
}

/** The property of a KAEK. Throws INVALID_INPUT if it is no KAEK, NOT_FOUND if it is not loaded. */
export async function subjectByCode(data: Data, code: string): Promise<Subject> {
  return subjectOfParcel(data, await parcelOfCode(data, code));
}

/** The property of a parcel. */
export async function subjectOfParcel(data: Data, parcel: Parcel): Promise<Subject> {
  const { latitude, longitude } = parcelPoint(parcel);
  return {
    position: { latitude, longitude, from: 'parcel' },
    location: await locationAt(data, latitude, longitude),
    parcel: { found: parcel },
  };
}

/** The property at a point. */
export async function subjectByCoordinates(
  data: Data,
  latitude: number,
  longitude: number,
): Promise<Subject> {
  return {
    position: { latitude, longitude, from: 'coordinates' },
    location: await locationAt(data, latitude, longitude),
    parcel: parcelSection(await parcelUnder(data, latitude, longitude)),
  };
}

async function locationAt(
  data: Data,
  latitude: number,
  longitude: number,
): Promise<Section<GeocodeResult>> {
  const found = await addressAt(data, latitude, longitude);
  if (found) return { found };
  return {
    reason: 'no address is known near this point',
    kind: 'no address is known near the point',
  };
}

function parcelSection(parcel: Parcel | undefined): Section<Parcel> {
  if (parcel) return { found: parcel };
  return { reason: noParcelHere, kind: 'no loaded parcel holds the point' };
}
