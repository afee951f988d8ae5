import type { DecimalSign } from '../../../src/notation/numbers.ts';
import type { DwellingType } from '../../../src/property/building.ts';
import {
  exceedsParcel,
  firstPlausibleYear,
  isPlausible,
  plausibleAreaM2,
} from '../../../src/property/plausible.ts';
import type { Building } from '../subject/address-bar.ts';
import { type Read, readArea } from './read-area.ts';

/** The form's fields with the text as typed. */
export interface TypedBuilding {
  readonly postalCode: string;
  readonly propertyType: DwellingType;
  readonly buildArea: string;
  readonly constructionYear: string;
}

/** The fields of the form that can be invalid. */
export const buildingFields = ['buildArea', 'postalCode', 'constructionYear'] as const;
export type BuildingField = (typeof buildingFields)[number];

/** Why a field is not accepted, and the numbers that may have been meant. */
export interface BuildingFault {
  /** `unusual` and `parcel` are questions: the value itself can be confirmed. */
  readonly why: 'unreadable' | 'unusual' | 'parcel';
  readonly meant: readonly number[];
}
export type BuildingFaults = Partial<Record<BuildingField, BuildingFault>>;

/** What reading the form depends on. */
export interface ReadingRules {
  /** The decimal sign of the page's language. */
  readonly decimals: DecimalSign;
  /** This year in Athens. */
  readonly thisYear: number;
  /** The postal code that the search found without one. */
  readonly foundPostalCode: string | undefined;
  /** The area of the parcel in square metres, if it is known. */
  readonly parcelM2?: number | undefined;
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
  const area = readArea(typed.buildArea.trim(), rules.decimals);
  const year = readYear(typed.constructionYear.trim(), rules.thisYear);
  const faults: BuildingFaults = {
    ...('meant' in area
      ? { buildArea: unreadable(area.meant) }
      : areaDoubt(area.value, typed, rules)),
    ...(!/^\d{2,}$/.test(postalCode) && { postalCode: unreadable([]) }),
    ...('meant' in year
      ? { constructionYear: unreadable(year.meant) }
      : yearDoubt(year.value, rules)),
  };
  if ('meant' in area || 'meant' in year || Object.keys(faults).length > 0) return { faults };
  return {
    building: {
      ...(postalCode !== rules.foundPostalCode && { postalCode }),
      propertyType: typed.propertyType,
      buildArea: area.value,
      ...(year.value !== undefined && { constructionYear: year.value }),
    },
  };
}

function unreadable(meant: readonly number[]): BuildingFault {
  return { why: 'unreadable', meant };
}

/** As `enrich`, which refuses such values; here the user can confirm them. */
function areaDoubt(
  area: number,
  { propertyType }: TypedBuilding,
  { parcelM2, confirmed }: ReadingRules,
): BuildingFaults {
  if (area === confirmed?.buildArea) return {};
  const ask = (why: BuildingFault['why']) => ({ buildArea: { why, meant: [area] } });
  if (!isPlausible(area, plausibleAreaM2)) return ask('unusual');
  const isTooLarge = parcelM2 !== undefined && exceedsParcel(propertyType, area, parcelM2);
  return isTooLarge ? ask('parcel') : {};
}

function yearDoubt(
  year: number | undefined,
  { thisYear, confirmed }: ReadingRules,
): BuildingFaults {
  if (year === undefined || year === confirmed?.constructionYear) return {};
  const isUsual = isPlausible(year, { least: firstPlausibleYear, most: thisYear });
  return isUsual ? {} : { constructionYear: { why: 'unusual', meant: [year] } };
}

/** Reads a year of four digits, or an empty text; two digits may mean this century or the last. */
function readYear(text: string, thisYear: number): Read<number | undefined> {
  if (text === '') return { value: undefined };
  const year = /^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (year >= oldestYear && year <= thisYear) return { value: year };
  const centuries = /^\d{2}$/.test(text) ? [2000, 1900] : [];
  return { meant: centuries.map(from => from + Number(text)).filter(meant => meant <= thisYear) };
}
