import { propertyTypes } from '#domain/property/cost/building.ts';
import { KtimaApiError } from '../../../../client/src/client.ts';
import { type TermName, termOf } from '../../state/subject/cost-terms.ts';
import type { TypedBuilding } from '../../state/subject/history-state.ts';
import type { Words } from '../../tools/language/el.ts';
import type { CostWords } from './words-el.ts';

/** The fields of the form that the service can refuse. */
export type RefusedField =
  | 'propertyType'
  | 'buildArea'
  | 'postalCode'
  | 'constructionYear'
  | TermName;
export type Refusals = Partial<Record<RefusedField, string>>;

const fields: Readonly<Record<string, RefusedField>> = {
  property_type: 'propertyType',
  build_area: 'buildArea',
  postal_code: 'postalCode',
  construction_year: 'constructionYear',
};

/** What of the form decides at which field there is no rate. */
type Asked = Pick<TypedBuilding, 'propertyType'>;

/** What the service refused, as a text for each field; empty for failures of another kind. */
export function refusalsOf(failure: unknown, asked: Asked, words: Words, own: CostWords): Refusals {
  if (!(failure instanceof KtimaApiError)) return {};
  const { status, message } = failure;
  if (status === 422) return noRate(message, asked, words, own);
  if (status !== 400) return {};
  // The message names all faults: `renovation_year: expected a year from …; quality: expected …`.
  const faults = message.split('; ').flatMap(fault => {
    const [, name = '', expected = ''] = /^(\w+)(?: is missing)?: expected (.+)$/.exec(fault) ?? [];
    const field = fields[name] ?? termOf(name);
    return field ? [[field, expectation(expected, own)]] : [];
  });
  return Object.fromEntries(faults);
}

function expectation(expected: string, own: CostWords): string {
  if (expected.startsWith('nothing')) return own.faults.noneLoaded;
  const names = /^one of (.+)$/.exec(expected)?.[1]?.split(', ');
  return names
    ? own.faults.oneOf(names.map(name => nameIn(own, name)).join(', '))
    : own.faults.expected(expected);
}

function noRate(message: string, asked: Asked, words: Words, own: CostWords): Refusals {
  const begins = /^index: .* begins in (\S+), after/.exec(message)?.[1];
  if (begins) return { index: own.faults.indexBegins(begins) };
  const [, prefix, missing, known] =
    /^no reconstruction cost for postal-code prefix (\d{2}) and property_type (\w+)(?: on \S+; its rates begin on \S+|; the prefix has (.+))$/.exec(
      message,
    ) ?? [];
  const missingType = propertyTypes.find(name => name === missing);
  if (!prefix || !missingType) return {};
  // Rates that begin later: only then the day is the reason.
  if (known === undefined) return { valuationDate: own.faults.noRateOn(prefix) };
  const others = propertyTypes.filter(name => known.split(', ').includes(name));
  const text = [
    own.faults.noRate(prefix, words.cost.types[missingType]),
    others.length > 0 &&
      own.faults.otherTypes(others.map(name => words.cost.types[name]).join(', ')),
  ];
  const isOtherArea = missingType !== asked.propertyType && missingType in otherAreas;
  return {
    [isOtherArea ? otherAreas[missingType as 'basement'] : 'propertyType']: text
      .filter(Boolean)
      .join(' '),
  };
}

/** Whether the service has no rates at all, though it may have other cost data. */
export function isWithoutRates(failure: unknown): boolean {
  return failure instanceof KtimaApiError && failure.message.includes('no rates are loaded');
}

const otherAreas = { basement: 'basementArea', auxiliary: 'auxiliaryArea' } as const;

/** The name of a class or a set of the data: translated if it is usual, else as the data have it. */
export function nameIn({ names }: CostWords, name: string): string {
  return Object.hasOwn(names, name) ? names[name]! : name.replaceAll('_', ' ');
}
