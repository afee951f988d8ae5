import type { DecimalSign } from '../../../src/notation/numbers.ts';
import type { PropertyType } from '../../../src/property/cost.ts';
import type { Building } from '../subject/address-bar.ts';
import { type Read, readArea } from './read-area.ts';

/** The form's fields with the text as typed. */
export interface TypedBuilding {
  readonly postalCode: string;
  readonly propertyType: PropertyType;
  readonly buildArea: string;
  readonly constructionYear: string;
}

/** The fields of the form that can be invalid. */
export const buildingFields = ['buildArea', 'postalCode', 'constructionYear'] as const;
export type BuildingField = (typeof buildingFields)[number];

/** The invalid fields, each with the numbers that may have been meant. */
export type BuildingFaults = Partial<Record<BuildingField, readonly number[]>>;

/** What reading the form depends on. */
export interface ReadingRules {
  /** The decimal sign of the page's language. */
  readonly decimals: DecimalSign;
  /** This year in Athens. */
  readonly thisYear: number;
  /** The postal code that the search found without one. */
  readonly foundPostalCode: string | undefined;
}

const oldestYear = 1_000;

/** Reads the form: returns the building, or the invalid fields. */
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

/** Reads a year of four digits, or an empty text; two digits may mean this century or the last. */
function readYear(text: string, thisYear: number): Read<number | undefined> {
  if (text === '') return { value: undefined };
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= oldestYear && year <= thisYear) return { value: year };
  const centuries = /^\d{2}$/.test(text) ? [2000, 1900] : [];
  return { meant: centuries.map(from => from + Number(text)).filter(meant => meant <= thisYear) };
}
