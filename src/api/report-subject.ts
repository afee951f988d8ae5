import type { Static } from 'typebox';
import { KtimaError } from '../errors.ts';
import type { GeocodeResult } from '../geocoder/answer.ts';
import { type Parcel, parcelPoint } from '../property/parcels.ts';
import { searchAddress } from './address-search.ts';
import type { ApiParts } from './api.ts';
import { parcelOfCode } from './kaek-search.ts';
import { noParcelHere, parcelUnder } from './parcel-at.ts';
import type { ReportQuery } from './report-body.ts';
import { addressAt } from './reverse.ts';

/** What a section of a report holds or, in words, why it holds nothing. */
export type Section<T> = { readonly found: T } | { readonly reason: string };

/** The property a report is about. */
export interface Subject {
  readonly position: {
    readonly latitude: number;
    readonly longitude: number;
    readonly from: 'address' | 'parcel' | 'coordinates';
  };
  readonly location: Section<GeocodeResult>;
  readonly parcel: Section<Parcel>;
}

const ways = 'address, kaek_code, or latitude and longitude';

/** Finds what is asked about, by whichever of the three ways it is. */
export async function findSubject(
  parts: ApiParts,
  { address, kaek_code, latitude, longitude }: Static<typeof ReportQuery>,
): Promise<Subject> {
  const byPoint = latitude !== undefined || longitude !== undefined;
  const asked = [address !== undefined, kaek_code !== undefined, byPoint].filter(Boolean).length;
  if (asked !== 1) throw wrongWays(asked === 0 ? 'none' : 'several');
  if (address !== undefined) return byAddress(parts, address);
  if (kaek_code !== undefined) return byCode(parts, kaek_code);
  if (latitude === undefined) throw wrongWays('no latitude');
  if (longitude === undefined) throw wrongWays('no longitude');
  return byCoordinates(parts, latitude, longitude);
}

function wrongWays(got: string): KtimaError {
  return new KtimaError('INVALID_INPUT', `expected exactly one of ${ways}; got ${got}`);
}

async function byAddress(parts: ApiParts, address: string): Promise<Subject> {
  const [location] = await searchAddress(parts, { address, limit: 1 });
  if (!location) throw new KtimaError('NOT_FOUND', 'address: nothing was found for it');
  const { latitude, longitude } = location;
  return {
    position: { latitude, longitude, from: 'address' },
    location: { found: location },
    parcel: await parcelOfAddress(parts, location),
  };
}

/** The parcel under a position that is only roughly known would be any of those around it. */
async function parcelOfAddress(
  { store }: ApiParts,
  { latitude, longitude, match }: GeocodeResult,
): Promise<Section<Parcel>> {
  if (match.level !== 'house_number') {
    const known = `the position of the address is known to about ${match.accuracy_m} m only`;
    return { reason: `${known} (match.level ${match.level}), which does not tell the parcel` };
  }
  return parcelSection(await parcelUnder(store, latitude, longitude));
}

async function byCode(parts: ApiParts, code: string): Promise<Subject> {
  const parcel = await parcelOfCode(parts.store, code);
  const { latitude, longitude } = parcelPoint(parcel);
  return {
    position: { latitude, longitude, from: 'parcel' },
    location: await locationAt(parts, latitude, longitude),
    parcel: { found: parcel },
  };
}

async function byCoordinates(parts: ApiParts, latitude: number, longitude: number) {
  return {
    position: { latitude, longitude, from: 'coordinates' as const },
    location: await locationAt(parts, latitude, longitude),
    parcel: parcelSection(await parcelUnder(parts.store, latitude, longitude)),
  };
}

async function locationAt(
  parts: ApiParts,
  latitude: number,
  longitude: number,
): Promise<Section<GeocodeResult>> {
  const found = await addressAt(parts, latitude, longitude);
  return found ? { found } : { reason: 'no address is known near this point' };
}

function parcelSection(parcel: Parcel | undefined): Section<Parcel> {
  return parcel ? { found: parcel } : { reason: noParcelHere };
}
