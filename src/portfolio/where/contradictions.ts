import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { Position } from '../../geocoder/rows.ts';
import { describeGuess, isGuess, mustAsk, sureConfidence } from '../../property/address-match.ts';
import { contradictionMetres, inKilometres } from '../../property/contradictions.ts';
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

/** The geocoder's problem with a town that it does not find anywhere. */
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

/** Compares the other fields of the row with the chosen position, and reports contradictions. */
export async function reportContradictions(
  enrichment: Enrichment,
  fields: RowFields,
  found: Found,
  chosen: ChosenPosition | undefined,
  messages: RowMessages,
): Promise<void> {
  const { problems } = messages;
  reportUnknownTown(fields, found, messages);
  const before = problems.length;
  const index = await enrichment.geocoder();
  const claims = await claimsOf(fields, found, index, enrichment.areas, messages);
  if (!chosen) return;
  reportOtherUnit(enrichment, fields, chosen, messages);
  for (const { field, what, positions } of claims) {
    if (field === chosen.field) continue;
    const metres = contradictionMetres(chosen.position, positions);
    if (metres === undefined) continue;
    const where = fieldNames[chosen.field];
    const text = `${what} lies ${inKilometres(metres)} from ${where}`;
    problems.push(rowMessage(field, `contradicts ${where}`, text));
  }
  if (chosen.field !== 'address') return;
  reportOverruledAddress(found, chosen, messages);
  if (problems.length === before) reportLowConfidence(enrichment, found.addresses, messages);
}

function reportUnknownTown(
  { city }: RowFields,
  { addresses: [best] }: Found,
  { problems }: RowMessages,
): void {
  const isUnknown = best?.match.faults.some(
    ({ field, problem }) => field === 'city' && problem === unknownTown,
  );
  if (isUnknown) problems.push(rowMessage('city', unknownTown, `${city} is not known`));
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
  const { faults } = best.match;
  const isStreetOnly = faults.length > 0 && faults.every(({ field }) => field === 'street');
  if (mustAsk(best, others)) {
    const isUnsure = best.match.confidence < sureConfidence;
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
