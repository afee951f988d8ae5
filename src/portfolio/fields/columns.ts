import { KtimaError } from '../../errors.ts';
import { fold } from '../../geocoder/text/fold.ts';
import { type Field, fields, namesBesideStreet, usualNames } from './usual-names.ts';

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
  const find = (field: Field, names: readonly string[]) => {
    if (columns[field] !== undefined) return;
    const found = names
      .map(name => keys.findIndex((own, i) => own === key(name) && !taken.has(i)))
      .find(position => position !== -1);
    if (found === undefined) return;
    columns[field] = found;
    taken.add(found);
  };
  for (const field of fields) find(field, usualNames[field]);
  if (columns.street !== undefined) find('house_number', namesBesideStreet);
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
  const isPoint = columns.latitude !== undefined && columns.longitude !== undefined;
  return isPoint || locationFields.some(field => columns[field] !== undefined);
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

/** The first columns of a file as text, for an error message. */
export function listed(header: readonly string[]): string {
  const shown = header.slice(0, 20).map(name => name.slice(0, 40));
  return shown.join(', ') + (header.length > shown.length ? ', …' : '');
}

function usage(mapping: string, expected: string): KtimaError {
  return new KtimaError('USAGE', `--map ${mapping}: expected ${expected}`);
}
