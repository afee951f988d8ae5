import type { GeocodeResult } from '../../../land/geocoder/geocode-result.ts';
import type { Position } from '../../../land/geocoder/geocoder-rows.ts';
import {
  describeGuess,
  isGuess,
  mustAsk,
  sureConfidence,
  townFault,
} from '../../../land/property/address-match.ts';
import { contradictionMetres, inKilometres } from '../../../land/property/contradictions.ts';
import { isOtherTown } from '../../report/cost-section.ts';
import type { Subject } from '../../report/subject.ts';
import type { Enrichment } from '../enrichment.ts';
import type { RowFields } from '../fields/read-fields.ts';
import { type RowMessages, rowMessage } from '../row-messages.ts';
import { positionOfResult } from './area-positions.ts';
import { claimsOf, type Found, isSure } from './claims.ts';

/** The position chosen for a row, and the field that it comes from. */
export interface ChosenPosition {
  readonly subject: Subject;
  readonly field: 'coordinates' | 'kaek_code' | 'address';
  readonly position: Position;
}

const fieldNames = {
  coordinates: 'the coordinates',
  kaek_code: 'the parcel',
  address: 'the address',
} as const;

/** The geocoder's problem with a town that it does not find anywhere, or only with a slip. */
const unknownTown = 'not known';

/** Reports lookups without a result: as notes if the row has a position, otherwise as problems. */
export function reportMissing(
  { sections }: Enrichment,
  { kaekCode, address, point }: RowFields,
  { parcel, addresses, refusal }: Found,
  chosen: ChosenPosition | undefined,
  { problems, notes }: RowMessages,
): void {
  const messages = chosen ? notes : problems;
  if (kaekCode !== undefined && !parcel && (!chosen || sections.has('parcel'))) {
    const text = `no parcel ${kaekCode} is loaded`;
    messages.push(rowMessage('kaek_code', 'no such parcel is loaded', text));
  }
  if (address !== undefined && addresses.length === 0) {
    const tooMany = {
      kind: 'address: too many streets or towns fit its words',
      text: refusal ?? '',
    };
    messages.push(refusal ? tooMany : rowMessage('address', 'nothing was found for it'));
  }
  if (kaekCode === undefined && address === undefined && !point) {
    problems.push(rowMessage('position', 'the row has no location'));
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
  const index = await enrichment.geocoder();
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
    const where = fieldNames[chosen.field];
    const text = `${what} lies ${inKilometres(metres)} from ${where}`;
    problems.push(rowMessage(field, `contradicts ${where}`, text));
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
  const fault = isTownUnknown ? unknownTown : best && townFault(best.match);
  if (!fault?.startsWith(unknownTown)) return false;
  problems.push(rowMessage('city', unknownTown, `${city} is ${fault}`));
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
  const kind = 'the town that is written contradicts the result';
  const field = city === undefined ? 'address' : 'city';
  problems.push(rowMessage(field, kind, `${kind}: ${fault}`));
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
    const text = `${regionalUnit} is not known, and not compared`;
    notes.push(rowMessage('regional_unit', unknownTown, text));
  }
  if (unit === null || units.length === 0 || units.includes(unit)) return;
  const isFar = contradictionMetres(position, areas.ofPrefecture(units)) !== undefined;
  if (field !== 'address' && !isFar) return;
  const where = fieldNames[field];
  const text = `${regionalUnit} is not the unit of ${where}, which is ${unit}`;
  problems.push(rowMessage('regional_unit', `contradicts ${where}`, text));
}

/** The address alone may be found in another town than together with the postal code. */
function reportOverruledAddress(
  { unhinted }: Found,
  { position }: ChosenPosition,
  { problems }: RowMessages,
): void {
  const metres = contradictionMetres(position, unhinted.map(positionOfResult));
  if (metres === undefined || !isSure(unhinted)) return;
  const text = `by itself it is ${unhinted[0]!.formatted_address}, ${inKilometres(metres)} away`;
  problems.push(rowMessage('address', 'contradicts the postal code or town', text));
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
    const isUnsure = confidence < sureConfidence;
    const kind = isUnsure
      ? `found with a confidence below ${sureConfidence}`
      : isGuess(best)
        ? 'found without its street'
        : 'found in several towns';
    problems.push(rowMessage('address', kind, describeGuess(best, others)));
  } else if (isStreetOnly && !areas.hasStreets(best)) {
    const text = `no streets are known there; the position is that of ${best.formatted_address}`;
    notes.push(rowMessage('address', 'no streets are known there', text));
  }
}
