import type { CostAnswer } from '../property/cost.ts';
import { countAround, type TypeAround } from '../property/neighbourhood.ts';
import type { Parcel } from '../property/parcels.ts';
import { costSection } from '../report/cost.ts';
import type { Section } from '../report/section.ts';
import type { Subject } from '../report/subject.ts';
import type { Enrichment } from './enrichment.ts';
import type { AskedRow } from './fields/read-fields.ts';
import { newRemarks, type Remark, type Remarks, remark } from './remarks.ts';
import { locate } from './where/locate.ts';

/** What a row has gained. */
export interface Gained extends Remarks {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
  readonly cost: CostAnswer | undefined;
  /** One for each type asked for, in that order; none without a position. */
  readonly around: readonly TypeAround[];
}

/** Half the radius in which most places are looked for. */
const roughMetres = 500;

/** Answers for one row, with the functions that answer for the API. */
export async function enrichRow(enrichment: Enrichment, asked: AskedRow): Promise<Gained> {
  const remarks = newRemarks();
  const { subject, parcel: own } = await locate(enrichment, asked, remarks);
  if (subject) found(subject.location, 'address', remarks.notes);
  return {
    ...remarks,
    subject,
    parcel: findParcel(enrichment, asked, own, subject, remarks),
    cost: findCost(enrichment, asked, subject, remarks),
    around: subject ? findAround(enrichment, subject, remarks) : [],
  };
}

/** The parcel of the row's own code, if it has one; never another in its place. */
function findParcel(
  { sections }: Enrichment,
  { kaekCode }: AskedRow,
  own: Parcel | undefined,
  subject: Subject | undefined,
  { notes }: Remarks,
): Parcel | undefined {
  if (!sections.has('parcel') || kaekCode !== undefined || !subject) return own;
  return found(subject.parcel, 'parcel', notes);
}

/** By the row's own postal code, if it has one, as the operation of the API takes it. */
function findCost(
  { snapshot, sections, today }: Enrichment,
  { building, postalCode }: AskedRow,
  subject: Subject | undefined,
  { problems }: Remarks,
): CostAnswer | undefined {
  // Without a position the lack of a postal code is no second problem.
  if (!sections.has('cost') || (!subject && postalCode === undefined)) return undefined;
  const location = subject?.location;
  const located = location && 'found' in location ? location.found.components.postal_code : null;
  const section = costSection(snapshot.costs, building, postalCode ?? located, today);
  return found(section, 'cost', problems);
}

/** Distances from a position that may be further off than places are looked for tell little. */
function findAround(
  { snapshot, placeTypes, sections }: Enrichment,
  { position, location }: Subject,
  { notes }: Remarks,
): readonly TypeAround[] {
  if (!sections.has('places')) return [];
  const { latitude, longitude, from } = position;
  const accuracyMetres =
    from === 'address' && 'found' in location ? location.found.match.accuracy_m : 0;
  if (accuracyMetres > roughMetres) {
    const words = `counted around a position that is known to about ${accuracyMetres} m only`;
    notes.push(remark('places', 'counted around a rough position', words));
  }
  return countAround(snapshot.places, latitude, longitude, placeTypes);
}

function found<T>(section: Section<T>, about: string, told: Remark[]): T | undefined {
  if ('found' in section) return section.found;
  told.push(remark(about, section.kind, section.reason));
  return undefined;
}
