import { KtimaError } from '../../errors.ts';
import { fold } from '../../geocoder/text/fold.ts';
import { listed, planeAxis } from '../../notation/column-names.ts';
import {
  axes,
  type Field,
  fields,
  namedFields,
  namesBesideStreet,
  usualNames,
} from './usual-names.ts';

/** The column index of each field that the file has. */
export type Columns = Readonly<Partial<Record<Field, number>>>;

/** Fields from which a property can be located. */
const locationFields: readonly Field[] = ['address', 'street', 'postal_code', 'city', 'kaek_code'];

/** Finds the columns by their usual names. Mappings by hand (`address=Διεύθυνση`) take precedence. */
export function findColumns(header: readonly string[], mapped: readonly string[]): Columns {
  const byHand = mapped.map(mapping => readMapping(header, mapping));
  const columns: Partial<Record<Field, number>> = Object.fromEntries(byHand);
  const keys = header.map(key);
  const taken = new Set(Object.values(columns));
  const find = (field: Field, isName: (name: string, index: number) => boolean) => {
    if (columns[field] !== undefined) return false;
    const found = header.findIndex((name, i) => !taken.has(i) && isName(name, i));
    if (found === -1) return false;
    columns[field] = found;
    taken.add(found);
    return true;
  };
  const findByNames = (field: Field, names: readonly string[]) =>
    names.some(name => find(field, (_, i) => keys[i] === key(name)));
  for (const field of namedFields) findByNames(field, usualNames[field]);
  if (axes.every(axis => header.some(name => planeAxis(name) === axis))) {
    for (const axis of axes) find(axis, name => planeAxis(name) === axis);
  }
  if (columns.street !== undefined) findByNames('house_number', namesBesideStreet);
  return columns;
}

/** How many cells of a row are known column names; 0 if none of them locates a property. */
export function knownColumns(cells: readonly string[], mapped: readonly string[]): number {
  const inThisRow = (mapping: string) =>
    indexOfColumn(cells, mapping.replace(/^[^=]*=/, '')) !== -1;
  const columns = findColumns(cells, mapped.filter(inThisRow));
  return hasLocationColumns(columns) ? Object.keys(columns).length : 0;
}

/** Whether a property can be found by these columns. */
export function hasLocationColumns(columns: Columns): boolean {
  const has = (field: Field) => columns[field] !== undefined;
  const isPoint = (has('latitude') && has('longitude')) || (has('x') && has('y'));
  return isPoint || locationFields.some(has);
}

/** Only letters and digits, folded as in the geocoder, so that `m²` equals `m2`. */
function key(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

function readMapping(header: readonly string[], mapping: string): [Field, number] {
  const [, name = '', column = ''] = /^([^=]*)=(.*)$/s.exec(mapping) ?? [];
  const field = fields.find(one => one === name.trim());
  if (!field) throw usage(mapping, `field=column, the field being one of ${fields.join(', ')}`);
  const position = indexOfColumn(header, column);
  if (position === -1) throw usage(mapping, `a column of the file: ${listed(header)}`);
  return [field, position];
}

/** The index of a column by its exact name, or else by its letters; -1 when there is none. */
function indexOfColumn(header: readonly string[], column: string): number {
  const exact = header.indexOf(column.trim());
  return exact === -1 ? header.findIndex(own => key(own) === key(column)) : exact;
}

function usage(mapping: string, expected: string): KtimaError {
  return new KtimaError('USAGE', `--map ${mapping}: expected ${expected}`);
}
