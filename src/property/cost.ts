import { invalid, KtimaError } from '../errors.ts';

export const propertyTypes = ['apartment', 'house', 'maisonette'] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** How a building loses value: Ross's curve, or a straight line. */
export const depreciationMethods = ['ross', 'straight_line'] as const;
export type DepreciationMethod = (typeof depreciationMethods)[number];

/** One row of the cost table. */
export interface CostRate {
  /** The first two digits of the postal code. */
  readonly postalPrefix: string;
  readonly propertyType: PropertyType;
  readonly rateEurM2: number;
  /** First day on which the rate holds, YYYY-MM-DD. */
  readonly validFrom: string;
  /** Where the figure comes from, in words. */
  readonly source: string;
}

/** How buildings of a type age. */
export interface Depreciation {
  readonly method: DepreciationMethod;
  readonly usefulLifeYears: number;
  /** The share of the as-new cost below which the value never falls, 0 to 1. */
  readonly residualShare: number;
}

/** Used for a property type whose ageing the data do not tell. */
export const defaultDepreciation: Depreciation = {
  method: 'ross',
  usefulLifeYears: 80,
  residualShare: 0.2,
};

/** Rates by prefix and type (newest first) and ageing by type. */
export interface CostTable {
  readonly rates: ReadonlyMap<string, Partial<Record<PropertyType, readonly CostRate[]>>>;
  readonly depreciation: Partial<Record<PropertyType, Depreciation>>;
}

/** Puts rates and ageing in the order in which `reconstructionCost` looks them up. */
export function buildCostTable(
  rates: Iterable<CostRate>,
  depreciation: CostTable['depreciation'] = {},
): CostTable {
  const byPrefix = new Map<string, Partial<Record<PropertyType, CostRate[]>>>();
  for (const rate of rates) {
    const byType = byPrefix.get(rate.postalPrefix) ?? {};
    byPrefix.set(rate.postalPrefix, byType);
    const known = byType[rate.propertyType];
    if (known) known.push(rate);
    else byType[rate.propertyType] = [rate];
  }
  for (const byType of byPrefix.values()) {
    for (const list of Object.values(byType)) {
      list.sort((a, b) => Number(a.validFrom < b.validFrom) - Number(a.validFrom > b.validFrom));
    }
  }
  return { rates: byPrefix, depreciation };
}

export interface CostQuestion {
  readonly postalCode: string;
  readonly propertyType: PropertyType;
  readonly buildAreaM2: number;
  readonly constructionYear?: number | undefined;
  /** The day of the question in Athens, YYYY-MM-DD. */
  readonly today: string;
}

/** The answer and how it came about; the two age-dependent parts only when a year was given. */
export interface CostAnswer {
  readonly asNew: number;
  readonly asIs?: number;
  readonly rate: CostRate;
  readonly ageing?: Ageing;
}

/** What age has taken, and by which rule. */
interface Ageing {
  readonly depreciation: Depreciation;
  readonly ageYears: number;
  readonly remainingShare: number;
}

/** Cost of rebuilding as new and, given the year of construction, its value as it stands. */
export function reconstructionCost(table: CostTable, question: CostQuestion): CostAnswer {
  const { propertyType, constructionYear, today } = question;
  const thisYear = yearOf(today);
  checkConstructionYear(constructionYear, thisYear);
  const rate = findRate(table, question);
  const exactCost = rate.rateEurM2 * question.buildAreaM2;
  const asNew = toCents(exactCost);
  if (!Number.isFinite(asNew)) throw invalid('build_area', 'an area of a building in m²');
  if (constructionYear === undefined) return { asNew, rate };

  const depreciation = table.depreciation[propertyType] ?? defaultDepreciation;
  const ageYears = thisYear - constructionYear;
  const share = remainingShare(depreciation, ageYears);
  const ageing = { depreciation, ageYears, remainingShare: share };
  return { asNew, asIs: toCents(exactCost * share), rate, ageing };
}

/** The year of a date written YYYY-MM-DD. */
export function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** A building that is still to come has no year of construction. */
export function checkConstructionYear(year: number | undefined, thisYear: number): void {
  if (year !== undefined && year > thisYear) {
    throw invalid('construction_year', `a year not later than ${thisYear}`);
  }
}

function findRate(table: CostTable, { postalCode, propertyType, today }: CostQuestion): CostRate {
  const prefix = postalCode.slice(0, 2);
  const byType = table.rates.get(prefix);
  for (const rate of byType?.[propertyType] ?? []) if (rate.validFrom <= today) return rate;
  const known = propertyTypes.filter(type => byType?.[type]?.some(r => r.validFrom <= today));
  throw new KtimaError(
    'NO_COST_MAPPING',
    `no reconstruction cost for postal-code prefix ${prefix} and property_type ${propertyType}; ` +
      `the prefix has ${known.length > 0 ? known.join(', ') : 'none'}`,
  );
}

/** The share of the as-new cost left at an age: falls from 1, never below the residual. */
export function remainingShare(depreciation: Depreciation, ageYears: number): number {
  const { method, usefulLifeYears, residualShare } = depreciation;
  const spent = Math.min(ageYears / usefulLifeYears, 1);
  const lost = method === 'ross' ? (spent + spent * spent) / 2 : spent;
  return Math.max(1 - lost, residualShare);
}

/**
 * Rounds euros to cents, half up, as a person would round the decimal figures: 15 digits hide
 * the binary error by which 1000.5 × 0.01 falls just short of 10.005.
 */
export function toCents(euros: number): number {
  const cents = euros * 100;
  const fromHalf = Math.abs(cents - Math.floor(cents) - 0.5);
  // Far from a half, where nearly all are, that error decides nothing.
  const exact = fromHalf > cents * 1e-14 ? cents : Number(cents.toPrecision(15));
  return Math.round(exact) / 100;
}
