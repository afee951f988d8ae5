import { KtimaError } from '../../errors.ts';
import { fold } from '../../geocoder/text/fold.ts';
import { type Field, fields, namesBesideStreet, usualNames } from './usual-names.ts';

/** Which column holds what: the position of each field that there is. */
export type Columns = Readonly<Partial<Record<Field, number>>>;

/** Fields that say where a property is. */
const places: readonly Field[] = ['address', 'street', 'postal_code', 'city', 'kaek_code'];

/** Finds the columns by their usual names; what is mapped by hand (`address=Διεύθυνση`) goes first. */
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

/** How many columns of a row are known if it is a header; 0 where none tells where a property is. */
export function knownColumns(cells: readonly string[], mapped: readonly string[]): number {
  const inThisRow = (mapping: string) => positionOf(cells, mapping.replace(/^[^=]*=/, '')) !== -1;
  const columns = findColumns(cells, mapped.filter(inThisRow));
  return tellsWhere(columns) ? Object.keys(columns).length : 0;
}

/** Whether a property can be found by these columns. */
export function tellsWhere(columns: Columns): boolean {
  const isPoint = columns.latitude !== undefined && columns.longitude !== undefined;
  return isPoint || places.some(field => columns[field] !== undefined);
}

/** Letters and digits as the geocoder compares them; `m²` and `m2` are one. */
function key(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

function readMapping(header: readonly string[], mapping: string): [Field, number] {
  const [, name = '', column = ''] = /^([^=]*)=(.*)$/s.exec(mapping) ?? [];
  const field = fields.find(one => one === name.trim());
  if (!field) throw usage(mapping, `field=column, the field being one of ${fields.join(', ')}`);
  const position = positionOf(header, column);
  if (position === -1) throw usage(mapping, `a column of the file: ${listed(header)}`);
  return [field, position];
}

/** The column of a name, as written or else by its letters; -1 when there is none. */
function positionOf(header: readonly string[], column: string): number {
  const exact = header.indexOf(column.trim());
  return exact === -1 ? header.findIndex(own => key(own) === key(column)) : exact;
}

/** The columns of a file, for a message. */
export function listed(header: readonly string[]): string {
  const shown = header.slice(0, 20).map(name => name.slice(0, 40));
  return shown.join(', ') + (header.length > shown.length ? ', …' : '');
}

function usage(mapping: string, expected: string): KtimaError {
  return new KtimaError('USAGE', `--map ${mapping}: expected ${expected}`);
}
