import { KtimaApiError } from '../../../../client/src/client.ts';
import type { Fault, Problem } from '../../../../client/src/types.ts';
import { type TermName, termOf } from '../../state/subject/cost-terms.ts';
import type { TypedBuilding } from '../../state/subject/history-state.ts';
import type { CostWords, useCostWords } from './words.ts';

/** The fields of the form that the service can refuse. */
export type RefusedField =
  | 'propertyType'
  | 'buildArea'
  | 'postalCode'
  | 'constructionYear'
  | TermName;
type CostLocale = Pick<ReturnType<typeof useCostWords>, 'own' | 'words' | 'format'>;
export type Refusals = Partial<Record<RefusedField, string>>;

const fields: Readonly<Record<string, RefusedField>> = {
  property_type: 'propertyType',
  build_area: 'buildArea',
  postal_code: 'postalCode',
  construction_year: 'constructionYear',
};

/** What the service refused, as a text for each field; empty for failures of another kind. */
export function refusalsOf(
  failure: unknown,
  { propertyType }: Pick<TypedBuilding, 'propertyType'>,
  locale: CostLocale,
): Refusals {
  if (!(failure instanceof KtimaApiError)) return {};
  const isUnpriced = failure.type === noCostMapping;
  const refused = failure.errors.flatMap(fault => {
    const field = fields[fault.field] ?? termOf(fault.field);
    if (!field) return [];
    return [[field, isUnpriced ? noRate(fault, propertyType, locale) : expected(fault, locale)]];
  });
  return Object.fromEntries(refused);
}

const noCostMapping: Problem['type'] = 'urn:ktima:error:no_cost_mapping';

function expected({ field, message, allowed }: Fault, { own }: CostLocale): string {
  if (allowed?.length === 0) return own.faults.noneLoaded;
  if (allowed) return own.faults.oneOf(allowed.map(name => nameIn(own, name)).join(', '));
  return own.faults.expected(message.slice(`${field}: expected `.length));
}

function noRate(
  { field, allowed, earliest = '' }: Fault,
  propertyType: TypedBuilding['propertyType'],
  { own, words, format }: CostLocale,
): string {
  if (field === 'index')
    return own.faults.indexBegins(...(earliest.split('-Q') as [string, string]));
  if (field === 'valuation_date') return own.faults.noRateOn(format.day(earliest));
  const nameOf = (type: string) => words.cost.types[type as 'apartment'] ?? type;
  const missing = field.endsWith('_area_m2') ? field.slice(0, -'_area_m2'.length) : propertyType;
  const text = own.faults.noRate(nameOf(missing ?? ''));
  return allowed ? `${text} ${own.faults.otherTypes(allowed.map(nameOf).join(', '))}` : text;
}

/** Whether the service has no rates at all, though it may have other cost data. */
export function isWithoutRates(failure: unknown): boolean {
  if (!(failure instanceof KtimaApiError)) return false;
  return failure.type === noCostMapping && failure.errors.length === 0;
}

/** The name of a class or a set of the data: translated if it is usual, else as the data have it. */
export function nameIn({ names }: CostWords, name: string): string {
  return Object.hasOwn(names, name) ? names[name]! : name.replaceAll('_', ' ');
}
