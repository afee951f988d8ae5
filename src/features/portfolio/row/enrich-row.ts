import type { CostQuestion } from '#domain/property/cost/cost.ts';
import type { Parcel } from '#domain/property/parcels.ts';
import type { TypeAround } from '#domain/property/places.ts';
import { isPlausible, sumsOfTypesEurM2 } from '#domain/property/plausible.ts';
import { type Fault, faultsOf } from '#tools/errors.ts';
import { type BuildingsHere, exceededFloorArea } from '../../report/buildings-section.ts';
import {
  type Building,
  costQuestion,
  postalCodeOf,
  withoutRate,
} from '../../report/cost-section.ts';
import type { GridAnswer } from '../../report/grids-section.ts';
import { accuracyOf, type Section, type Subject } from '../../report/subject.ts';
import type { ZoneAnswers } from '../../report/zones-section.ts';
import { classNamed } from '../fields/class-words.ts';
import type { RowFields } from '../fields/read-fields.ts';
import {
  type Message,
  type MessageCode,
  noMessages,
  type RowMessage,
  type RowMessages,
  rowMessage,
} from '../messages/row-messages.ts';
import type { ClassKind, Enrichment, Lookups, RowCost } from './enrichment.ts';
import { locate } from './locate.ts';
import type { PositionLevel } from './position-levels.ts';

/** What was found for a row, with its problems and notes. */
export interface EnrichedRow extends RowMessages {
  readonly subject: Subject | undefined;
  readonly parcel: Parcel | undefined;
  /** Whether its position is certain: neither contradicted by a field nor a guess. */
  readonly isCertain: boolean;
  readonly cost: RowCost | undefined;
  /** One count for each place type of the plan, in the same order; empty without a position. */
  readonly around: readonly TypeAround[];
  /** Metres on foot to the nearest, likewise; null if none is reached. */
  readonly onFoot: readonly (number | null)[];
  /** Undefined without a position, or if it is too rough. */
  readonly buildings: BuildingsHere | undefined;
  /** The same. */
  readonly zones: ZoneAnswers | undefined;
  readonly grids: readonly GridAnswer[] | undefined;
}

/** How the position of a row was found; undefined if it has none. */
export function positionLevel({
  subject,
}: Pick<EnrichedRow, 'subject'>): PositionLevel | undefined {
  if (!subject) return undefined;
  const { location, position } = subject;
  if (position.from !== 'address') return position.from;
  return 'found' in location ? location.found.match.level : undefined;
}

/** Half of the search radius of most place types. */
const roughMetres = 500;

/** Looks up everything for one row, with the same functions as the API. */
export async function enrichRow(enrichment: Enrichment, fields: RowFields): Promise<EnrichedRow> {
  const messages = noMessages();
  const { subject, parcel: own, ...place } = await locate(enrichment, fields, messages);
  if (subject) found(subject.location, 'address', messages.notes);
  const parcel = findParcel(enrichment, fields, own, subject, messages);
  const buildings = subject && (await findBuildings(enrichment, subject, parcel, messages));
  if (place.isCertain) reportLargerArea(fields, buildings, messages);
  // A contradiction is a problem of the row already.
  const cost = place.isContradicted
    ? undefined
    : await findCost(enrichment, fields, subject, messages);
  reportImplausibleSum(enrichment, fields, cost, messages);
  return {
    ...messages,
    subject,
    parcel,
    buildings,
    isCertain: place.isCertain,
    cost,
    ...(subject ? findAround(enrichment, subject, messages) : nothingAround),
    zones: subject && (await findZones(enrichment, subject, messages)),
    grids: subject && (await findGrids(enrichment, subject)),
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
  { building, postalCode, years }: RowFields,
  subject: Subject | undefined,
  messages: RowMessages,
): Promise<RowCost | undefined> {
  const { lookups, sections, today } = enrichment;
  const { problems } = messages;
  // The missing position is reported already, and explains the missing postal code.
  if (!sections.has('cost') || (!subject && postalCode === undefined)) return undefined;
  const priced = subject ? postalCodeOf(enrichment, subject, postalCode) : { found: postalCode! };
  const stated = statedBuilding(enrichment, building, messages);
  const question = costQuestion(stated, priced, today);
  const section =
    'missing' in question
      ? ((await priceByTown(enrichment, stated, subject, priced, messages)) ?? question)
      : await priceRow(lookups, question.found, problems);
  // The guess or the contradiction is a problem of the row already.
  if ('missing' in section && explained.has(section.missing.code) && problems.length > 0) {
    return undefined;
  }
  const cost = found(section, 'cost', problems);
  if (!cost || !years || !('found' in question)) return cost;
  const asIsIn = (constructionYear: number) =>
    lookups.priceOf({ ...question.found, constructionYear }).then(
      ({ asIs }) => asIs,
      // The other end may be after a renovation.
      error => void withoutCost(error),
    );
  const [oldest, newest] = [await asIsIn(years.from), await asIsIn(years.to)];
  return { ...cost, years: { ...years, oldest, newest } };
}

/** The most postal codes of a town whose rates are compared. */
const mostCodes = 400;

/** The cost of a row of which only the town is known, if all postal codes there have the same. */
async function priceByTown(
  { lookups, addresses: index, today, terms }: Enrichment,
  building: Building,
  subject: Subject | undefined,
  priced: Section<string>,
  { problems, notes }: RowMessages,
): Promise<Priced | undefined> {
  if (!subject || 'found' in priced || priced.missing.code !== 'postal_code_missing') {
    return undefined;
  }
  const { location } = subject;
  const town = 'found' in location ? location.found.components.municipality : null;
  const ids = index.municipalities.filter(row => row.nominative === town).map(({ id }) => id);
  const codes = index.postalCodes.filter(code => ids.includes(code.municipality));
  const places = new Map(
    codes.map(({ postalCode }) => [
      terms.rates === 'finest' ? postalCode : postalCode.slice(0, 2),
      postalCode,
    ]),
  );
  if (places.size === 0 || places.size > mostCodes) return undefined;
  let same: Priced | undefined;
  for (const code of places.values()) {
    const question = costQuestion(building, { found: code }, today);
    if ('missing' in question) return question;
    const section = await priceRow(lookups, question.found, problems);
    if ('missing' in section) return undefined;
    if (same && 'found' in same && same.found.rateEurM2 !== section.found.rateEurM2)
      return undefined;
    same ??= section;
  }
  notes.push(rowMessage('cost', 'priced_by_town'));
  return same;
}

/**
 * The cost of a row. Only the cost as is depends on years, condition and ageing: if they do not fit,
 * that is a problem, and the cost as new stays.
 */
async function priceRow(
  { priceOf }: Lookups,
  question: CostQuestion,
  problems: RowMessage[],
): Promise<Priced> {
  const price = (asked: CostQuestion) =>
    priceOf(asked).then((cost): Priced => ({ found: cost }), withoutCost);
  const section = await price(question);
  const isMisfit = 'missing' in section && section.missing.code === 'value_not_in_cost_data';
  if (!isMisfit || question.constructionYear === undefined) return section;
  const { constructionYear, renovationYear, condition, ageing, ...asNew } = question;
  const rest = await price(asNew);
  if ('missing' in rest) return section;
  found(section, 'cost as is', problems);
  return rest;
}

/** The building with the terms of the run; the cells of the row take precedence. */
function statedBuilding(
  { terms, lookups }: Enrichment,
  building: Building,
  { notes }: RowMessages,
): Building {
  const sent = Object.entries(building).filter(([, value]) => value !== undefined);
  const { ageing, condition, renovationYear, quality, ...stated } = {
    ...terms,
    ...(Object.fromEntries(sent) as Partial<Building>),
  };
  const itemOf = (kind: ClassKind, text: string | undefined) => {
    const items = text === undefined ? [] : lookups.classesOf(kind);
    if (text !== undefined && items.length === 0) {
      notes.push(rowMessage(kind, 'classes_not_loaded'));
    }
    if (text === undefined || items.length === 0) return undefined;
    // An unknown class stays as it is, so that the message lists those that are known.
    return classNamed(text, items) ?? text;
  };
  const isAged = building.constructionYear !== undefined;
  return {
    ...building,
    ...stated,
    quality: itemOf('quality', quality),
    // Without a year nothing ages, and the cost as new stays.
    ageing: isAged ? ageing : undefined,
    renovationYear: isAged ? renovationYear : undefined,
    condition: isAged ? itemOf('condition', condition) : undefined,
  };
}

/** A value that the cost data do not have, or years in the wrong order, are a problem of the row. */
function withoutCost(error: unknown): Priced {
  const faults = faultsOf(error).map(misfit);
  if (faults.length === 0) return withoutRate(error);
  return { missing: { code: 'value_not_in_cost_data', values: { faults } } };
}

/** A value that does not fit the cost data, or the years beside it. */
function misfit({ field, code, allowed, least, most }: Fault): Message {
  if (allowed) {
    const isNone = allowed.length === 0;
    return isNone
      ? { code: 'none_loaded', values: { field } }
      : { code: 'one_of', values: { field, allowed: allowed.join(', ') } };
  }
  if (most === undefined || code !== 'out_of_range')
    return { code: 'not_priced', values: { field } };
  const values = { field, least, most };
  return { code: least === undefined ? 'year_until' : 'year_between', values };
}

/** The cost of a row, or why there is none. */
type Priced = { readonly found: RowCost } | { readonly missing: Message };

const explained: ReadonlySet<MessageCode> = new Set([
  'address_guessed',
  'address_against_town',
  'postal_code_far',
  'postal_code_not_near',
]);

/** Counts places, and adds a note when the position is too rough for useful distances. */
function findAround(
  { lookups, placeTypes, sections }: Enrichment,
  subject: Subject,
  { notes }: RowMessages,
): Pick<EnrichedRow, 'around' | 'onFoot'> {
  if (!sections.has('places')) return nothingAround;
  const { latitude, longitude } = subject.position;
  const accuracyMetres = accuracyOf(subject);
  if (accuracyMetres > roughMetres) {
    notes.push(rowMessage('places', 'rough_places', { metres: accuracyMetres }));
  }
  return {
    around: lookups.around(latitude, longitude, placeTypes),
    onFoot: lookups.onFoot(latitude, longitude, placeTypes),
  };
}

const nothingAround = { around: [], onFoot: [] };

/** What stands on the parcel of the row, or at its position. */
async function findBuildings(
  { lookups: { buildingsOf }, withBuildings, sections }: Enrichment,
  subject: Subject,
  parcel: Parcel | undefined,
  { notes }: RowMessages,
): Promise<BuildingsHere | undefined> {
  if (!withBuildings) return undefined;
  const own = parcel ? { ...subject, parcel: { found: parcel } } : subject;
  const section = await buildingsOf(own);
  // A position that is too rough for the parcel is noted already.
  const { parcel: missing } = subject;
  const isSame =
    'missing' in section && 'missing' in missing && section.missing.code === missing.missing.code;
  const isNoted = sections.has('parcel') && isSame;
  return isNoted ? undefined : found(section, 'buildings', notes);
}

function reportLargerArea(
  { building: { buildAreaM2 } }: RowFields,
  buildings: BuildingsHere | undefined,
  { problems }: RowMessages,
): void {
  const most = exceededFloorArea(buildings, buildAreaM2);
  if (most === undefined) return;
  const values = { area: buildAreaM2, most: Math.round(most) };
  problems.push(rowMessage('build_area', 'larger_than_buildings', values));
}

/** A sum insured far above the cost, or that no building of the type has for each m². */
function reportImplausibleSum(
  { sums: { mostRatio, eurM2 } }: Enrichment,
  { building: { propertyType, buildAreaM2, sumInsured } }: RowFields,
  cost: RowCost | undefined,
  { problems }: RowMessages,
): void {
  if (sumInsured === undefined) return;
  const ratio = sumInsured / (cost?.asNew || Number.POSITIVE_INFINITY);
  if (ratio > mostRatio) {
    problems.push(rowMessage('sum_insured', 'over_insured', { ratio: rounded(ratio), mostRatio }));
  }
  const bounds = eurM2 ?? (propertyType && sumsOfTypesEurM2[propertyType]);
  const perM2 = sumInsured / (buildAreaM2 ?? Number.NaN);
  if (bounds === undefined || Number.isNaN(perM2) || isPlausible(perM2, bounds)) return;
  problems.push(rowMessage('sum_insured', 'sum_per_m2', { got: rounded(perM2), ...bounds }));
}

const rounded = (value: number) => Math.round(value * 10) / 10;

async function findZones(
  { lookups: { zonesOf }, zoneKinds }: Enrichment,
  subject: Subject,
  { notes }: RowMessages,
): Promise<ZoneAnswers | undefined> {
  if (zoneKinds.length === 0) return undefined;
  return found(await zonesOf(subject, zoneKinds), 'zones', notes);
}

/** A position that is too rough has empty cells, as `match_accuracy_m` explains. */
async function findGrids(
  { lookups: { gridsOf }, gridKinds }: Enrichment,
  subject: Subject,
): Promise<readonly GridAnswer[] | undefined> {
  if (gridKinds.length === 0) return undefined;
  const grids = await gridsOf(subject, gridKinds);
  return 'found' in grids ? grids.found : undefined;
}

function found<T>(
  section: { readonly found: T } | { readonly missing: Message },
  about: string,
  messages: RowMessage[],
): T | undefined {
  if ('found' in section) return section.found;
  messages.push({ field: about, ...section.missing });
  return undefined;
}
