import type { PropertyType } from './cost/building.ts';

/** The least and the most that a value may be, both included. */
export interface Bounds {
  readonly least: number;
  readonly most: number;
}

/** Plausible build areas in m² of a property whose type is not known. */
export const plausibleAreaM2: Bounds = { least: 10, most: 2000 };

/**
 * The areas in m² that a property of a type can have. A storage room or a parking space belongs to a
 * building, and a larger one is another type with another rate: a warehouse, a car park. No dwelling
 * in Greece is larger than these, and a hotel has some rooms.
 */
export const areasOfTypesM2: Readonly<Record<PropertyType, Bounds>> = {
  apartment: { least: 10, most: 2_000 },
  house: { least: 10, most: 3_000 },
  maisonette: { least: 10, most: 2_000 },
  office: { least: 5, most: 50_000 },
  shop: { least: 4, most: 50_000 },
  warehouse: { least: 15, most: 100_000 },
  industrial: { least: 20, most: 100_000 },
  hotel: { least: 60, most: 100_000 },
  parking: { least: 2, most: 1_000 },
  storage: { least: 2, most: 200 },
  basement: { least: 2, most: 3_000 },
  auxiliary: { least: 1, most: 500 },
};

const [dwelling, business, hall]: readonly Bounds[] = [
  { least: 500, most: 4_000 },
  { least: 400, most: 5_000 },
  { least: 150, most: 2_500 },
];

/** The sums insured in euro for each m² that a building of a type can have; own judgement. */
export const sumsOfTypesEurM2: Readonly<Partial<Record<PropertyType, Bounds>>> = {
  apartment: dwelling!,
  house: dwelling!,
  maisonette: dwelling!,
  office: business!,
  shop: business!,
  warehouse: hall!,
  industrial: hall!,
  hotel: { least: 700, most: 8_000 },
};

/** Above this share of the cost as new, a sum insured is nearly always a slip. */
export const mostInsuredRatio = 3;

/** Whether some property has such an area. */
export function isAreaOfSome(areaM2: number): boolean {
  return Object.values(areasOfTypesM2).some(bounds => isPlausible(areaM2, bounds));
}

/** The first plausible year of construction; the last is this year. */
export const firstPlausibleYear = 1800;

/** Whether a value lies between its bounds. */
export function isPlausible(value: number, { least, most }: Bounds): boolean {
  return value >= least && value <= most;
}

/** The years that two digits may mean: 98 is 1998; none if no year is likely. */
export function yearsMeant(twoDigits: number, bounds: Bounds): number[] {
  return [2000 + twoDigits, 1900 + twoDigits].filter(year => isPlausible(year, bounds));
}

/**
 * The most of its parcel's area that a building has: a flat lies on one floor, and a house rarely has
 * more than three, which never cover all of the parcel.
 */
const mostOfParcel: Readonly<Partial<Record<PropertyType, number>>> = {
  apartment: 1,
  house: 2,
  maisonette: 2,
};

/** Whether a dwelling is larger than its parcel allows; other buildings may have many floors. */
export function exceedsParcel(type: PropertyType, buildAreaM2: number, parcelM2: number): boolean {
  return buildAreaM2 > (mostOfParcel[type] ?? Infinity) * parcelM2;
}

/** What of a building decides its cost. */
interface Building {
  readonly propertyType: PropertyType;
  readonly buildAreaM2: number;
  readonly constructionYear?: number | undefined;
}

/** Notes on valid values that may be mistakes, each with its parameter; empty if there are none. */
export function implausibleValues(
  { propertyType, buildAreaM2, constructionYear }: Building,
  thisYear: number,
): string[] {
  const notes: string[] = [];
  const isUsual = isPlausible(buildAreaM2, plausibleAreaM2);
  const { least, most } = isUsual ? areasOfTypesM2[propertyType] : plausibleAreaM2;
  if (!isPlausible(buildAreaM2, areasOfTypesM2[propertyType])) {
    const of = isUsual ? ` of the type ${propertyType}` : '';
    notes.push(`build_area: ${buildAreaM2} m² is unusual; most${of} are ${least} to ${most} m²`);
  }
  const years = { least: firstPlausibleYear, most: thisYear };
  if (constructionYear !== undefined && !isPlausible(constructionYear, years)) {
    const meant = constructionYear < 100 ? yearsMeant(constructionYear, years) : [];
    const hint = meant.length === 0 ? '' : ` (is it ${meant.join(' or ')}?)`;
    notes.push(
      `construction_year: ${constructionYear} is unusual; most are ${years.least} to ${years.most}${hint}`,
    );
  }
  return notes;
}
