import { metresBetween } from '#tools/geo/earth.ts';
import { propertyTypes } from './cost/building.ts';

/** What a price may be of: the types of buildings, and land. */
export const comparableTypes = [...propertyTypes, 'land'] as const;
export type ComparableType = (typeof comparableTypes)[number];

/** Whether somebody asks for the price, or paid it. */
export const priceKinds = ['asking', 'sold'] as const;
export type PriceKind = (typeof priceKinds)[number];

/** A property with its price, as evidence of the market. It has no data of persons. */
export interface Comparable {
  readonly externalId: string | null;
  readonly propertyType: ComparableType;
  readonly areaM2: number;
  readonly constructionYear: number | null;
  readonly priceEur: number;
  /** The day of the price, YYYY-MM-DD. */
  readonly date: string;
  readonly kind: PriceKind;
  /** Where the price comes from, as its file says. */
  readonly priceSource: string | null;
  readonly address: string | null;
  readonly latitude: number;
  readonly longitude: number;
  /** How far the position may be wrong; 0 if the file has it, and more if it has an address. */
  readonly accuracyMetres: number;
}

/** A comparable with the name of its import. */
export type SourcedComparable = Comparable & { readonly source: string };

/** Which comparables are wanted; each limit belongs to what it allows. */
export interface ComparableLimits {
  readonly propertyType: ComparableType;
  readonly maxDistanceMetres: number;
  readonly minAreaM2?: number | undefined;
  readonly maxAreaM2?: number | undefined;
  /** With a limit of the year, a comparable without one is left out. */
  readonly minYear?: number | undefined;
  readonly maxYear?: number | undefined;
  readonly from?: string | undefined;
  readonly until?: string | undefined;
  readonly kind?: PriceKind | undefined;
}

/** A comparable at its distance from the property. */
export interface FoundComparable {
  readonly comparable: SourcedComparable;
  readonly metres: number;
  readonly eurPerM2: number;
}

/** The comparables within the limits, nearest first; of the same distance the newest first. */
export function selectComparables(
  rows: readonly SourcedComparable[],
  point: { readonly latitude: number; readonly longitude: number },
  limits: ComparableLimits,
): FoundComparable[] {
  return rows
    .map(comparable => ({
      comparable,
      metres: metresBetween(point, comparable),
      eurPerM2: comparable.priceEur / comparable.areaM2,
    }))
    .filter(found => isWithin(found, limits))
    .sort((a, b) => a.metres - b.metres || compareRows(a.comparable, b.comparable));
}

function isWithin({ comparable, metres }: FoundComparable, limits: ComparableLimits): boolean {
  const { propertyType, areaM2, constructionYear, date, kind } = comparable;
  return (
    propertyType === limits.propertyType &&
    (limits.kind ?? kind) === kind &&
    metres <= limits.maxDistanceMetres &&
    isBetween(areaM2, limits.minAreaM2, limits.maxAreaM2) &&
    isBetween(constructionYear, limits.minYear, limits.maxYear) &&
    isBetween(date, limits.from, limits.until)
  );
}

function isBetween<T extends number | string>(
  value: T | null,
  least: T | undefined,
  most: T | undefined,
): boolean {
  if (value === null) return least === undefined && most === undefined;
  return (least === undefined || value >= least) && (most === undefined || value <= most);
}

/** An order of rows that does not depend on the engine. */
function compareRows(a: SourcedComparable, b: SourcedComparable): number {
  if (a.date !== b.date) return a.date > b.date ? -1 : 1;
  const [one, other] = [
    JSON.stringify(Object.entries(a).sort()),
    JSON.stringify(Object.entries(b).sort()),
  ];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The most comparables that a report lists. */
export const mostChosen = 30;

/** What a valuer adjusts a price for, in the order of the grid. */
export const adjustmentNames = [
  'time',
  'location',
  'size',
  'condition',
  'floor',
  'parking',
  'negotiation',
] as const;
export type AdjustmentName = (typeof adjustmentNames)[number];

/** The valuer's part of a comparable: adjustments and weight in percent. */
export interface Adjusted {
  readonly floor?: string;
  readonly adjustments?: Readonly<Partial<Record<AdjustmentName, number>>>;
  readonly weight?: number;
}

type AdjustedPrice = Adjusted & { readonly price_eur: number; readonly area_m2: number };

/** The sum of the valuer's adjustments, in percent. */
export function adjustmentSum({ adjustments = {} }: Adjusted): number {
  return Object.values(adjustments).reduce((sum, percent) => sum + percent, 0);
}

/** The price of a square metre with its adjustments. */
export function adjustedPrice(row: AdjustedPrice): number {
  return (row.price_eur / row.area_m2) * (1 + adjustmentSum(row) / 100);
}

/** What the valuer's adjustments and weights give: no mean without weights that sum to 100 %. */
export function adjustedRange(rows: readonly AdjustedPrice[]) {
  const prices = rows.map(adjustedPrice);
  const weights = rows.reduce((sum, { weight = 0 }) => sum + weight, 0);
  const isWhole = Math.abs(weights - 100) < 0.005;
  const weighted = rows.reduce((sum, row, i) => sum + ((row.weight ?? 0) * prices[i]!) / 100, 0);
  return {
    least: Math.min(...prices),
    most: Math.max(...prices),
    weights,
    mean: isWhole ? weighted : undefined,
  };
}

/** The prices of some comparables in €/m². */
export interface PriceStatistics {
  readonly count: number;
  readonly least: number;
  readonly lowerQuartile: number;
  readonly median: number;
  readonly upperQuartile: number;
  readonly most: number;
}

/**
 * The quartiles of some values; undefined of none. A quartile between two values is interpolated,
 * as QUARTILE.INC of spreadsheets does.
 */
export function priceStatistics(values: readonly number[]): PriceStatistics | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const quantile = (share: number) => {
    const at = (sorted.length - 1) * share;
    const [low, high] = [sorted[Math.floor(at)]!, sorted[Math.ceil(at)]!];
    return low + (high - low) * (at - Math.floor(at));
  };
  const [least, lowerQuartile, median, upperQuartile, most] = [0, 0.25, 0.5, 0.75, 1].map(quantile);
  return {
    count: sorted.length,
    least: least!,
    lowerQuartile: lowerQuartile!,
    median: median!,
    upperQuartile: upperQuartile!,
    most: most!,
  };
}
