import type { GeocoderRows, StreetRow } from '#domain/geocoder/rows/geocoder-rows.ts';
import { metresBetween } from '#tools/geo/earth.ts';
import type { MeasuredSet, Point } from '../measured-set.ts';
import type { Settlement } from '../open-data.ts';
import { threeSets } from './shops.ts';
import { everyNth } from './streets.ts';

interface Quarter extends Point {
  readonly name: string;
  readonly city: string;
}

/** Streets of a city this near to a quarter may be in it. */
const quarterMetres = 1_500;
const cityMetres = 6_000;

/** Streets with two places that need not hold each other: a quarter or suburb, and the city. */
export function quarterSets(rows: GeocoderRows, settlements: readonly Settlement[]): MeasuredSet[] {
  const aims = { near: 94, nothing: 3 };
  return [
    ...threeSets('street number, quarter, city', aims, inQuarters(rows, settlements)),
    ...threeSets('street number, suburb, Αθήνα', aims, inSuburbs(rows, 'Αθήνα')),
    ...threeSets('street number, suburb, Θεσσαλονίκη', aims, inSuburbs(rows, 'Θεσσαλονίκη')),
  ];
}

function inQuarters(rows: GeocoderRows, settlements: readonly Settlement[]) {
  const codes = new Map(rows.postalCodes.map(row => [row.postalCode, row]));
  const placed = rows.streets.flatMap(street => {
    const at = street.position ?? codes.get(street.postalCode ?? '');
    return at && !Number.isNaN(at.latitude) ? [{ street, at }] : [];
  });
  return quartersOf(rows, settlements).flatMap(quarter => {
    const around = placed.filter(({ at }) => metresBetween(at, quarter) <= quarterMetres);
    return everyNth(around, 5).map(({ street }, i) => ({
      query: `${street.name} ${3 + 2 * i}, ${quarter.name}, ${quarter.city}`,
      at: quarter,
    }));
  });
}

/** The quarters of the large cities: of the gazetteer, and of OpenStreetMap. */
export function quartersOf(
  { localities }: GeocoderRows,
  settlements: readonly Settlement[],
): Quarter[] {
  const cities = localities
    .filter(({ kind, population }) => kind === 'settlement' && (population ?? 0) >= 40_000)
    .filter(({ latitude }) => !Number.isNaN(latitude));
  const listed = localities.filter(({ kind }) => kind === 'quarter');
  const mapped = settlements.filter(({ kind }) => kind === 'suburb' || kind === 'neighbourhood');
  return [...listed, ...mapped].flatMap(({ name, latitude, longitude }) => {
    const at = { latitude, longitude };
    const [city] = cities
      .filter(row => metresBetween(row, at) <= cityMetres)
      .toSorted((a, b) => metresBetween(a, at) - metresBetween(b, at));
    return city && city.name !== name ? [{ name, latitude, longitude, city: city.name }] : [];
  });
}

function inSuburbs({ municipalities, streets, postalCodes }: GeocoderRows, city: string) {
  const codes = new Map(postalCodes.map(row => [row.postalCode, row]));
  const suburbs = new Map(
    municipalities
      .filter(({ basin, nominative }) => basin === city && nominative !== city)
      .map(row => [row.id, row.nominative]),
  );
  const suburban = streets.filter(({ municipality }) => suburbs.has(municipality));
  const positionOf = (street: StreetRow) => street.position ?? codes.get(street.postalCode ?? '')!;
  return everyNth(
    suburban.filter(street => positionOf(street) !== undefined),
    500,
  ).map(street => ({
    query: `${street.name} 7, ${suburbs.get(street.municipality)}, ${city}`,
    at: positionOf(street),
  }));
}
