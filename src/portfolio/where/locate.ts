import { KtimaError } from '../../errors.ts';
import { isInGreece, isSwapped } from '../../property/greece.ts';
import { type Parcel, parcelPosition } from '../../property/parcels.ts';
import { type Subject, searchWithPostalCode, subjectOfAddress } from '../../report/subject.ts';
import type { Enrichment } from '../enrichment.ts';
import type { Point } from '../fields/cell-values.ts';
import type { RowFields } from '../fields/read-fields.ts';
import { type RowMessage, type RowMessages, rowMessage } from '../row-messages.ts';
import { orNotFound, positionOfResult } from './area-positions.ts';
import type { Found } from './claims.ts';
import { type ChosenPosition, reportContradictions, reportMissing } from './contradictions.ts';

/** The position of a row, and the parcel of its KAEK. */
export interface Located {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
}

/**
 * Chooses the position of a row: valid coordinates, else the parcel of its KAEK, else its address,
 * else faulty coordinates. The other fields are compared with the chosen position.
 */
export async function locate(
  enrichment: Enrichment,
  fields: RowFields,
  messages: RowMessages,
): Promise<Located> {
  const found = await lookUp(enrichment, fields);
  const { sound, fault } = await judgePoint(enrichment, fields.point);
  const chosen =
    sound ?? (await byFound(enrichment, found)) ?? (await byFaultyPoint(enrichment, fields, fault));
  if (fault && fields.point) {
    messages.problems.push(faultMessage(fault, fields.point, chosen?.field === 'coordinates'));
  }
  reportMissing(enrichment, fields, found, chosen, messages);
  await reportContradictions(enrichment, fields, found, chosen, messages);
  return { subject: chosen?.subject, parcel: found.parcel };
}

async function lookUp(enrichment: Enrichment, fields: RowFields): Promise<Found> {
  const { kaekCode } = fields;
  const { parcelOfCode } = enrichment.lookups;
  const parcel = kaekCode && (await orNotFound(() => parcelOfCode(kaekCode)));
  const addresses = await orNotFound(() => findAddress(enrichment, fields));
  return {
    parcel: parcel instanceof KtimaError ? undefined : parcel || undefined,
    ...(addresses instanceof KtimaError
      ? { addresses: [], unhinted: [], refusal: addresses.message }
      : addresses),
  };
}

async function findAddress(
  { lookups: { searchAddress }, minConfidence }: Enrichment,
  { address, isStreet, houseNumber, postalCode, city }: RowFields,
): Promise<Pick<Found, 'addresses' | 'unhinted'>> {
  if (address === undefined) return { addresses: [], unhinted: [] };
  const alone = { address, isStreet, ...(houseNumber !== undefined && { houseNumber }) };
  const inTown = { ...alone, ...(city !== undefined && { city }) };
  const found = await searchWithPostalCode(searchAddress, inTown, postalCode);
  const addresses = found.filter(({ match }) => match.confidence >= minConfidence);
  const isDoubtful = addresses[0]?.match.faults.some(({ field }) =>
    ['postal_code', 'city'].includes(field),
  );
  const unhinted = isDoubtful && (await orNotFound(() => searchAddress(alone)));
  return { addresses, unhinted: Array.isArray(unhinted) ? unhinted : [] };
}

/** The bounding box of Greece contains parts of other countries, where no address is near. */
async function judgePoint(
  enrichment: Enrichment,
  point: Point | undefined,
): Promise<{ readonly sound?: ChosenPosition; readonly fault?: PointFault }> {
  if (!point) return {};
  const fault = pointFault(point);
  if (fault) return { fault };
  const chosen = await atPoint(enrichment, point);
  return 'found' in chosen.subject.location ? { sound: chosen } : { fault: 'abroad' };
}

async function atPoint({ lookups }: Enrichment, point: Point): Promise<ChosenPosition> {
  const { latitude, longitude } = point;
  const subject = await lookups.subjectByCoordinates(latitude, longitude);
  return { subject, field: 'coordinates', position: { ...point, accuracyMetres: 0 } };
}

async function byFound(
  { lookups }: Enrichment,
  { parcel, addresses: [address, ...others] }: Found,
): Promise<ChosenPosition | undefined> {
  if (parcel) {
    const subject = await lookups.subjectOfParcel(parcel);
    return { subject, field: 'kaek_code', position: parcelPosition(parcel) };
  }
  if (!address) return undefined;
  const subject = await subjectOfAddress(lookups.parcelUnder, address, others);
  return { subject, field: 'address', position: positionOfResult(address) };
}

async function byFaultyPoint(
  enrichment: Enrichment,
  { point }: RowFields,
  fault: PointFault | undefined,
): Promise<ChosenPosition | undefined> {
  if (!point || !fault || fault === 'zero') return undefined;
  const { latitude, longitude } = point;
  const turned = { latitude: longitude, longitude: latitude };
  return atPoint(enrichment, fault === 'swapped' ? turned : point);
}

/** Why coordinates cannot be those of a property in Greece. */
type PointFault = 'zero' | 'swapped' | 'abroad';

/** The fault of a point; undefined inside the bounding box of Greece. */
function pointFault({ latitude, longitude }: Point): PointFault | undefined {
  if (isInGreece(latitude, longitude)) return undefined;
  if (latitude === 0 && longitude === 0) return 'zero';
  return isSwapped(latitude, longitude) ? 'swapped' : 'abroad';
}

const kinds: Readonly<Record<PointFault, string>> = {
  zero: 'both are 0',
  swapped: 'latitude and longitude are swapped',
  abroad: 'they lie outside Greece',
};

/** The message of a fault; it says whether the coordinates were used nevertheless. */
function faultMessage(fault: PointFault, point: Point, isUsed: boolean): RowMessage {
  const { latitude, longitude } = point;
  const used = fault === 'swapped' ? 'read the other way round' : 'used as they are';
  const outcome = isUsed ? used : 'not used';
  return rowMessage(
    'coordinates',
    kinds[fault],
    `${latitude}, ${longitude}: ${kinds[fault]}; ${outcome}`,
  );
}
