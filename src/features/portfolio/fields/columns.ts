import {
  axes,
  columnKey,
  type Field,
  fields,
  generalNames,
  insuredFields,
  joinedField,
  keyWithoutRemarks,
  namedFields,
  namesBesideAddress,
  namesBesideStreet,
  riskKey,
  usualNames,
} from '#domain/property/usual-names.ts';
import { usageError } from '#tools/errors.ts';
import { listed, planeAxis } from '#tools/notation/column-names.ts';
import { refusal } from '../messages/refusals.ts';
import { sumNamed } from './sum-headings.ts';

/** The column index of each field that the file has. */
export type Columns = Readonly<Partial<Record<Field, number>>>;

/** Fields from which a property can be located. */
const locationFields: readonly Field[] = [
  'address',
  'street',
  'postal_code',
  'city',
  'municipality',
  'kaek_code',
];

/** No usual name is longer, with its remarks. */
const longestUsualName = 100;

/**
 * Finds the columns by their usual names. Mappings by hand take precedence: `address=Διεύθυνση` reads
 * that column, and `address=` leaves the field out.
 */
export function findColumns(header: readonly string[], mapped: readonly string[]): Columns {
  const byHand = mapped.map(mapping => readMapping(header, mapping));
  const leftOut = new Set(byHand.filter(([, at]) => at === undefined).map(([field]) => field));
  const columns: Partial<Record<Field, number>> = Object.fromEntries(
    byHand.filter(([, at]) => at !== undefined),
  );
  const names = header.map(name => (name.length > longestUsualName ? '' : name));
  const byKey = Map.groupBy(names.keys(), at => columnKey(names[at]!));
  const byPlainKey = Map.groupBy(names.keys(), at => keyWithoutRemarks(names[at]!));
  const joined = names.map(joinedField);
  const byJoined = Map.groupBy(names.keys(), at => joined[at]);
  const byAxis = Map.groupBy(names.keys(), at => planeAxis(names[at]!));
  const taken = new Set(Object.values(columns));
  /** Reads a field from the first of these columns that is free. */
  const take = (field: Field, candidates: readonly number[]) => {
    if (columns[field] !== undefined || leftOut.has(field)) return false;
    const found = candidates.find(at => !taken.has(at));
    if (found === undefined) return false;
    columns[field] = found;
    taken.add(found);
    return true;
  };
  const takeNamed = (field: Field, keys: readonly string[], columnsOf = byKey) =>
    keys.some(key => {
      // `Street + number` has the letters of `street number`, but is an address.
      const isMeant = (at: number) => (joined[at] ?? field) === field;
      return take(field, columnsOf.get(key)?.filter(isMeant) ?? []);
    });
  // `ΤΚ κινδύνου` beside a `ΤΚ`, which is then that of the policyholder.
  const byRisk = Map.groupBy(names.keys(), at => riskKey(names[at]!) ?? '');
  for (const field of namedFields) takeNamed(field, namesOf(field), byRisk);
  for (const field of namedFields) takeNamed(field, usualNames[field]);
  for (const field of namedFields) takeNamed(field, usualNames[field], byPlainKey);
  const bySum = Map.groupBy(names.keys(), at => sumNamed(names[at]!));
  for (const field of insuredFields) take(field, bySum.get(field) ?? []);
  // Perhaps with the contents, which are no part of the cost as new.
  if (columns.contents_sum_insured === undefined) take('sum_insured', bySum.get('any') ?? []);
  for (const field of namedFields) takeNamed(field, generalNames[field] ?? []);
  for (const field of namedFields) takeNamed(field, generalNames[field] ?? [], byPlainKey);
  for (const field of namedFields) take(field, byJoined.get(field) ?? []);
  if (axes.every(axis => byAxis.has(axis))) {
    for (const axis of axes) take(axis, byAxis.get(axis)!);
  }
  if (columns.street !== undefined) takeNamed('house_number', namesBesideStreet);
  else if (columns.address !== undefined) takeNamed('house_number', namesBesideAddress);
  return columns;
}

/** Fields that decide the cost and what is insured of it: a wrong column is a wrong amount. */
const pricedFields = [
  'postal_code',
  'property_type',
  'build_area',
  'construction_year',
  'sum_insured',
] as const;

/** A field with the column that is read, and another column that also has a name of the field. */
export interface Rival {
  readonly field: Field;
  readonly used: string;
  readonly other: string;
  /** Whether nothing shows which of the two is meant. */
  readonly isEqual: boolean;
}

/** The columns that could be read instead for a field that decides the cost, unless it was mapped. */
export function rivalColumns(
  header: readonly string[],
  columns: Columns,
  mapped: readonly string[],
): Rival[] {
  const byHand = new Set(mapped.map(mapping => readMapping(header, mapping)[0]));
  const taken = new Set(Object.values(columns));
  return pricedFields.flatMap(field => {
    const used = header[columns[field] ?? -1];
    if (used === undefined || byHand.has(field)) return [];
    const others = header.filter((name, i) => !taken.has(i) && exactness(name, field) > 0);
    return others.map(other => {
      return { field, used, other, isEqual: exactness(other, field) === exactness(used, field) };
    });
  });
}

/** Whether the column of the year of construction has only a general name, which was not chosen by hand. */
export function isBareYear(
  header: readonly string[],
  { construction_year: at }: Columns,
  mapped: readonly string[],
): boolean {
  const isMapped = mapped.some(one => readMapping(header, one)[0] === 'construction_year');
  return at !== undefined && !isMapped && exactness(header[at]!, 'construction_year') === 1;
}

/** 2 for a usual name of a field, 1 for a general one, 0 for others. */
function exactness(column: string, field: Field): number {
  const keys = [columnKey(column), keyWithoutRemarks(column)];
  const sum = sumNamed(column);
  if (sum === field) return 2;
  if (sum === 'any' && field === 'sum_insured') return 1;
  const isIn = (usual: readonly string[] = []) => usual.some(key => keys.includes(key));
  const named = field as keyof typeof usualNames;
  if (isIn(usualNames[named]) || namesOf(named).includes(riskKey(column) ?? '')) return 2;
  return isIn(generalNames[field]) ? 1 : 0;
}

/** How many cells of a row are known column names; 0 if none of them locates a property. */
export function knownColumns(cells: readonly string[], mapped: readonly string[]): number {
  const inThisRow = (mapping: string) =>
    isLeftOut(mapping) || indexOfColumn(cells, mapping.replace(/^[^=]*=/, '')) !== -1;
  const columns = findColumns(cells, mapped.filter(inThisRow));
  return hasLocationColumns(columns) ? Object.keys(columns).length : 0;
}

/** Whether a property can be found by these columns. */
export function hasLocationColumns(columns: Columns): boolean {
  const has = (field: Field) => columns[field] !== undefined;
  const isPoint = (has('latitude') && has('longitude')) || (has('x') && has('y'));
  return isPoint || locationFields.some(has);
}

/** The field and its column; undefined if the field is left out. */
function readMapping(header: readonly string[], mapping: string): [Field, number | undefined] {
  const [, name = '', column = ''] = /^([^=]*)=(.*)$/s.exec(mapping) ?? [];
  const field = fields.find(one => one === name.trim());
  if (!field) {
    const expected = `field=column, the field being one of ${fields.join(', ')}`;
    throw usageError(`--map ${mapping}: expected ${expected}`);
  }
  if (isLeftOut(mapping)) return [field, undefined];
  const position = indexOfColumn(header, column);
  if (position === -1) {
    throw refusal({ code: 'unknown_column', values: { field, column, columns: listed(header) } });
  }
  return [field, position];
}

function isLeftOut(mapping: string): boolean {
  return /^[^=]*=\s*$/.test(mapping);
}

/** All names of a field, the more exact first. */
const namesOf = (field: keyof typeof usualNames) => [
  ...usualNames[field],
  ...(generalNames[field] ?? []),
];

/** The index of a column by its exact name, or else by its letters; -1 when there is none. */
function indexOfColumn(header: readonly string[], column: string): number {
  const exact = header.indexOf(column.trim());
  return exact === -1 ? header.findIndex(own => columnKey(own) === columnKey(column)) : exact;
}
