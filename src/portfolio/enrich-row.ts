import type { CostAnswer } from '../property/cost.ts';
import type { Parcel } from '../property/parcels.ts';
import { countAround, type TypeAround } from '../property/places.ts';
import { costSection, postalCodeOf } from '../report/cost.ts';
import type { MissingKind, Section, Subject } from '../report/subject.ts';
import type { ZoneAnswers } from '../report/zones.ts';
import type { Enrichment } from './enrichment.ts';
import type { RowFields } from './fields/read-fields.ts';
import { noMessages, type RowMessage, type RowMessages, rowMessage } from './row-messages.ts';
import { locate } from './where/locate.ts';

/** What was found for a row, with its problems and notes. */
export interface EnrichedRow extends RowMessages {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
  readonly cost: CostAnswer | undefined;
  /** One count for each place type of the plan, in the same order; empty without a position. */
  readonly around: readonly TypeAround[];
  /** Undefined without a position, or if it is too rough. */
  readonly zones: ZoneAnswers | undefined;
}

/** Half of the search radius of most place types. */
const roughMetres = 500;

/** Looks up everything for one row, with the same functions as the API. */
export async function enrichRow(enrichment: Enrichment, fields: RowFields): Promise<EnrichedRow> {
  const messages = noMessages();
  const { subject, parcel: own } = await locate(enrichment, fields, messages);
  if (subject) found(subject.location, 'address', messages.notes);
  return {
    ...messages,
    subject,
    parcel: findParcel(enrichment, fields, own, subject, messages),
    cost: await findCost(enrichment, fields, subject, messages),
    around: subject ? findAround(enrichment, subject, messages) : [],
    zones: subject && (await findZones(enrichment, subject, messages)),
  };
}

/** A row with a KAEK gets that parcel or none; without a KAEK, the parcel at its position. */
function findParcel(
  { sections }: Enrichment,
  { kaekCode }: RowFields,
  own: Parcel | undefined,
  subject: Subject | undefined,
  { notes }: RowMessages,
): Parcel | undefined {
  if (!sections.has('parcel') || kaekCode !== undefined || !subject) return own;
  return found(subject.parcel, 'parcel', notes);
}

/**
 * Chooses the postal code as the report does: the row's own if it fits the position, else that of the
 * address that was found. A row without a position has the cost of its own postal code.
 */
async function findCost(
  enrichment: Enrichment,
  { building, postalCode }: RowFields,
  subject: Subject | undefined,
  { problems }: RowMessages,
): Promise<CostAnswer | undefined> {
  const { snapshot, sections, today } = enrichment;
  // The missing position is reported already, and explains the missing postal code.
  if (!sections.has('cost') || (!subject && postalCode === undefined)) return undefined;
  const priced = subject
    ? await postalCodeOf(enrichment, subject, postalCode)
    : { found: postalCode! };
  const section = costSection(snapshot.costs, building, priced, today);
  // The guess or the contradiction is a problem of the row already.
  if ('kind' in section && explained.includes(section.kind) && problems.length > 0) {
    return undefined;
  }
  return found(section, 'cost', problems);
}

const explained: readonly MissingKind[] = [
  'the address is a guess',
  'the postal code contradicts the position',
];

/** Counts places, and adds a note when the position is too rough for useful distances. */
function findAround(
  { snapshot, placeTypes, sections }: Enrichment,
  { position, location }: Subject,
  { notes }: RowMessages,
): readonly TypeAround[] {
  if (!sections.has('places')) return [];
  const { latitude, longitude, from } = position;
  const accuracyMetres =
    from === 'address' && 'found' in location ? location.found.match.accuracy_m : 0;
  if (accuracyMetres > roughMetres) {
    const text = `counted around a position that is known to about ${accuracyMetres} m only`;
    notes.push(rowMessage('places', 'counted around a rough position', text));
  }
  return countAround(snapshot.places, latitude, longitude, placeTypes);
}

async function findZones(
  { zonesOf }: Enrichment,
  subject: Subject,
  { notes }: RowMessages,
): Promise<ZoneAnswers | undefined> {
  return zonesOf && found(await zonesOf(subject), 'zones', notes);
}

function found<T>(section: Section<T>, about: string, messages: RowMessage[]): T | undefined {
  if ('found' in section) return section.found;
  messages.push(rowMessage(about, section.kind, section.reason));
  return undefined;
}
