import { KtimaError } from '../../errors.ts';
import type { GeocodeQuery } from '../../geocoder/geocode.ts';
import { type Parcel, parcelPosition } from '../../property/parcels.ts';
import { parcelOfCode, searchAddress } from '../../report/lookups.ts';
import {
  type Subject,
  subjectByCoordinates,
  subjectOfAddress,
  subjectOfParcel,
} from '../../report/subject.ts';
import type { Enrichment } from '../enrichment.ts';
import type { AskedRow } from '../fields/read-fields.ts';
import type { Remarks } from '../remarks.ts';
import type { Found } from './claims.ts';
import { type Chosen, tellContradictions, tellMissing } from './contradictions.ts';
import { orNotFound } from './not-found.ts';
import { faultRemark, type Point, type PointFault, pointFault } from './point-fault.ts';
import { positionOf } from './spots.ts';

/** Where a row is, and the parcel of its own code. */
export interface Located {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
}

/**
 * Finds a row by the surest of what it has: coordinates, then the parcel of its code, then its
 * address, then coordinates with a fault. Whatever else the row says is held against that.
 */
export async function locate(
  enrichment: Enrichment,
  asked: AskedRow,
  remarks: Remarks,
): Promise<Located> {
  const found = await lookUp(enrichment, asked);
  const { sound, fault } = await judgePoint(enrichment, asked.point);
  const chosen =
    sound ?? (await byFound(enrichment, found)) ?? (await byFaultyPoint(enrichment, asked, fault));
  if (fault && asked.point) {
    remarks.problems.push(faultRemark(fault, asked.point, chosen?.field === 'coordinates'));
  }
  tellMissing(enrichment, asked, found, chosen, remarks);
  await tellContradictions(enrichment, asked, found, chosen, remarks);
  return { subject: chosen?.subject, parcel: found.parcel };
}

async function lookUp(enrichment: Enrichment, asked: AskedRow): Promise<Found> {
  const { kaekCode } = asked;
  const parcel = kaekCode && (await orNotFound(() => parcelOfCode(enrichment, kaekCode)));
  const addresses = await orNotFound(() => findAddress(enrichment, asked));
  return {
    parcel: parcel instanceof KtimaError ? undefined : parcel || undefined,
    ...(addresses instanceof KtimaError
      ? { addresses: [], unhinted: [], refusal: addresses.message }
      : addresses),
  };
}

async function findAddress(
  enrichment: Enrichment,
  { address, postalCode, city }: AskedRow,
): Promise<Pick<Found, 'addresses' | 'unhinted'>> {
  if (address === undefined) return { addresses: [], unhinted: [] };
  const query: GeocodeQuery = {
    address,
    minConfidence: enrichment.minConfidence,
    ...(postalCode !== undefined && { postalCode }),
    ...(city !== undefined && { city }),
  };
  const addresses = await searchAddress(enrichment, query);
  const isDoubtful = addresses[0]?.match.faults.some(({ field }) =>
    ['postal_code', 'city'].includes(field),
  );
  const unhinted = isDoubtful && (await orNotFound(() => searchAddress(enrichment, { address })));
  return { addresses, unhinted: Array.isArray(unhinted) ? unhinted : [] };
}

/** In the box around Greece there are other countries too: there no address is near. */
async function judgePoint(
  enrichment: Enrichment,
  point: Point | undefined,
): Promise<{ readonly sound?: Chosen; readonly fault?: PointFault }> {
  if (!point) return {};
  const fault = pointFault(point);
  if (fault) return { fault };
  const chosen = await atPoint(enrichment, point);
  return 'found' in chosen.subject.location ? { sound: chosen } : { fault: 'abroad' };
}

async function atPoint(enrichment: Enrichment, point: Point): Promise<Chosen> {
  const { latitude, longitude } = point;
  const subject = await subjectByCoordinates(enrichment, latitude, longitude);
  return { subject, field: 'coordinates', position: { ...point, accuracyMetres: 0 } };
}

async function byFound(
  enrichment: Enrichment,
  { parcel, addresses: [address] }: Found,
): Promise<Chosen | undefined> {
  if (parcel) {
    const subject = await subjectOfParcel(enrichment, parcel);
    return { subject, field: 'kaek_code', position: parcelPosition(parcel) };
  }
  if (!address) return undefined;
  const subject = await subjectOfAddress(enrichment, address);
  return { subject, field: 'address', position: positionOf(address) };
}

async function byFaultyPoint(
  enrichment: Enrichment,
  { point }: AskedRow,
  fault: PointFault | undefined,
): Promise<Chosen | undefined> {
  if (!point || !fault || fault === 'zero') return undefined;
  const { latitude, longitude } = point;
  const turned = { latitude: longitude, longitude: latitude };
  return atPoint(enrichment, fault === 'swapped' ? turned : point);
}
