import { collectFaults, invalid, noneOf, rejectSent } from '#tools/errors.ts';
import { isDay } from '#tools/notation/days.ts';
import {
  type Ageing,
  type ConditionClass,
  checkConstructionYear,
  defaultDepreciation,
  depreciationMethods,
  yearOf,
} from './ageing.ts';
import type { PropertyType } from './building.ts';
import { type CostFactor, type CostTable, type FactorKind, stateNamed } from './cost-table.ts';
import {
  addonsNamed,
  ageTableNamed,
  ageTableNames,
  conditionNamed,
  indexNamed,
  type Lookup,
  type Quality,
  qualityNamed,
} from './factors.ts';

/** Which rates are looked up: those of two digits, or the finest of the place. */
export const rateChoices = ['prefix', 'finest'] as const;

/** How a cost is stated, besides the building itself; everything may be left out. */
export interface CostTerms {
  /** The day for which the cost is stated, YYYY-MM-DD; default: today. */
  readonly valuationDate?: string | undefined;
  /** The state of the cost data, as an earlier answer named it; default: the present one. */
  readonly dataset?: string | undefined;
  readonly rates?: (typeof rateChoices)[number] | undefined;
  /** The index that carries rates to the day. */
  readonly index?: string | undefined;
  /** The set of add-ons. */
  readonly addons?: string | undefined;
  /** A method of depreciation, or the name of a table of age bands. */
  readonly ageing?: string | undefined;
  readonly condition?: string | undefined;
  readonly quality?: string | undefined;
  readonly renovationYear?: number | undefined;
  readonly basementAreaM2?: number | undefined;
  readonly auxiliaryAreaM2?: number | undefined;
  readonly sumInsured?: number | undefined;
}

/** The terms for a building, whose place and area do not matter for them. */
export interface BuildingTerms extends CostTerms {
  readonly propertyType: PropertyType;
  readonly constructionYear?: number | undefined;
  /** Today in Athens, YYYY-MM-DD. */
  readonly today: string;
}

/** What terms name in the cost data. */
export interface NamedTerms {
  readonly lookup: Lookup;
  /** The values of the index, the newest first. */
  readonly index: readonly CostFactor[] | undefined;
  readonly quality: Quality | undefined;
  /** The rows of the set. */
  readonly addons: readonly CostFactor[] | undefined;
  /** Undefined without a year of construction. */
  readonly ageingBy: Ageing['by'] | undefined;
  readonly condition: ConditionClass | undefined;
}

/**
 * Finds what terms name. Throws one INVALID_INPUT with all that is wrong with them, except what
 * cannot be judged because of another fault.
 */
export function readTerms(table: CostTable, terms: BuildingTerms): NamedTerms {
  const { today, valuationDate: date = today } = terms;
  const [, , named] = collectFaults(
    () => checkDay(date, today),
    () => checkYears(terms, date),
    () => findNamed(openLookup(table, terms), terms),
  );
  return named;
}

/** Without a valid day and a loaded state nothing can be looked up. */
export function openLookup(
  table: CostTable,
  { today, dataset, valuationDate, propertyType }: BuildingTerms,
): Lookup {
  const date = valuationDate ?? today;
  const [, state] = collectFaults(
    () => checkDay(date, today),
    () => stateNamed(table, dataset),
  );
  return { table, state, date, isEarlierAllowed: valuationDate !== undefined, propertyType };
}

function findNamed(lookup: Lookup, terms: BuildingTerms): NamedTerms {
  const isAged = terms.constructionYear !== undefined;
  const named =
    <T>(find: (lookup: Lookup, name: string) => T, name: string | undefined) =>
    () =>
      name === undefined ? undefined : find(lookup, name);
  const [index, quality, addons, ageingBy, condition] = collectFaults(
    named(indexNamed, terms.index),
    named(qualityNamed, terms.quality),
    named(addonsNamed, terms.addons),
    () => (isAged ? ageingRule(lookup, terms.ageing) : undefined),
    named(conditionNamed, isAged ? terms.condition : undefined),
  );
  return { lookup, index, quality, addons, ageingBy, condition };
}

/** Throws if a year is later than it may be, or if terms need the year of construction. */
function checkYears(
  { today, constructionYear, renovationYear, condition, ageing }: BuildingTerms,
  date: string,
): void {
  // That the day itself is in the future is a fault of its own.
  const year = yearOf(date < today ? date : today);
  checkConstructionYear(constructionYear, year);
  if (constructionYear === undefined) {
    const unused = { renovation_year: renovationYear, condition, ageing };
    rejectSent(unused, () => 'together with construction_year');
  } else if (
    renovationYear !== undefined &&
    (renovationYear < constructionYear || renovationYear > year)
  ) {
    const years = `a year from ${constructionYear}, that of construction, to ${year}`;
    const bounds = { least: constructionYear, most: year };
    throw invalid('renovation_year', years, 'out_of_range', bounds);
  }
}

function checkDay(date: string, today: string): void {
  // Fast path: most costs are for today.
  if (date === today) return;
  if (!isDay(date)) throw invalid('valuation_date', 'a day as YYYY-MM-DD');
  if (date > today)
    throw invalid('valuation_date', `a day not later than ${today}`, 'out_of_range');
}

/** The asked method with the life and residual share of the type, or the asked table of age bands. */
function ageingRule(lookup: Lookup, asked: string | undefined): Ageing['by'] {
  const own = lookup.state.depreciation[lookup.propertyType] ?? defaultDepreciation;
  if (asked === undefined) return own;
  const method = depreciationMethods.find(one => one === asked);
  if (method) return { ...own, method };
  const table = ageTableNamed(lookup, asked);
  if (table) return table;
  throw noneOf('ageing', [...depreciationMethods, ...ageTableNames(lookup)]);
}

/** Throws if a term, other than those of single buildings, names something that is not loaded. */
export function checkCostTerms(table: CostTable, terms: CostTerms, today: string): void {
  const { valuationDate = today, dataset, index, addons, ageing } = terms;
  const names = (kind: FactorKind) => [...(table.factors.get(kind)?.keys() ?? [])];
  const check = (name: string, value: string | undefined, known: readonly string[]) => {
    if (value === undefined || known.includes(value)) return;
    throw known.length > 0 ? noneOf(name, known) : invalid(name, 'nothing: none is loaded');
  };
  collectFaults(
    () => checkDay(valuationDate, today),
    () => stateNamed(table, dataset),
    () => check('index', index, names('index')),
    () => check('addons', addons, names('addon')),
    () => check('ageing', ageing, [...depreciationMethods, ...names('age_band')]),
  );
}
