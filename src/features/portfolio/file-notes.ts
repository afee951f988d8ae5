import { fold } from '#domain/geocoder/text/fold.ts';
import { columnKey, type Field } from '#domain/property/usual-names.ts';
import { isSampleSource, type LoadedSource } from '#storage/store/store.ts';
import { listed } from '#tools/notation/column-names.ts';
import type { Plan } from './batch/enrich-batch.ts';
import { type Columns, type Rival, rivalColumns } from './fields/columns.ts';
import { mayBeSum } from './fields/sum-headings.ts';
import {
  firstMessages,
  type Message,
  type MessageCode,
  type MessageValues,
} from './messages/row-messages.ts';

/** Notes on the whole file: columns that are not used, what the output lacks and why, and which layers are sample data. */
export function fileNotes(
  plan: Plan,
  mapped: readonly string[],
  sources: readonly LoadedSource[],
  values: readonly (readonly string[])[] = [],
): Message[] {
  const { header, columns, placeTypes, noParcel, loaded } = plan;
  const notes = unusedColumnNotes(header, columns, rivalColumns(header, columns, mapped), values);
  const missing = (['property_type', 'build_area'] as const).filter(
    field =>
      columns[field] === undefined && !(field === 'property_type' && columns.use !== undefined),
  );
  notes.push(...sideColumnNotes(header, columns));
  if (plan.isBareYear) {
    const column = short(header[columns.construction_year!]!);
    notes.push(noteOn('bare_year', { field: 'construction_year', column }));
  }
  if (missing.length > 0) {
    notes.push({ code: 'no_building_columns', values: { fields: missing.join(', ') } });
  }
  if (!loaded.includes('costs')) notes.push({ code: 'no_cost_table' });
  if (!loaded.includes('parcels') && !noParcel) notes.push({ code: 'no_parcels' });
  if (placeTypes.length > 0 && !loaded.includes('places')) notes.push({ code: 'no_places' });
  const sample = sources.filter(({ source }) => isSampleSource(source)).map(({ layer }) => layer);
  if (sample.length > 0)
    notes.push(noteOn('sample_data', { layers: [...new Set(sample)].join(', ') }));
  return notes;
}

function noteOn(code: MessageCode, values: MessageValues): Message {
  return { code, values };
}

/** The beginning of a column's name. */
const short = (name: string) => name.slice(0, 40);

/** What becomes of columns that are read and change no cost, or only some. */
const sideFields = {
  use: 'use_read',
  floors: 'only_kept',
  floor: 'only_kept',
  construction_class: 'only_kept',
  contents_sum_insured: 'only_kept',
  interruption_sum_insured: 'only_kept',
  reference: 'reference_read',
} as const satisfies Partial<Record<Field, MessageCode>>;

function sideColumnNotes(header: readonly string[], columns: Columns): Message[] {
  return Object.entries(sideFields).flatMap(([field, code]) => {
    const column = columns[field as keyof typeof sideFields];
    if (column === undefined) return [];
    return [noteOn(code, { field, column: short(header[column]!) })];
  });
}

/** What the names of columns with an address, or a part of it, contain when folded. */
const addressWords: readonly (readonly [RegExp, Field])[] = [
  [/διευθυνσ|δνση|address/, 'address'],
  [/^οδ(?:οσ|ου)|street/, 'street'],
  [/^τκ|^tk|ταχ.{0,20}κωδ|postal|postcode|^zip/, 'postal_code'],
  [/πολη|δημοσ(?!\p{L})|περιοχη|οικισμ|κοινοτητα|^city|^town|municipality|locality/u, 'city'],
];

const otherAddresses = /email|ipaddress|webaddress|ηλεκτρονικ/;

/**
 * Notes on the columns of a file that no field reads; those that could decide the cost and those that
 * look like an address come first.
 */
export function unusedColumnNotes(
  header: readonly string[],
  columns: Columns,
  rivals: readonly Rival[] = [],
  values: readonly (readonly string[])[] = [],
): Message[] {
  const used = new Set(Object.values(columns));
  const unused = header.filter((name, i) => !used.has(i) && name.trim() !== '');
  const asides = rivals.map(({ field, used, other }) =>
    noteOn('more_exact_column', { field, column: short(used), than: short(other) }),
  );
  const sums = columns.sum_insured === undefined ? unused.filter(mayBeSum) : [];
  asides.push(...sums.map(name => noteOn('like_sum_insured', { column: short(name) })));
  const notes = unused.flatMap(name => {
    const field = addressPart(name);
    if (field === undefined) return [];
    const at = columnInstead(field, columns);
    const column = short(name);
    // The other column may be of another address, such as the owner's.
    if (at === undefined) return [noteOn('like_address', { column, field })];
    return [noteOn('like_address_too', { column, field, used: header[at] })];
  });
  const shown = unused.map(name => {
    const first = values[header.indexOf(name)] ?? [];
    return first.length > 0 ? `${short(name)} (${first.join(' | ')})` : name;
  });
  const others = noteOn('columns_not_used', { columns: listed(shown, 120) });
  return [
    ...firstMessages(asides),
    ...firstMessages(notes),
    ...(unused.length > 0 ? [others] : []),
  ];
}

/** The column that is read for a field. An address has the street, and a street may be an address. */
function columnInstead(field: Field, columns: Columns): number | undefined {
  const isStreet = field === 'address' || field === 'street';
  return isStreet ? (columns.address ?? columns.street) : columns[field];
}

function addressPart(name: string): Field | undefined {
  const key = columnKey(name);
  if (otherAddresses.test(key)) return undefined;
  // Words end in the name itself: `Δήμος ιδιοκτήτη` is a town, `Δημόσιο` is not.
  const texts = [key, fold(name)];
  return addressWords.find(([word]) => texts.some(text => word.test(text)))?.[1];
}
