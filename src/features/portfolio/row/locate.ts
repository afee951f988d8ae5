import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import { isAgainstTown } from '#domain/property/address-match.ts';
import { isInGreece, isSwapped } from '#domain/property/greece.ts';
import { type Parcel, parcelPosition } from '#domain/property/parcels.ts';
import { KtimaError } from '#tools/errors.ts';
import { type Subject, searchWithPostalCode, subjectOfAddress } from '../../report/subject.ts';
import type { Point } from '../fields/cell-values.ts';
import type { RowFields } from '../fields/read-fields.ts';
import {
  type Message,
  type RowMessage,
  type RowMessages,
  rowMessage,
} from '../messages/row-messages.ts';
import { type AreaPositions, orNotFound, positionOfResult } from './area-positions.ts';
import { type Found, isSure } from './claims.ts';
import type { Enrichment } from './enrichment.ts';
import {
  type ChosenPosition,
  reportContradictions,
  reportMissing,
} from './report-contradictions.ts';

/** The position of a row, and the parcel of its KAEK. */
export interface Located {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
  /** Whether a field contradicts the position, or the town is not known: the row has no cost. */
  readonly isContradicted: boolean;
  /** Whether the position is that of the property: neither contradicted nor a guess. */
  readonly isCertain: boolean;
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
  const isContradicted = await reportContradictions(enrichment, fields, found, chosen, messages);
  const isSound = chosen?.field === 'address' ? isSure(found.addresses) : chosen !== undefined;
  const isFaulty = fault !== undefined && chosen?.field === 'coordinates';
  const isCertain = isSound && !isContradicted && !isFaulty;
  return { subject: chosen?.subject, parcel: found.parcel, isContradicted, isCertain };
}

async function lookUp(enrichment: Enrichment, fields: RowFields): Promise<Found> {
  const { kaekCode } = fields;
  const { parcelOfCode } = enrichment.lookups;
  const parcel = kaekCode && (await orNotFound(() => parcelOfCode(kaekCode)));
  const addresses = await orNotFound(() => findAddress(enrichment, fields));
  return {
    parcel: parcel instanceof KtimaError ? undefined : parcel || undefined,
    ...(addresses instanceof KtimaError
      ? { addresses: [], unhinted: [], town: undefined, isRefused: true }
      : addresses),
  };
}

async function findAddress(
  { lookups: { searchAddress }, areas, minConfidence }: Enrichment,
  { address, isStreet, houseNumber, postalCode, city, regionalUnit }: RowFields,
): Promise<Pick<Found, 'addresses' | 'unhinted' | 'town' | 'isTownUnknown'>> {
  if (address === undefined) return { addresses: [], unhinted: [], town: undefined };
  const alone = { address, isStreet, ...(houseNumber !== undefined && { houseNumber }) };
  const search = (town: string | undefined) => {
    const inTown = { ...alone, ...(town !== undefined && { city: town }) };
    return searchWithPostalCode(searchAddress, inTown, postalCode);
  };
  const units = regionalUnit === undefined ? [] : areas.unitsNamed(regionalUnit);
  const first = await search(city);
  const isSettled = isSure(first) && (isIn(units, first) || hasCode(first, postalCode));
  const { found, town } =
    units.length === 0 || isSettled
      ? { found: first, town: city }
      : await searchInUnit(search, first, city, regionalUnit!, units);
  const addresses = found.filter(({ match }) => match.confidence >= minConfidence);
  // The regional unit has decided between namesakes already.
  const unhinted =
    !isIn(units, addresses) &&
    hasFault(addresses, ['postal_code', 'city']) &&
    (await orNotFound(() => searchAddress(alone)));
  const isTownUnknown = found.length === 0 && city !== undefined && !(await isTown(areas, city));
  return { addresses, unhinted: Array.isArray(unhinted) ? unhinted : [], town, isTownUnknown };
}

async function isTown(areas: AreaPositions, name: string): Promise<boolean> {
  return (await areas.ofTown(name)).length > 0;
}

function isIn(units: readonly string[], [best]: readonly GeocodeResult[]): boolean {
  return units.includes(best?.components.regional_unit ?? '');
}

function hasCode([best]: readonly GeocodeResult[], postalCode: string | undefined): boolean {
  return postalCode !== undefined && best?.components.postal_code === postalCode;
}

/**
 * Searches again with the regional unit as a further hint. What is found in the unit counts if it
 * contradicts neither town nor postal code; otherwise the first matches do.
 */
async function searchInUnit(
  search: (town: string) => Promise<readonly GeocodeResult[]>,
  first: readonly GeocodeResult[],
  city: string | undefined,
  name: string,
  units: readonly string[],
): Promise<{ readonly found: readonly GeocodeResult[]; readonly town: string | undefined }> {
  const unit = units.length === 1 ? units[0]! : name;
  const town = city === undefined ? `Νομός ${unit}` : `${city}, ${unit}`;
  const again = await orNotFound(() => search(town));
  // A street some kilometres from the town is beside it.
  const isAgainst = ([best]: readonly GeocodeResult[]) =>
    best !== undefined && (isAgainstTown(best.match) || hasFault([best], ['postal_code']));
  const found = again instanceof KtimaError || isAgainst(again) ? [] : again;
  const sureness = (some: readonly GeocodeResult[]) =>
    isIn(units, some) ? some[0]!.match.confidence : -1;
  return sureness(found) > sureness(first) ? { found, town } : { found: first, town: city };
}

function hasFault([best]: readonly GeocodeResult[], fields: readonly string[]): boolean {
  return best?.match.faults.some(({ field }) => fields.includes(field)) ?? false;
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

/** The message of a fault; it says whether the coordinates were used nevertheless. */
function faultMessage(fault: PointFault, point: Point, isUsed: boolean): RowMessage {
  const used = fault === 'swapped' ? 'coordinates_turned' : 'coordinates_used';
  const outcome: Message = { code: isUsed ? used : 'coordinates_not_used' };
  return rowMessage('coordinates', `coordinates_${fault}`, { ...point, outcome });
}
