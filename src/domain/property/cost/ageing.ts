import { invalid } from '#tools/errors.ts';

/** Methods of depreciation: Ross's curve, or a straight line. */
export const depreciationMethods = ['ross', 'straight_line'] as const;
export type DepreciationMethod = (typeof depreciationMethods)[number];

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

/** The loss of value by age, and its rule. */
export interface Ageing {
  /** The curve, or the table of age bands that replaces it. */
  readonly by: Depreciation | AgeTable;
  /** From the year of construction to that of the valuation. */
  readonly ageYears: number;
  /** From the year of renovation; absent if the building was not renovated. */
  readonly effectiveAgeYears?: number;
  readonly condition?: ConditionClass;
  readonly remainingShare: number;
}

/** A table of age bands, in which each band begins at an age. */
export interface AgeTable {
  readonly name: string;
  readonly validFrom: string;
  readonly source: string;
  readonly bands: readonly { readonly fromYears: number; readonly share: number }[];
}

/** A class of condition, and the percentage of the value that it takes. */
export interface ConditionClass {
  readonly name: string;
  readonly lostPercent: number;
  readonly source: string;
}

/** The years that decide the age of a building. */
export interface BuildingYears {
  readonly constructionYear: number;
  readonly renovationYear?: number | undefined;
  /** The year of the valuation. */
  readonly year: number;
}

/** The loss of value of a building. */
export function ageBuilding(
  by: Ageing['by'],
  { constructionYear, renovationYear, year }: BuildingYears,
  condition?: ConditionClass,
): Ageing {
  const ageYears = year - constructionYear;
  const effectiveAgeYears = renovationYear === undefined ? undefined : year - renovationYear;
  const kept = 1 - (condition?.lostPercent ?? 0) / 100;
  const share = shareAt(by, effectiveAgeYears ?? ageYears) * kept;
  return {
    by,
    ageYears,
    ...(effectiveAgeYears !== undefined && { effectiveAgeYears }),
    ...(condition && { condition }),
    remainingShare: Math.max(share, 'bands' in by ? 0 : by.residualShare),
  };
}

/**
 * A share as it is stated: without the last binary digits of a calculation, such as …0000004. With
 * fewer than 14 decimals, a value of millions recomputed from it could differ by a cent.
 */
export function statedShare(share: number): number {
  return Math.round(share * 1e14) / 1e14;
}

function shareAt(by: Ageing['by'], ageYears: number): number {
  if (!('bands' in by)) return shareOnCurve(by, ageYears);
  // The bands begin at 0, so there is one for each age.
  return by.bands.findLast(({ fromYears }) => fromYears <= ageYears)!.share;
}

/** The remaining share of the as-new cost at an age, never less than the residual share. */
export function remainingShare(
  depreciation: Depreciation,
  ageYears: number,
  /** What the condition takes. */
  lostPercent = 0,
): number {
  const share = shareOnCurve(depreciation, ageYears) * (1 - lostPercent / 100);
  return Math.max(share, depreciation.residualShare);
}

function shareOnCurve({ method, usefulLifeYears }: Depreciation, ageYears: number): number {
  const spent = Math.min(ageYears / usefulLifeYears, 1);
  const lost = method === 'ross' ? (spent + spent * spent) / 2 : spent;
  return 1 - lost;
}

/** The year of a date written YYYY-MM-DD. */
export function yearOf(date: string): number {
  return Number(date.slice(0, 4));
}

/** Throws INVALID_INPUT if the year of construction is in the future. */
export function checkConstructionYear(year: number | undefined, thisYear: number): void {
  if (year !== undefined && year > thisYear) {
    throw invalid('construction_year', `a year not later than ${thisYear}`, 'out_of_range', {
      most: thisYear,
    });
  }
}
