import { fold } from '#domain/geocoder/text/fold.ts';
import { phoneticKeys } from '#domain/geocoder/text/phonetic.ts';
import { stem } from '#domain/geocoder/text/stem.ts';
import { ambiguousWordIn, propertyTypeNamed } from '#domain/property/cost/type-words.ts';
import { firstPlausibleYear } from '#domain/property/plausible.ts';
import { type Field, plainWords } from '#domain/property/usual-names.ts';
import { isContractYear, isPlaceholder, readPostalCode, readYears } from './cell-values.ts';
import type { Columns } from './columns.ts';
import { hasNumberIn } from './read-fields.ts';
import { amountIn, multipleIn } from './sum-headings.ts';

/** What the values of columns are compared with; asked for only if it matters. */
export interface Known {
  readonly thisYear: number;
  /** All postal codes of the country. */
  readonly postalCodes: () => ReadonlySet<string>;
  /** The first words of its streets, by their sound. */
  readonly streetSounds: () => ReadonlySet<string>;
  /** The last words of its municipalities, without their endings. */
  readonly townStems: () => ReadonlySet<string>;
}

/** A file whose columns are compared. */
export interface Table extends Known {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly columns: Columns;
}

/** How a column shows that it has a field. */
export interface Sign {
  readonly field: Field;
  /** What a heading may have that fits, and what makes it another thing whatever its values are. */
  readonly heading: RegExp;
  readonly other: RegExp;
  /** Whether a cell fits, and the least share of cells that do. */
  readonly value: (cell: string, table: Known) => boolean;
  readonly least: number;
  /** Whether nothing that is read holds it. */
  readonly isNeeded: (table: Table) => boolean;
  /** Whether the values of a column are enough, whatever its name is. */
  readonly isByValues?: (cells: readonly string[], table: Table, at: number) => boolean;
  /** Whether a column with a name of the field is looked at too: it may be empty or something else. */
  readonly isChecked?: boolean;
  /** Among several that fit, from 0 to 1; by default the share of cells that fit. */
  readonly rank?: (table: Table, at: number) => number;
}

const persons =
  /πελατ|ληπτ|ιδιοκτ|συμβαλλ|ασφαλισμ|δανει|αλληλογρ|επωνυμ|πρακτ|τραπ|μισθωτ|ενοικιαστ|οφειλ|εγγυητ|tenant|lessee|debtor|borrower|holder|client|customer|owner|insured|billing|mailing|correspond|contact|invoice|agent|broker|bank|branch|mail|name/;
const otherYears =
  /εκδ|ληξ|εναρξ|συμβ|ασφαλ|ανακαιν|γενν|πρωτησ|αγορ|χρησησ|renov|birth|policy|issue|expir|start|end/;
const otherAreas =
  /οικοπ|γηπ|αγρ|κηπ|υπογ|βοηθ|μπαλκ|βεραντ|αποθ|plot|land|parcel|garden|basement|balcon/;
/** Codes, days and shares, which are numbers of nothing that is measured. */
export const otherNumbers =
  /(?:^| )(?:κωδ|αριθ|ημ|τηλ|κινητ|αφμ|οροφ|μην|δοσ|ζημ|ποσοσ|ηλικ|διαρκ|code|cd|nr|no|id|number|date|dt|day|tel|phone|mobile|vat|tax|floor|month|claim|percent|age|rate|αρ(?: |$))/;
const hasPoints = ({ columns }: Table) => columns.latitude !== undefined || columns.x !== undefined;
const isNowhere = (table: Table) =>
  !hasText(table) && !hasPoints(table) && table.columns.kaek_code === undefined;
const hasText = ({ columns }: Table) =>
  columns.address !== undefined || columns.street !== undefined;

export const signs: readonly Sign[] = [
  {
    field: 'address',
    heading: /διευθ|τοποθεσ|address|location/,
    other: persons,
    value: (cell, known) => /(?<!\p{L})\d/u.test(cell) && namesStreet(cell, known),
    least: 0.6,
    isNeeded: isNowhere,
    isByValues: () => true,
  },
  {
    field: 'street',
    heading: /οδ|δρομ|street|road/,
    other: persons,
    value: (cell, known) => !/\d$/.test(cell) && namesStreet(cell, known),
    least: 0.6,
    isNeeded: isNowhere,
    isByValues: isDiverse,
  },
  {
    field: 'postal_code',
    heading: /./,
    other: /^(?!.*(?:ταχ|post|zip)).*(?:κωδ|code)/,
    value: (cell, { postalCodes }) => postalCodes().has(readPostalCode(cell) ?? ''),
    least: 0.9,
    isNeeded: table => !hasPoints(table) && !mostTexts(table, hasCode),
  },
  {
    field: 'city',
    heading: /πολ|δημ|οικισμ|city|town/,
    other: persons,
    value: (cell, known) => /\p{L}/u.test(cell) && namesTown(cell, known),
    least: 0.8,
    isNeeded: table =>
      hasText(table) &&
      !hasPoints(table) &&
      table.columns.city === undefined &&
      table.columns.postal_code === undefined &&
      !mostTexts(table, text => namesTown(text, table)),
    isByValues: () => true,
  },
  {
    field: 'property_type',
    heading: /ειδ|τυπ|κατηγ|χρησ|type|use|kind/,
    other: /(?!)/,
    value: cell => {
      const folded = fold(cell);
      return propertyTypeNamed(folded) !== undefined || ambiguousWordIn(folded) !== undefined;
    },
    least: 0.5,
    isChecked: true,
    isNeeded: ({ columns }) => columns.property_type === undefined && columns.use === undefined,
    isByValues: () => true,
  },
  {
    field: 'build_area',
    heading: /(?:^| )τμ|εμβ|επιφ|τετρ|μετρ|m2|sqm|area|size/,
    other: otherAreas,
    value: cell => isBetween(amountIn(cell), 5, 100_000),
    least: 0.9,
    isChecked: true,
    isNeeded: ({ columns }) => columns.build_area === undefined,
    isByValues: isLikeAreas,
    rank: (table, at) => 1 / (1 + spreadOf(ratiosOf(table, table.columns.sum_insured, at))),
  },
  {
    field: 'construction_year',
    heading: /ετοσ|κατασκ|year|built/,
    other: otherYears,
    value: (cell, { thisYear }) => yearIn(cell, thisYear) !== undefined,
    least: 0.8,
    isChecked: true,
    isNeeded: ({ columns }) => columns.construction_year === undefined,
    // A day is written for much else, but the first of January for a year.
    isByValues: (cells, table) =>
      table.columns.build_area !== undefined &&
      cells.every(cell => !/\d[-/.]\d\d?[-/.]\d/.test(cell) || /^0?1[-/.]0?1[-/.]/.test(cell)) &&
      areMostlyOld(cells, table),
  },
  {
    field: 'house_number',
    heading: /^(?:αρ|νο|num|hnr|house)/,
    other: /οροφ|floor/,
    value: cell => /^\d{1,3} ?\p{L}?$/u.test(cell),
    least: 0.5,
    isNeeded: table => hasText(table) && !hasPoints(table) && !mostTexts(table, hasNumberIn),
    isByValues: (cells, { columns, header }, at) =>
      columns.street !== undefined && isDiverse(cells) && !otherNumbers.test(nameOf(header[at]!)),
  },
];

/** Whether a text has the name of a street, or a word for one. */
function namesStreet(cell: string, { streetSounds }: Known): boolean {
  const folded = fold(cell);
  if (/(?:^|[ .,])(?:οδοσ|οδου|λεωφ\p{L}*|πλατεια|street|str|avenue|ave|square)[ .,]/u.test(folded))
    return true;
  const words = folded.match(/\p{L}{4,}/gu) ?? [];
  return words.slice(0, 4).some(word => phoneticKeys(word).some(key => streetSounds().has(key)));
}

/** Whether a text has a postal code of the country, or ends with a town. */
function namesTown(text: string, { postalCodes, townStems }: Known): boolean {
  const code = readPostalCode(/(?<!\d)\d{3} ?\d{2}(?!\d)/.exec(text)?.[0] ?? '');
  const town = fold(text)
    .match(/\p{L}{3,}/gu)
    ?.at(-1);
  const isTown = () => town && phoneticKeys(town).some(key => townStems().has(stem(key)));
  return postalCodes().has(code ?? '') || Boolean(isTown());
}

function yearIn(cell: string, most: number): number | undefined {
  const bounds = { least: firstPlausibleYear, most };
  const read = readYears(cell, bounds, { isStrict: false, isBareYear: false });
  return 'value' in read ? read.value?.from : undefined;
}

/** Whether at least half of the years cannot be those of current contracts. */
export function areMostlyOld(cells: readonly string[], { thisYear }: Known): boolean {
  const years = cells.map(cell => yearIn(cell, thisYear)).filter(year => year !== undefined);
  return 2 * years.filter(year => !isContractYear(year, thisYear)).length >= years.length;
}

const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;

/** Whether values are mostly different: those of a town or a class repeat. */
export function isDiverse(cells: readonly string[]): boolean {
  return new Set(cells).size >= Math.max(2, Math.min(cells.length / 2, 10));
}

/** Whether numbers count the rows. */
export const isCount = (numbers: readonly number[]) =>
  numbers.every((value, row) => row === 0 || value === numbers[row - 1]! + 1);

/** The sums insured in euro for each m² that any building has. */
const eurM2 = [100, 10_000] as const;

/** Whether the values of a column fit as areas to the sums, or are like areas if no sum is read. */
function isLikeAreas(cells: readonly string[], table: Table, at: number): boolean {
  const { columns } = table;
  if (columns.property_type === undefined && columns.use === undefined) return false;
  if (otherNumbers.test(nameOf(table.header[at]!))) return false;
  if (cells.every(cell => /^\d{4}$/.test(cell) && yearIn(cell, table.thisYear))) return false;
  if (columns.sum_insured !== undefined) return areInRatio(table, columns.sum_insured, at);
  const areas = cells.map(amountIn);
  return !isCount(areas) && isDiverse(cells) && areas.every(value => isBetween(value, 10, 20_000));
}

/** The sums of one column for each m² of another. */
export function ratiosOf({ header, rows }: Table, sum: number | undefined, area: number): number[] {
  if (sum === undefined) return [];
  const multiple = multipleIn(header[sum]!);
  return rows
    .map(cells => (multiple * amountIn(cells[sum] ?? '')) / amountIn(cells[area] ?? ''))
    .filter(ratio => ratio > 0 && ratio < Number.POSITIVE_INFINITY);
}

/** Whether one column has sums insured of buildings with the areas of another. */
export function areInRatio(table: Table, sum: number, area: number): boolean {
  const ratios = ratiosOf(table, sum, area);
  const fits = ratios.filter(ratio => isBetween(ratio, ...eurM2));
  return ratios.length > 0 && fits.length >= 0.8 * ratios.length;
}

/** How much ratios differ: those of sums and areas do less than those of unrelated amounts. */
export function spreadOf(ratios: readonly number[]): number {
  const logs = ratios.map(Math.log);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  return logs.reduce((sum, log) => sum + Math.abs(log - mean), 0) / logs.length || 0;
}

/** No value of a sign is longer. */
const longestCell = 100;

/** The words of a heading, without those for what is insured. */
export const nameOf = (heading: string) => plainWords(heading.slice(0, longestCell)).join(' ');

/** The cells of a column that have a value, and the share of them that fit. */
export function shareOf({ value }: Sign, table: Table, at: number) {
  const cells = table.rows
    .map(row => (row[at] ?? '').trim().replace(/^'/, ''))
    .filter(cell => cell !== '' && !isPlaceholder(cell));
  const fits = cells.filter(cell => cell.length <= longestCell && value(cell, table));
  return { cells, share: fits.length / (cells.length || 1) };
}

const hasCode = (text: string) => /(?<!\d)\d{3} ?\d{2}(?!\d)/.test(text);

/** Whether most of the addresses or streets are so. */
function mostTexts(
  { columns: { address, street }, rows }: Table,
  isSo: (text: string) => boolean,
): boolean {
  const texts = rows
    .map(cells => cells[address ?? street ?? -1]?.trim() || cells[street ?? -1]?.trim() || '')
    .filter(text => text !== '');
  return texts.length > 0 && 2 * texts.filter(isSo).length >= texts.length;
}
