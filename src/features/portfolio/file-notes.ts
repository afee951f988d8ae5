import { type LoadedSource, sampleSource } from '../../keep/store/store.ts';
import { fold } from '../../land/geocoder/text/fold.ts';
import { listed } from '../../tools/notation/column-names.ts';
import type { Plan } from './enrich-batch.ts';
import { type Columns, type Rival, rivalColumns } from './fields/columns.ts';
import { columnKey, type Field } from './fields/usual-names.ts';
import { firstMessages } from './row-messages.ts';

/** Notes on the whole file: columns that are not used, what the output lacks and why, and which layers are sample data. */
export function fileNotes(
  plan: Plan,
  mapped: readonly string[],
  sources: readonly LoadedSource[],
): string[] {
  const { header, columns, placeTypes, noParcel, loaded } = plan;
  const notes = unusedColumnNotes(header, columns, rivalColumns(header, columns, mapped));
  const missing = (['property_type', 'build_area'] as const).filter(
    field =>
      columns[field] === undefined && !(field === 'property_type' && columns.use !== undefined),
  );
  notes.push(...sideColumnNotes(header, columns));
  if (missing.length > 0) notes.push(`no column for ${missing.join(' and ')}: no costs`);
  if (!loaded.includes('costs')) notes.push('no cost table is loaded: no costs');
  if (!loaded.includes('parcels') && !noParcel)
    notes.push('no parcels are loaded: the parcel columns stay empty');
  if (placeTypes.length > 0 && !loaded.includes('places'))
    notes.push('no places are loaded: none counted');
  const sample = sources.filter(({ source }) => source === sampleSource).map(({ layer }) => layer);
  if (sample.length > 0) notes.push(`sample data, for trying out: ${sample.join(', ')}`);
  return notes;
}

/** What becomes of columns that are read and change no cost, or only some. */
const sideFields = {
  use: 'gives the property type of rows that have no other',
  floors: 'is checked, and changes no cost',
  reference: 'names the row in the lists of the summary',
} as const;

function sideColumnNotes(header: readonly string[], columns: Columns): string[] {
  return Object.entries(sideFields).flatMap(([field, purpose]) => {
    const column = columns[field as keyof typeof sideFields];
    return column === undefined ? [] : [`${field} (${header[column]!.slice(0, 40)}) ${purpose}`];
  });
}

/** What the names of columns with an address, or a part of it, contain when folded. */
const addressWords: readonly (readonly [RegExp, Field])[] = [
  [/διευθυνσ|δνση|address/, 'address'],
  [/^οδ(?:οσ|ου)|street/, 'street'],
  [/^τκ|^tk|ταχ.{0,20}κωδ|postal|postcode|^zip/, 'postal_code'],
  [/πολη|δημοσ(?!\p{L})|περιοχη|οικισμ|κοινοτητα|^city|^town|municipality|locality/u, 'city'],
];

/** A year without a word for what happened in it. */
const bareYear = /^(?:ετοσ|year|χρονολογια)$/;

/** Other names of a sum insured than the usual ones, unless it is that of the contents. */
const sumInsured = /κεφαλαι|suminsured|insuredsum|insuredvalue|ασφαλ\p{L}{0,20}αξια/u;
const contents = /περιεχ|content/;

const otherAddresses = /email|ipaddress|webaddress|ηλεκτρονικ/;

/**
 * Notes on the columns of a file that no field reads; those that could decide the cost and those that
 * look like an address come first.
 */
export function unusedColumnNotes(
  header: readonly string[],
  columns: Columns,
  rivals: readonly Rival[] = [],
): string[] {
  const used = new Set(Object.values(columns));
  const unused = header.filter((name, i) => !used.has(i) && name.trim() !== '');
  const asides = rivals.map(
    ({ field, used, other }) =>
      `${field} is read from the column ${used.slice(0, 40)}, whose name is more exact than ${other.slice(0, 40)}`,
  );
  const years = columns.construction_year === undefined ? unused.filter(isBareYear) : [];
  for (const name of years) {
    asides.push(
      `the column ${name} may be another year than that of construction and is not used; --map construction_year="${name}" reads it`,
    );
  }
  const sums = columns.sum_insured === undefined ? unused.filter(isSumInsured) : [];
  for (const name of sums) {
    asides.push(
      `the column ${name.slice(0, 40)} looks like a sum insured and is not used; --map sum_insured="${name.slice(0, 40)}" reads it`,
    );
  }
  const notes = unused.flatMap(name => {
    const field = addressPart(name);
    if (field === undefined) return [];
    const note = `the column ${name.slice(0, 40)} looks like a part of the address and is not used`;
    const column = columnInstead(field, columns);
    // The other column may be of another address, such as the owner's.
    if (column !== undefined) return [`${note}; ${field} is read from ${header[column]}`];
    return [`${note}; --map ${field}="${name}" reads it`];
  });
  const others = `columns not used: ${listed(unused)}; --map FIELD=COLUMN reads one`;
  return [
    ...firstMessages(asides),
    ...firstMessages(notes),
    ...(unused.length > 0 ? [others] : []),
  ];
}

function isSumInsured(name: string): boolean {
  const key = columnKey(name);
  return sumInsured.test(key) && !contents.test(key);
}

function isBareYear(name: string): boolean {
  return bareYear.test(columnKey(name));
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
