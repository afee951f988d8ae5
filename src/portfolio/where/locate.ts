import { KtimaError } from '../../errors.ts';
import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { GeocodeQuery } from '../../geocoder/geocode.ts';
import type { Position } from '../../geocoder/rows.ts';
import { type Parcel, parcelPosition } from '../../property/parcels.ts';
import { parcelOfCode, searchAddress } from '../../report/lookups.ts';
import {
  type Subject,
  subjectByCoordinates,
  subjectOfAddress,
  subjectOfParcel,
} from '../../report/subject.ts';
import type { Enrichment } from '../enrich-row.ts';
import type { AskedRow } from '../fields/read-fields.ts';
import { type Remarks, remark } from '../remarks.ts';
import { claimsOf, type Found, positionOf, sureConfidence } from './claims.ts';
import { faultRemark, type Point, type PointFault, pointFault } from './point-fault.ts';
import { contradictionMetres, inKilometres } from './spots.ts';

/** Where a row is, and the parcel of its own code. */
export interface Located {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
}

/** A position that was chosen, and the field that it comes from. */
interface Chosen {
  readonly subject: Subject;
  readonly field: 'coordinates' | 'kaek_code' | 'address';
  readonly position: Position;
}

const inTheirWords = {
  coordinates: 'the coordinates',
  kaek_code: 'the parcel',
  address: 'the address',
} as const;

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
  const { address, kaekCode, postalCode, city } = asked;
  const { minConfidence } = enrichment;
  const query: GeocodeQuery | undefined =
    address === undefined
      ? undefined
      : {
          address,
          minConfidence,
          ...(postalCode !== undefined && { postalCode }),
          ...(city !== undefined && { city }),
        };
  return {
    parcel: kaekCode === undefined ? undefined : await findParcel(enrichment, kaekCode),
    addresses: query ? await searchAddress(enrichment, query) : [],
  };
}

/** Any failure but that there is none is the run's. */
async function findParcel(enrichment: Enrichment, code: string): Promise<Parcel | undefined> {
  try {
    return await parcelOfCode(enrichment, code);
  } catch (error) {
    if (error instanceof KtimaError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
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

/** What was not found matters where nothing else says where the row is. */
function tellMissing(
  { sections }: Enrichment,
  { kaekCode, address, point }: AskedRow,
  { parcel, addresses }: Found,
  chosen: Chosen | undefined,
  { problems, notes }: Remarks,
): void {
  const told = chosen ? notes : problems;
  if (kaekCode !== undefined && !parcel && (!chosen || sections.has('parcel'))) {
    told.push(remark('kaek_code', 'no such parcel is loaded', `no parcel ${kaekCode} is loaded`));
  }
  if (address !== undefined && addresses.length === 0) {
    told.push(remark('address', 'nothing was found for it'));
  }
  if (kaekCode === undefined && address === undefined && !point) {
    problems.push(remark('position', 'the row does not say where'));
  }
}

async function tellContradictions(
  enrichment: Enrichment,
  asked: AskedRow,
  found: Found,
  chosen: Chosen | undefined,
  remarks: Remarks,
): Promise<void> {
  const { problems } = remarks;
  const before = problems.length;
  const index = await enrichment.geocoder();
  const claims = await claimsOf(asked, found, index, enrichment.places, remarks);
  if (!chosen) return;
  for (const { field, what, spots } of claims) {
    if (field === chosen.field) continue;
    const metres = contradictionMetres(chosen.position, { spots });
    if (metres === undefined) continue;
    const where = inTheirWords[chosen.field];
    const words = `${what} lies ${inKilometres(metres)} from ${where}`;
    problems.push(remark(field, `contradicts ${where}`, words));
  }
  if (chosen.field === 'address' && problems.length === before)
    tellUnsure(found.addresses, remarks);
}

function tellUnsure([best]: readonly GeocodeResult[], { problems }: Remarks): void {
  const confidence = best?.match.confidence ?? 1;
  if (confidence >= sureConfidence) return;
  const words = `found with a confidence of ${confidence} only`;
  problems.push(remark('address', `found with a confidence below ${sureConfidence}`, words));
}
