import type { GeocodeResult } from '#domain/geocoder/geocode-result.ts';
import type { Position } from '#domain/geocoder/rows/geocoder-rows.ts';
import {
  isGuess,
  mustAsk,
  namesakes,
  sureConfidence,
  townFault,
} from '#domain/property/address-match.ts';
import { contradictionMetres, inKilometres } from '#domain/property/contradictions.ts';
import { withDetails } from '#tools/notation/sentences.ts';
import { isOtherTown } from '../../report/cost-section.ts';
import type { Subject } from '../../report/subject.ts';
import type { RowFields } from '../fields/read-fields.ts';
import {
  type Message,
  type RowMessage,
  type RowMessages,
  rowMessage,
} from '../messages/row-messages.ts';
import { positionOfResult } from './area-positions.ts';
import { claimsOf, type Found, isSure } from './claims.ts';
import type { Enrichment } from './enrichment.ts';

/** The position chosen for a row, and the field that it comes from. */
export interface ChosenPosition {
  readonly subject: Subject;
  readonly field: 'coordinates' | 'kaek_code' | 'address';
  readonly position: Position;
}

const fieldNames = {
  coordinates: { code: 'the_coordinates' },
  kaek_code: { code: 'the_parcel' },
  address: { code: 'the_address' },
} as const;

/** Reports lookups without a result: as notes if the row has a position, otherwise as problems. */
export function reportMissing(
  { sections }: Enrichment,
  { kaekCode, address, point }: RowFields,
  { parcel, addresses, isRefused }: Found,
  chosen: ChosenPosition | undefined,
  { problems, notes }: RowMessages,
): void {
  const messages = chosen ? notes : problems;
  if (kaekCode !== undefined && !parcel && (!chosen || sections.has('parcel'))) {
    messages.push(rowMessage('kaek_code', 'no_such_parcel', { kaek: kaekCode }));
  }
  if (address !== undefined && addresses.length === 0) {
    messages.push(rowMessage('address', isRefused ? 'too_many_fit' : 'nothing_found'));
  }
  if (kaekCode === undefined && address === undefined && !point) {
    problems.push(rowMessage('position', 'no_location'));
  }
}

/**
 * Compares the other fields of the row with the chosen position, and reports contradictions. Returns
 * whether there are any, or the address has a town that is not known: then the place is not certain.
 */
export async function reportContradictions(
  enrichment: Enrichment,
  fields: RowFields,
  found: Found,
  chosen: ChosenPosition | undefined,
  messages: RowMessages,
): Promise<boolean> {
  const { problems } = messages;
  const isUnknown = reportUnknownTown(fields, found, messages);
  const before = problems.length;
  const { addresses: index } = enrichment;
  const claims = await claimsOf(fields, found, index, enrichment.areas, messages);
  if (!chosen) return isUnknown;
  const compared = problems.length;
  reportOtherUnit(enrichment, fields, chosen, messages);
  for (const { field, what, positions } of claims) {
    const isOwnCode = field === 'postal_code' && fields.postalCode === codeOf(chosen.subject);
    if (field === chosen.field || isOwnCode) continue;
    const isStrict =
      field === 'postal_code' && isOtherTown(index, chosen.subject, fields.postalCode!);
    const metres = contradictionMetres(chosen.position, positions, isStrict);
    if (metres === undefined) continue;
    const distance = inKilometres(metres);
    const where = fieldNames[chosen.field];
    problems.push(rowMessage(field, 'contradicts', { what, distance, where }));
  }
  if (chosen.field !== 'address') return problems.length > compared;
  reportOverruledAddress(found, chosen, messages);
  if (problems.length === compared && !isUnknown) reportTownFault(fields, found, messages);
  const isContradicted = problems.length > compared || isUnknown;
  if (problems.length === before) reportLowConfidence(enrichment, found.addresses, messages);
  return isContradicted;
}

function codeOf({ location }: Subject): string | null {
  return 'found' in location ? location.found.components.postal_code : null;
}

/** An address that is not found at all, also not as its town, has a town that is not known. */
function reportUnknownTown(
  { city }: RowFields,
  { addresses: [best], isTownUnknown }: Found,
  { problems }: RowMessages,
): boolean {
  const found = best && townFault(best.match);
  const isUnknown = found?.code === 'not_known' || found?.code === 'read_as';
  if (!isTownUnknown && !isUnknown) return false;
  const fault: Message = isUnknown ? withDetails(found) : { code: 'not_known' };
  problems.push(rowMessage('city', 'town_not_known', { town: city, fault }));
  return true;
}

/** The result may be outside the town of its column, or of the address itself. */
function reportTownFault(
  { city }: RowFields,
  { addresses: [best] }: Found,
  { problems }: RowMessages,
): void {
  const fault = best && townFault(best.match);
  if (fault === undefined) return;
  const field = city === undefined ? 'address' : 'city';
  problems.push(rowMessage(field, 'town_contradicts', { fault: withDetails(fault) }));
}

/** The unit of an address is known; the nearest address of a point may lie beyond a border. */
function reportOtherUnit(
  { areas }: Enrichment,
  { regionalUnit }: RowFields,
  { subject: { location }, field, position }: ChosenPosition,
  { problems, notes }: RowMessages,
): void {
  if (regionalUnit === undefined) return;
  const units = areas.unitsNamed(regionalUnit);
  const unit = 'found' in location ? location.found.components.regional_unit : null;
  if (units.length === 0) {
    notes.push(rowMessage('regional_unit', 'unit_not_known', { unit: regionalUnit }));
  }
  if (unit === null || units.length === 0 || units.includes(unit)) return;
  const isFar = contradictionMetres(position, areas.ofPrefecture(units)) !== undefined;
  if (field !== 'address' && !isFar) return;
  const values = { unit: regionalUnit, where: fieldNames[field], found: unit };
  problems.push(rowMessage('regional_unit', 'unit_contradicts', values));
}

/** The address alone may be found in another town than together with the postal code. */
function reportOverruledAddress(
  { unhinted }: Found,
  { position }: ChosenPosition,
  { problems }: RowMessages,
): void {
  const metres = contradictionMetres(position, unhinted.map(positionOfResult));
  if (metres === undefined || !isSure(unhinted)) return;
  const values = { address: unhinted[0]!.formatted_address, distance: inKilometres(metres) };
  problems.push(rowMessage('address', 'address_contradicts', values));
}

/** Reports a guess. A street missing in a known town where no streets are loaded is only a note. */
function reportLowConfidence(
  { areas }: Enrichment,
  [best, ...others]: readonly GeocodeResult[],
  { problems, notes }: RowMessages,
): void {
  if (best === undefined) return;
  const { faults, confidence } = best.match;
  // The fault of the town is reported already.
  if (confidence >= sureConfidence && townFault(best.match) !== undefined) return;
  const isStreetOnly = faults.length > 0 && faults.every(({ field }) => field === 'street');
  if (mustAsk(best, others)) {
    problems.push(guessMessage(best, others));
  } else if (isStreetOnly && !areas.hasStreets(best)) {
    notes.push(rowMessage('address', 'no_streets', { address: best.formatted_address }));
  }
}

function guessMessage(best: GeocodeResult, others: readonly GeocodeResult[]): RowMessage {
  const { confidence } = best.match;
  const isUnsure = confidence < sureConfidence;
  if (!isUnsure && isGuess(best)) return rowMessage('address', 'without_street');
  const values = { least: sureConfidence, confidence, also: namesakes(best, others) };
  return rowMessage('address', isUnsure ? 'low_confidence' : 'several_towns', values);
}
