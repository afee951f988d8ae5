import {
  columnKey,
  generalNames,
  listOf,
  namesBesideAddress,
  usualNames,
} from '#domain/property/usual-names.ts';
import { plainName, planeAxis } from '#tools/notation/column-names.ts';
import { recentlyUsed } from '#tools/recently-used.ts';

/** The field of other names of columns, by their `columnKey`; the most usual names come first. */
export type OtherNames = ReadonlyMap<string, string>;

/** Other names from the names of each field: a list with commas, or keys. */
export function otherNamesOf(
  names: Readonly<Record<string, string | readonly string[]>>,
): OtherNames {
  return new Map(
    Object.entries(names).flatMap(([field, others]) =>
      (typeof others === 'string' ? listOf(others) : others).map(key => [key, field] as const),
    ),
  );
}

/** What portfolios call these fields, for all layers that have them. */
const common = otherNamesOf({
  latitude: usualNames.latitude,
  longitude: usualNames.longitude,
  street: usualNames.street,
  house_number: [...usualNames.house_number, ...namesBesideAddress],
  postal_code: usualNames.postal_code,
  city: usualNames.city,
  address: usualNames.address,
  property_type: [...usualNames.property_type, ...generalNames.property_type!],
  construction_year: [...usualNames.construction_year, ...generalNames.construction_year!],
});
const ranks = (names: OtherNames) => new Map([...names.keys()].map((key, rank) => [key, rank]));
const commonRanks = ranks(common);

/** The field of a column, by its name: `Lat` is `latitude`. `own` names come first. */
export function columnName(name: string, own?: OtherNames): string {
  const key = columnKey(name);
  return own?.get(key) ?? common.get(key) ?? planeAxis(name) ?? plainName(name);
}

/** Makes a function that finds the column of each field; the most usual name has precedence. */
export function openColumns(own: OtherNames = new Map()) {
  const known = recentlyUsed<ReadonlyMap<string, string>>(100);
  const ownRanks = ranks(own);
  const rankOf = (field: string, name: string) => {
    if (plainName(name) === field) return name === field ? -2 : -1;
    const key = columnKey(name);
    return ownRanks.get(key) ?? own.size + (commonRanks.get(key) ?? 0);
  };
  return (properties: object): ReadonlyMap<string, string> => {
    const names = Object.keys(properties);
    const key = names.join('\0');
    const found =
      known.get(key) ??
      new Map(
        names
          .map(name => ({ name, field: columnName(name, own) }))
          .sort((a, b) => rankOf(b.field, b.name) - rankOf(a.field, a.name))
          .map(({ name, field }) => [field, name]),
      );
    known.set(key, found);
    return found;
  };
}
