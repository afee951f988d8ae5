import { yearOf } from '#domain/property/cost/ageing.ts';
import {
  areasOfTypesM2,
  exceedsParcel,
  firstPlausibleYear,
  isPlausible,
} from '#domain/property/plausible.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import type { Building } from '../../state/subject/address-bar.ts';
import { type CostTerms, readTerms, type TermName } from '../../state/subject/cost-terms.ts';
import type { TypedBuilding } from '../../state/subject/history-state.ts';
import { type Read, readArea, readSum } from '../../state/subject/read-area.ts';

/** The fields of the form that can be invalid, in their order. */
export const buildingFields = [
  'buildArea',
  'postalCode',
  'constructionYear',
  'valuationDate',
  'basementArea',
  'auxiliaryArea',
  'renovationYear',
  'sumInsured',
] as const;
export type BuildingField = (typeof buildingFields)[number];

/** Why a field is not accepted, and the numbers that may have been meant. */
export interface BuildingFault {
  /** All but `unreadable` are questions: the value itself can be confirmed. */
  readonly why: 'unreadable' | 'unusual' | 'parcel' | 'buildings';
  readonly meant: readonly number[];
}
export type BuildingFaults = Partial<Record<BuildingField, BuildingFault>>;

/** What reading the form depends on. */
export interface ReadingRules {
  /** The decimal sign of the page's language. */
  readonly decimals: DecimalSign;
  /** Today in Athens, YYYY-MM-DD. */
  readonly today: string;
  /** The postal code that the search found without one. */
  readonly foundPostalCode: string | undefined;
  /** The area of the parcel in square metres, if it is known. */
  readonly parcelM2?: number | undefined;
  /** The largest floor area of what stands on it, if its buildings are known. */
  readonly standsM2?: number | undefined;
  /** Values that were confirmed although they are unusual. */
  readonly confirmed?: Pick<Building, 'buildArea' | 'constructionYear'>;
}

const oldestYear = 1_000;

/** Reads the form: returns the building, or the invalid and the doubtful fields. */
export function readBuilding(
  typed: TypedBuilding,
  rules: ReadingRules,
): { readonly building: Building } | { readonly faults: BuildingFaults } {
  const postalCode = typed.postalCode.replaceAll(/\s/g, '');
  const ofType = areasOfTypesM2[typed.propertyType];
  const area = readArea(typed.buildArea.trim(), rules.decimals, ofType);
  const valuation = readDay(typed.valuationDate, rules.today);
  const lastYear = yearOf('value' in valuation ? (valuation.value ?? rules.today) : rules.today);
  const year = readYear(typed.constructionYear.trim(), oldestYear, lastYear);
  const terms = readTypedTerms(typed, year, lastYear, rules);
  const faults: BuildingFaults = {
    ...('meant' in area
      ? { buildArea: unreadable(area.meant) }
      : areaDoubt(area.value, typed, rules)),
    ...(!/^\d{2,}$/.test(postalCode) && { postalCode: unreadable([]) }),
    ...('meant' in year
      ? { constructionYear: unreadable(year.meant) }
      : yearDoubt(year.value, lastYear, rules)),
    ...('meant' in valuation && { valuationDate: unreadable([]) }),
    ...terms.faults,
  };
  if ('meant' in area || 'meant' in year || Object.keys(faults).length > 0) return { faults };
  return {
    building: {
      ...(postalCode !== rules.foundPostalCode && { postalCode }),
      propertyType: typed.propertyType,
      buildArea: area.value,
      ...(year.value !== undefined && { constructionYear: year.value }),
      ...terms.read,
    },
  };
}

/** The terms, and the faults of those that are numbers. Choices are taken as they are. */
function readTypedTerms(
  typed: TypedBuilding,
  year: Read<number | undefined>,
  lastYear: number,
  { decimals }: ReadingRules,
): { readonly read: CostTerms; readonly faults: BuildingFaults } {
  const firstYear = ('value' in year ? year.value : undefined) ?? oldestYear;
  const hasYear = typed.constructionYear.trim() !== '';
  const numbers = {
    basementArea: orEmpty(typed.basementArea, text => readArea(text, decimals)),
    auxiliaryArea: orEmpty(typed.auxiliaryArea, text => readArea(text, decimals)),
    // Without a year of construction it is not used, and cannot be corrected in the form.
    renovationYear: readYear(hasYear ? typed.renovationYear.trim() : '', firstYear, lastYear),
    sumInsured: orEmpty(typed.sumInsured, text => readSum(text, decimals)),
  };
  const isNumber = (name: TermName): name is keyof typeof numbers => name in numbers;
  const faults = Object.entries(numbers).flatMap(([name, number]) =>
    'meant' in number ? [[name, unreadable(number.meant)]] : [],
  );
  const read = readTerms(name => {
    if (!isNumber(name)) return typed[name] || undefined;
    const number = numbers[name];
    return 'value' in number ? number.value?.toString() : undefined;
  });
  return { read, faults: Object.fromEntries(faults) };
}

function orEmpty(text: string, read: (text: string) => Read<number>): Read<number | undefined> {
  return text.trim() === '' ? { value: undefined } : read(text.trim());
}

/** The field of a date has an ISO date, or nothing; `incomplete` while a part is missing. */
function readDay(text: string, today: string): Read<string | undefined> {
  if (text === '') return { value: undefined };
  return /^[12]\d{3}-\d\d-\d\d$/.test(text) && text <= today ? { value: text } : { meant: [] };
}

function unreadable(meant: readonly number[]): BuildingFault {
  return { why: 'unreadable', meant };
}

/** As `enrich`, which refuses such values; here the user can confirm them. */
function areaDoubt(
  area: number,
  { propertyType }: TypedBuilding,
  { parcelM2, standsM2 = Infinity, confirmed }: ReadingRules,
): BuildingFaults {
  if (area === confirmed?.buildArea) return {};
  const ask = (why: BuildingFault['why']) => ({ buildArea: { why, meant: [area] } });
  if (!isPlausible(area, areasOfTypesM2[propertyType])) return ask('unusual');
  const isTooLarge = parcelM2 !== undefined && exceedsParcel(propertyType, area, parcelM2);
  if (isTooLarge) return ask('parcel');
  return area > standsM2 ? ask('buildings') : {};
}

function yearDoubt(
  year: number | undefined,
  lastYear: number,
  { confirmed }: ReadingRules,
): BuildingFaults {
  if (year === undefined || year === confirmed?.constructionYear) return {};
  const isUsual = isPlausible(year, { least: firstPlausibleYear, most: lastYear });
  return isUsual ? {} : { constructionYear: { why: 'unusual', meant: [year] } };
}

/** Reads a year of four digits, or an empty text; two digits may mean this century or the last. */
function readYear(text: string, first: number, last: number): Read<number | undefined> {
  if (text === '') return { value: undefined };
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= first && year <= last) return { value: year };
  const centuries = /^\d{2}$/.test(text) ? [2000, 1900] : [];
  const meant = centuries.map(from => from + Number(text));
  return { meant: meant.filter(one => one >= first && one <= last) };
}
