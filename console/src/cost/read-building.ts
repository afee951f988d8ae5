import { type DecimalSign, hasTwoReadings, numberReadings } from '../../../src/notation/numbers.ts';
import type { PropertyType } from '../../../src/property/cost.ts';
import type { Building } from '../subject/address-bar.ts';

/** The form as it stands: what was typed, letter by letter. */
export interface TypedBuilding {
  readonly postalCode: string;
  readonly propertyType: PropertyType;
  readonly buildArea: string;
  readonly constructionYear: string;
}

/** The fields of the form that can be wrong. */
export const buildingFields = ['buildArea', 'postalCode', 'constructionYear'] as const;
export type BuildingField = (typeof buildingFields)[number];

/** The fields to put right, each with the numbers that may have been meant. */
export type BuildingFaults = Partial<Record<BuildingField, readonly number[]>>;

/** What a form is read by. */
export interface ReadingRules {
  /** The decimal sign of the page's language. */
  readonly decimals: DecimalSign;
  /** This year in Athens. */
  readonly thisYear: number;
  /** The postal code that the search found. */
  readonly foundPostalCode: string | undefined;
}

/** Areas in m² that are not questioned when their text has two readings. */
const usualArea = { least: 10, most: 2_000 };
const oldestYear = 1_000;

/** Reads what was typed: the building, or the fields to put right. */
export function readBuilding(
  typed: TypedBuilding,
  { decimals, thisYear, foundPostalCode }: ReadingRules,
): { readonly building: Building } | { readonly faults: BuildingFaults } {
  const postalCode = typed.postalCode.replaceAll(/\s/g, '');
  const area = readArea(typed.buildArea.trim(), decimals);
  const year = readYear(typed.constructionYear.trim(), thisYear);
  const faults: BuildingFaults = {
    ...('meant' in area && { buildArea: area.meant }),
    ...(!/^\d{2,}$/.test(postalCode) && { postalCode: [] }),
    ...('meant' in year && { constructionYear: year.meant }),
  };
  if ('meant' in area || 'meant' in year || faults.postalCode) return { faults };
  return {
    building: {
      ...(postalCode !== foundPostalCode && { postalCode }),
      propertyType: typed.propertyType,
      buildArea: area.value,
      ...(year.value !== undefined && { constructionYear: year.value }),
    },
  };
}

type Read<T> = { readonly value: T } | { readonly meant: readonly number[] };

/**
 * A positive number as the page's language writes it, or as the other does where only that makes
 * one. Of two readings (`1.250`) the language's own holds if it is the usual size of a building;
 * else a person has to say which is meant.
 */
function readArea(text: string, decimals: DecimalSign): Read<number> {
  const readings = numberReadings(/^[\d.,\s'’]+$/.test(text) ? text : '');
  const { comma, point } = readings;
  const [own, other] = decimals === ',' ? [comma, point] : [point, comma];
  const value = own ?? other;
  if (value === undefined || !(value > 0)) return { meant: [] };
  const isUsual = value >= usualArea.least && value <= usualArea.most;
  return hasTwoReadings(readings) && !isUsual ? { meant: [own!, other!] } : { value };
}

/** A year of four digits, or none; two digits may mean one of this century or the last. */
function readYear(text: string, thisYear: number): Read<number | undefined> {
  if (text === '') return { value: undefined };
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= oldestYear && year <= thisYear) return { value: year };
  const centuries = /^\d{2}$/.test(text) ? [2000, 1900] : [];
  return { meant: centuries.map(from => from + Number(text)).filter(meant => meant <= thisYear) };
}
