import type { GeocodeResult } from '../../geocoder/answer.ts';
import type { Position } from '../../geocoder/rows.ts';
import type { Subject } from '../../report/subject.ts';
import type { Enrichment } from '../enrichment.ts';
import type { AskedRow } from '../fields/read-fields.ts';
import { type Remarks, remark } from '../remarks.ts';
import { claimsOf, type Found, isSure, sureConfidence } from './claims.ts';
import { contradictionMetres, inKilometres, positionOf } from './spots.ts';

/** A position that was chosen, and the field that it comes from. */
export interface Chosen {
  readonly subject: Subject;
  readonly field: 'coordinates' | 'kaek_code' | 'address';
  readonly position: Position;
}

const inTheirWords = {
  coordinates: 'the coordinates',
  kaek_code: 'the parcel',
  address: 'the address',
} as const;

/** What was not found matters where nothing else says where the row is. */
export function tellMissing(
  { sections }: Enrichment,
  { kaekCode, address, point }: AskedRow,
  { parcel, addresses, refusal }: Found,
  chosen: Chosen | undefined,
  { problems, notes }: Remarks,
): void {
  const told = chosen ? notes : problems;
  if (kaekCode !== undefined && !parcel && (!chosen || sections.has('parcel'))) {
    told.push(remark('kaek_code', 'no such parcel is loaded', `no parcel ${kaekCode} is loaded`));
  }
  if (address !== undefined && addresses.length === 0) {
    const tooMany = { kind: 'address: too many streets fit its words', words: refusal ?? '' };
    told.push(refusal ? tooMany : remark('address', 'nothing was found for it'));
  }
  if (kaekCode === undefined && address === undefined && !point) {
    problems.push(remark('position', 'the row does not say where'));
  }
}

/** Holds whatever the row says against the position that was chosen. */
export async function tellContradictions(
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
  if (chosen.field !== 'address') return;
  tellOverruled(found, chosen, remarks);
  if (problems.length === before) tellUnsure(enrichment, found.addresses[0]!, remarks);
}

/** An address that names a town by itself may be found elsewhere by the postal code beside it. */
function tellOverruled({ unhinted }: Found, { position }: Chosen, { problems }: Remarks): void {
  const metres = contradictionMetres(position, { spots: unhinted.map(positionOf) });
  if (metres === undefined || !isSure(unhinted)) return;
  const words = `by itself it is ${unhinted[0]!.formatted_address}, ${inKilometres(metres)} away`;
  problems.push(remark('address', 'contradicts the postal code or town', words));
}

/** That a street is not found where no streets are known is not the row's fault. */
function tellUnsure({ places }: Enrichment, best: GeocodeResult, remarks: Remarks): void {
  const { confidence, faults } = best.match;
  const isStreetOnly = faults.length > 0 && faults.every(({ field }) => field === 'street');
  if (isStreetOnly && !places.hasStreets(best)) {
    const words = `no streets are known there; the position is that of ${best.formatted_address}`;
    remarks.notes.push(remark('address', 'no streets are known there', words));
  } else if (confidence < sureConfidence) {
    const words = `found with a confidence of ${confidence} only`;
    remarks.problems.push(
      remark('address', `found with a confidence below ${sureConfidence}`, words),
    );
  }
}
