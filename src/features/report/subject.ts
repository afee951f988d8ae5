import type { GeocodeQuery } from '#domain/geocoder/geocode.ts';
import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { locateWithPostalCode } from '#domain/property/address-match.ts';
import { type Parcel, parcelPoint } from '#domain/property/parcels.ts';
import { notFound } from '#tools/errors.ts';
import type { Sentence } from '#tools/notation/sentences.ts';
import {
  addressAt,
  addressOfIdOrNull,
  type Data,
  parcelOfCode,
  parcelUnder,
  searchAddress,
  unknownResult,
} from './look-up.ts';

/** The content of a report's section, or the reason why it is empty. */
export type Section<T> = { readonly found: T } | { readonly missing: Sentence };

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
    const { accuracy_m: metres, level } = match;
    return { missing: { code: 'too_rough_for_parcel', values: { metres, level } } };
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
  return found ? { found } : { missing: { code: 'no_address_near' } };
}

function parcelSection(parcel: Parcel | undefined): Section<Parcel> {
  return parcel ? { found: parcel } : { missing: { code: 'no_parcel_here' } };
}
