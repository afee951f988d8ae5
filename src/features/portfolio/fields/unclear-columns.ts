import { fold } from '#domain/geocoder/text/fold.ts';
import { propertyTypeNamed } from '#domain/property/cost/type-words.ts';
import { firstPlausibleYear, isPlausible } from '#domain/property/plausible.ts';
import { type Field, insuredFields } from '#domain/property/usual-names.ts';
import { numberReadings, withoutAreaUnit } from '#tools/notation/numbers.ts';
import { isPlaceholder, readPostalCode } from './cell-values.ts';
import type { Columns } from './columns.ts';
import { hasNumberIn } from './read-fields.ts';
import { hasCurrency, isOtherMoney, mayBeSum } from './sum-headings.ts';

/** A column that is not read, and the field that it may have. */
export interface UnclearColumn {
  readonly field: Field;
  readonly column: string;
  /** Whether its name fits the field too; a run then needs an answer. */
  readonly isLikely: boolean;
}

/** What the values of columns are compared with. */
export interface Known {
  readonly thisYear: number;
  /** All postal codes of the country; asked for only if it matters. */
  readonly postalCodes: () => ReadonlySet<string>;
}

/** How a column shows that it has a field. */
interface Sign {
  readonly field: Field;
  /** Whether a folded heading fits; undefined if it is another thing whatever its values are. */
  readonly heading: (folded: string) => boolean | undefined;
  /** Whether a cell fits. */
  readonly value: (cell: string, known: Known) => boolean;
  /** The least share of cells that fit. */
  readonly least: number;
}

/** What a column of years may be of besides the construction. */
const otherYears =
  /εκδ|ληξ|εναρξ|συμβ|ασφαλ|ανακαιν|γενν|πρωτησ|αγορ|χρησησ|renov|birth|policy|issue|expir|start|end/;
const otherAreas =
  /οικοπ|γηπ|αγρ|κηπ|υπογ|βοηθ|μπαλκ|βεραντ|αποθ|plot|land|parcel|garden|basement|balcon/;

const signs: readonly Sign[] = [
  {
    field: 'house_number',
    heading: name => /^(?:αρ|νο|no|num)/.test(name),
    value: cell => /^\d{1,3} ?\p{L}?$/u.test(cell),
    least: 0.5,
  },
  {
    field: 'postal_code',
    heading: name => /ταχ|post|zip/.test(name) || (/κωδ|code/.test(name) ? undefined : true),
    value: (cell, { postalCodes }) => {
      const code = readPostalCode(cell);
      return code !== undefined && postalCodes().has(code);
    },
    least: 0.9,
  },
  {
    field: 'construction_year',
    heading: name => (otherYears.test(name) ? undefined : /ετοσ|κατασκ|year|built/.test(name)),
    value: (cell, { thisYear: most }) =>
      isPlausible(/^\d{4}$/.test(cell) ? Number(cell) : 0, { least: firstPlausibleYear, most }),
    least: 0.9,
  },
  {
    field: 'build_area',
    heading: name =>
      otherAreas.test(name) ? undefined : /τ ?\.? ?μ\.?(?!\p{L})|εμβ|επιφ|m2|sqm|area/u.test(name),
    value: isArea,
    least: 0.9,
  },
  {
    field: 'property_type',
    heading: name => /ειδ|τυπ|κατηγ|χρησ|type|use|kind/.test(name),
    value: cell => propertyTypeNamed(fold(cell)) !== undefined,
    least: 0.5,
  },
];

function isArea(cell: string): boolean {
  const { comma, point } = numberReadings(withoutAreaUnit(cell));
  return [comma, point].some(value => value !== undefined && value >= 5 && value <= 100_000);
}

/** No value of a sign is longer. */
const longestCell = 40;

/**
 * The columns of a file that are not read, but have by their name or values what the run lacks. Fields
 * that `--map` chose or left out are not asked about. `rows` are the first of the file.
 */
export function unclearColumns(
  header: readonly string[],
  columns: Columns,
  mapped: readonly string[],
  rows: readonly (readonly string[])[],
  known: Known,
): UnclearColumn[] {
  const isAnswered = (field: Field) => mapped.some(one => one.startsWith(`${field}=`));
  const lacks = (field: Field) => columns[field] === undefined && !isAnswered(field);
  const used = new Set(Object.values(columns));
  const unused = [...header.keys()].filter(at => !used.has(at));
  const found = signs
    .filter(({ field }) => lacks(field) && isNeeded(field, columns, rows))
    .flatMap(sign => fitting(sign, header, unused, rows, known));
  // Beside a sum that is read, another one is only noted.
  const isWithout = insuredFields.every(lacks);
  const isAsked = isWithout || !insuredFields.some(isAnswered);
  const sums = isAsked ? sumColumns(header, unused, isWithout ? rows : []) : [];
  return [...found, ...sums.map(one => ({ ...one, isLikely: isWithout }))];
}

/** Whether a run lacks a field because nothing that is read holds it. */
function isNeeded(field: Field, columns: Columns, rows: readonly (readonly string[])[]): boolean {
  const hasPoints = columns.latitude !== undefined || columns.x !== undefined;
  if (field === 'property_type') return columns.use === undefined;
  if (field === 'postal_code') return !hasPoints && !mostTexts(columns, rows, hasCode);
  if (field !== 'house_number') return true;
  const hasText = columns.street !== undefined || columns.address !== undefined;
  return hasText && !hasPoints && !mostTexts(columns, rows, hasNumberIn);
}

const hasCode = (text: string) => /(?<!\d)\d{3} ?\d{2}(?!\d)/.test(text);

/** Whether most of the addresses or streets are so. */
function mostTexts(
  { address, street }: Columns,
  rows: readonly (readonly string[])[],
  isSo: (text: string) => boolean,
): boolean {
  const texts = rows
    .map(cells => cells[address ?? street ?? -1]?.trim() || cells[street ?? -1]?.trim() || '')
    .filter(text => text !== '');
  return texts.length > 0 && 2 * texts.filter(isSo).length >= texts.length;
}

function fitting(
  { field, heading, value, least }: Sign,
  header: readonly string[],
  unused: readonly number[],
  rows: readonly (readonly string[])[],
  known: Known,
): UnclearColumn[] {
  return unused.flatMap(at => {
    const named = heading(fold(header[at]!.slice(0, longestCell)).trim());
    if (named === undefined) return [];
    const cells = rows
      .map(row => (row[at] ?? '').trim().replace(/^'/, ''))
      .filter(cell => cell !== '' && !isPlaceholder(cell));
    const fits = cells.filter(cell => cell.length <= longestCell && value(cell, known)).length;
    if (cells.length === 0 || fits < least * cells.length) return [];
    return [{ field, column: header[at]!, isLikely: named }];
  });
}

/** Columns that have a word of a sum in their name, or a currency sign in their cells. */
function sumColumns(
  header: readonly string[],
  unused: readonly number[],
  rows: readonly (readonly string[])[],
) {
  const isSum = (at: number) =>
    !isOtherMoney(header[at]!) &&
    (mayBeSum(header[at]!) || rows.some(cells => hasCurrency(cells[at] ?? '')));
  return unused.filter(isSum).map(at => ({ field: 'sum_insured' as const, column: header[at]! }));
}
