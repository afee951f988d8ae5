import { fold } from '../../geocoder/text/fold.ts';
import { columnKey } from './column-key.ts';
import {
  type Field,
  generalNames,
  namedFields,
  namesBesideStreet,
  usualNames,
} from './usual-names.ts';

const fieldOfKey: ReadonlyMap<string, Field> = new Map(
  namedFields
    .flatMap((field): [string, Field][] =>
      [...usualNames[field], ...(generalNames[field] ?? [])].map(name => [columnKey(name), field]),
    )
    .concat(namesBesideStreet.map(name => [columnKey(name), 'house_number']))
    // The first field that has a name keeps it.
    .reverse(),
);

const addressParts: readonly Field[] = ['address', 'street', 'house_number', 'postal_code', 'city'];

/**
 * The field of a column whose name joins usual names: `Πόλη / Περιοχή` is the city, `Οδός & Αριθμός`
 * an address. Undefined if a part is unknown, or if the parts are different fields.
 */
export function joinedField(name: string): Field | undefined {
  const parts = fold(name).split(/[&/,+]|\s(?:και|and|-|–)\s/);
  if (parts.length < 2) return undefined;
  const found = parts.map(part => fieldOfKey.get(columnKey(part)));
  const [first] = found;
  if (found.every(field => field === first)) return first;
  const isAddress = found.every(field => field !== undefined && addressParts.includes(field));
  const hasStreet = found.includes('street') || found.includes('address');
  return isAddress && hasStreet ? 'address' : undefined;
}
