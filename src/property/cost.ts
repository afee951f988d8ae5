import { invalid, KtimaError } from '../errors.ts';

export const propertyTypes = ['apartment', 'house', 'maisonette'] as const;
export type PropertyType = (typeof propertyTypes)[number];

/** Methods of depreciation: Ross's curve, or a straight line. */
export const depreciationMethods = ['ross', 'straight_line'] as const;
export type DepreciationMethod = (typeof depreciationMethods)[number];

/** One row of the cost table. */
export interface CostRate {
  /** The first two digits of the postal code. */
  readonly postalPrefix: string;
  readonly propertyType: PropertyType;
  readonly rateEurM2: number;
  /** The first day on which the rate applies, YYYY-MM-DD. */
  readonly validFrom: string;
  /** The source of the figure. */
  readonly source: string;
}

/** The depreciation of a property type. */
export interface Depreciation {
  readonly method: DepreciationMethod;
  readonly usefulLifeYears: number;
  /** The value never falls below this share of the as-new cost, 0 to 1. */
  readonly residualShare: number;
}

/** For a property type without its own depreciation in the data. */
export const defaultDepreciation: Depreciation = {
  method: 'ross',
  usefulLifeYears: 80,
  residualShare: 0.2,
};

/** Rates by prefix and type (newest first), and depreciation by type. */
export interface CostTable {
  readonly rates: ReadonlyMap<string, Partial<Record<PropertyType, readonly CostRate[]>>>;
  readonly depreciation: Partial<Record<PropertyType, Depreciation>>;
}

/** Builds the table in which `reconstructionCost` looks up rates and depreciation. */
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
  /** Today in Athens, YYYY-MM-DD. */
  readonly today: string;
}

/** The cost and its calculation; the two parts about age only if a year was given. */
export interface CostAnswer {
  readonly asNew: number;
  readonly asIs?: number;
  readonly rate: CostRate;
  readonly ageing?: Ageing;
}

/** The loss of value by age, and its rule. */
interface Ageing {
  readonly depreciation: Depreciation;
  readonly ageYears: number;
  readonly remainingShare: number;
}

/** The cost to rebuild as new and, with the year of construction, the depreciated value. */
export function reconstructionCost(table: CostTable, question: CostQuestion): CostAnswer {
  const { propertyType, constructionYear, today } = question;
  const thisYear = yearOf(today);
  checkConstructionYear(constructionYear, thisYear);
  const rate = findRate(table, question);
  const exactCost = rate.rateEurM2 * question.buildAreaM2;
  const asNew = toCents(exactCost);
  if (!Number.isFinite(asNew))
    throw invalid('build_area', 'an area of a building in m², much smaller than this');
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

/** Throws INVALID_INPUT if the year of construction is in the future. */
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

/** The remaining share of the as-new cost at an age: from 1 down to the residual share. */
export function remainingShare(depreciation: Depreciation, ageYears: number): number {
  const { method, usefulLifeYears, residualShare } = depreciation;
  const spent = Math.min(ageYears / usefulLifeYears, 1);
  const lost = method === 'ross' ? (spent + spent * spent) / 2 : spent;
  return Math.max(1 - lost, residualShare);
}

/**
 * Rounds euros to cents, half up in decimal. Rounding to 15 digits first removes the binary error
 * that makes 1000.5 × 0.01 slightly less than 10.005.
 */
export function toCents(euros: number): number {
  const cents = euros * 100;
  const fromHalf = Math.abs(cents - Math.floor(cents) - 0.5);
  // Fast path: far from a half, the binary error does not matter.
  const exact = fromHalf > cents * 1e-14 ? cents : Number(cents.toPrecision(15));
  return Math.round(exact) / 100;
}
