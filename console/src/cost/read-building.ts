import type { Building, PropertyType } from '../subject/address-bar.ts';

/** A building as the service takes it. */
export interface CostInput {
  readonly postal_code: string;
  readonly property_type: PropertyType;
  readonly build_area: number;
  readonly construction_year?: number;
  readonly explain: true;
}

/** The fields of the form that can be wrong. */
export type BuildingField = 'postalCode' | 'buildArea' | 'constructionYear';

/** What the form holds, read: the question to ask, or the fields to put right. */
export type ReadBuilding =
  | { readonly input: CostInput }
  | { readonly faults: readonly BuildingField[] };

/** Reads what was typed; decimal commas are taken. This year is a parameter, in Athens. */
export function readBuilding(building: Building, thisYear: number): ReadBuilding {
  const postalCode = (building.postalCode ?? '').replaceAll(/\s/g, '');
  const buildArea = readNumber(building.buildArea ?? '');
  const yearText = (building.constructionYear ?? '').trim();
  const year = /^\d{1,4}$/.test(yearText) ? Number(yearText) : Number.NaN;
  const isYearWrong = yearText !== '' && !(year >= 1 && year <= thisYear);
  const faults: BuildingField[] = [];
  if (!/^\d{2,}$/.test(postalCode)) faults.push('postalCode');
  if (!(buildArea > 0)) faults.push('buildArea');
  if (isYearWrong) faults.push('constructionYear');
  if (faults.length > 0) return { faults };
  return {
    input: {
      postal_code: postalCode,
      property_type: building.propertyType ?? 'apartment',
      build_area: buildArea,
      ...(yearText !== '' && { construction_year: year }),
      explain: true,
    },
  };
}

/** A positive decimal number with point or comma; NaN for anything else. */
function readNumber(text: string): number {
  return /^\d+(?:[.,]\d+)?$/.test(text.trim()) ? Number(text.trim().replace(',', '.')) : Number.NaN;
}

/** The year that it is in Athens. */
export function yearInAthens(now: Date): number {
  return Number(
    new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: 'Europe/Athens' }).format(now),
  );
}
