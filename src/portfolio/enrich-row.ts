import { KtimaError } from '../errors.ts';
import type { GeocodeQuery } from '../geocoder/geocode.ts';
import type { CostAnswer } from '../property/cost.ts';
import { countAround, type TypeAround } from '../property/neighbourhood.ts';
import type { Parcel } from '../property/parcels.ts';
import type { PlaceType } from '../property/place-types.ts';
import { costSection } from '../report/cost.ts';
import { type Data, parcelOfCode } from '../report/lookups.ts';
import type { Section } from '../report/section.ts';
import {
  type Subject,
  subjectByAddress,
  subjectByCode,
  subjectByCoordinates,
} from '../report/subject.ts';
import type { Snapshot } from '../store/store.ts';
import { type Problem, problem } from './problem.ts';
import type { AskedRow } from './read-fields.ts';

/** What rows are enriched with, and how. */
export interface Enrichment extends Data {
  readonly snapshot: Snapshot;
  /** The types of places to count. */
  readonly placeTypes: readonly PlaceType[];
  /** Addresses found with less confidence count as not found. */
  readonly minConfidence: number;
  /** The day of the run in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** What the file's columns and the loaded data allow; no row is blamed for the rest. */
  readonly sections: ReadonlySet<'parcel' | 'cost' | 'places'>;
}

/** What a row has gained. */
export interface Gained {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
  readonly cost: CostAnswer | undefined;
  /** One for each type asked for, in that order; none without a position. */
  readonly around: readonly TypeAround[];
  readonly problems: readonly Problem[];
}

/** Half the radius in which most places are looked for. */
const roughMetres = 500;

const notLoaded = 'kaek_code: no such parcel is loaded';
const notFound = 'address: nothing was found for it';

/** Answers for one row, with the functions that answer for the API. */
export async function enrichRow(enrichment: Enrichment, asked: AskedRow): Promise<Gained> {
  const problems: Problem[] = [];
  const subject = await findSubject(enrichment, asked, problems);
  if (subject) found(subject.location, 'address', problems);
  const parcel = await findParcel(enrichment, asked, subject, problems);
  const cost = findCost(enrichment, asked, subject, problems);
  const around = subject ? findAround(enrichment, subject, problems) : [];
  return { subject, parcel, cost, around, problems };
}

/** Distances from a position that may be further off than places are looked for tell little. */
function findAround(
  { snapshot, placeTypes, sections }: Enrichment,
  { position, location }: Subject,
  problems: Problem[],
): readonly TypeAround[] {
  if (!sections.has('places')) return [];
  const { latitude, longitude, from } = position;
  const accuracyMetres =
    from === 'address' && 'found' in location ? location.found.match.accuracy_m : 0;
  if (accuracyMetres > roughMetres) {
    const words = `counted around a position that is known to about ${accuracyMetres} m only`;
    problems.push(problem('places', 'counted around a rough position', words));
  }
  return countAround(snapshot.places, latitude, longitude, placeTypes);
}

/** By the surest way that the row has: its point, its parcel, its address. */
async function findSubject(
  enrichment: Enrichment,
  asked: AskedRow,
  problems: Problem[],
): Promise<Subject | undefined> {
  const { point, kaekCode, address } = asked;
  if (point) return subjectByCoordinates(enrichment, point.latitude, point.longitude);
  const byCode =
    kaekCode === undefined
      ? undefined
      : await tried(() => subjectByCode(enrichment, kaekCode), problems, notLoaded);
  if (byCode) return byCode;
  if (address === undefined) {
    if (kaekCode === undefined) problems.push(problem('position', 'the row does not say where'));
    return undefined;
  }
  const query = addressQuery(asked, address, enrichment.minConfidence);
  return tried(() => subjectByAddress(enrichment, query), problems, notFound);
}

function addressQuery(
  { postalCode, city }: AskedRow,
  address: string,
  minConfidence: number,
): GeocodeQuery {
  return {
    address,
    minConfidence,
    ...(postalCode !== undefined && { postalCode }),
    ...(city !== undefined && { city }),
  };
}

/** The parcel of the row's own code, if it has one; never another in its place. */
async function findParcel(
  enrichment: Enrichment,
  { kaekCode, point }: AskedRow,
  subject: Subject | undefined,
  problems: Problem[],
): Promise<Parcel | undefined> {
  if (kaekCode !== undefined) {
    if (subject?.position.from === 'parcel') return found(subject.parcel, 'parcel', problems);
    // Without a point the code was tried first, and its problem told.
    if (!point) return undefined;
    return tried(() => parcelOfCode(enrichment, kaekCode), problems, notLoaded);
  }
  if (!subject || !enrichment.sections.has('parcel')) return undefined;
  return found(subject.parcel, 'parcel', problems);
}

/** By the row's own postal code, if it has one, as the operation of the API takes it. */
function findCost(
  { snapshot, sections, today }: Enrichment,
  { building, postalCode }: AskedRow,
  subject: Subject | undefined,
  problems: Problem[],
): CostAnswer | undefined {
  if (!sections.has('cost')) return undefined;
  const location = subject?.location;
  const located = location && 'found' in location ? location.found.components.postal_code : null;
  const section = costSection(snapshot.costs, building, postalCode ?? located, today);
  return found(section, 'cost', problems);
}

function found<T>(section: Section<T>, about: string, problems: Problem[]): T | undefined {
  if ('found' in section) return section.found;
  problems.push(problem(about, section.kind, section.reason));
  return undefined;
}

/** What was not found is the row's problem; any other failure is the run's. */
async function tried<T>(
  look: () => Promise<T>,
  problems: Problem[],
  kind: string,
): Promise<T | undefined> {
  try {
    return await look();
  } catch (error) {
    if (!(error instanceof KtimaError && error.code === 'NOT_FOUND')) throw error;
    problems.push({ kind, words: error.message });
    return undefined;
  }
}
