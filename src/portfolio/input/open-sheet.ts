import { badFile } from '../../files/bytes.ts';
import { listed } from '../../notation/column-names.ts';
import { openWorkbook, type Sheet } from '../../xlsx/open-workbook.ts';
import type { Merge, SheetRow } from '../../xlsx/sheet-rows.ts';
import { headerAt } from '../find-header.ts';
import { brokenGreekCounter, type Input, type InputRow, readHeader } from '../input.ts';

/** The header is searched in this many rows. */
const mostRowsAbove = 30;

type KnownColumns = (cells: readonly string[]) => number;

/**
 * Opens a sheet of a workbook: the one that `wanted` names, or the only one with a table of
 * properties. Hidden rows are read as all others, with a note.
 */
export async function openSheet(
  path: string,
  wanted: string | undefined,
  knownColumns: KnownColumns,
): Promise<Input> {
  const sheets = await openWorkbook(path);
  if (sheets.length === 0) throw badFile(path, 'the workbook has no sheet with rows');
  const notes: string[] = [];
  const sheet =
    wanted === undefined
      ? await onlyTable(path, sheets, knownColumns, notes)
      : namedSheet(path, sheets, wanted);
  const table = await findTable(sheet, knownColumns);
  if (!table) throw badFile(path, `sheet ${sheet.name}: expected a header, the sheet is empty`);
  if (table.rowsAbove > 0)
    notes.push(`rows above the header that were left out: ${table.rowsAbove}`);
  const header = readHeader(`${path}, sheet ${sheet.name}`, table.names, notes);
  return {
    header,
    notes,
    // What Excel writes and reads as CSV in Greece.
    style: { delimiter: ';', encoding: 'utf-8', bom: true, decimalComma: true },
    // A number has no sign in a workbook. A text such as 1.250 may mean either.
    usualDecimals: undefined,
    rows: () => tableRows(sheet, table, header.length, notes),
    bytesRead: sheet.bytesRead,
    totalBytes: sheet.totalBytes,
    // It is open only while its rows are read.
    close: async () => {},
  };
}

function namedSheet(path: string, sheets: readonly Sheet[], wanted: string): Sheet {
  const named = sheets.find(({ name }) => name === wanted) ?? sheets[Number(wanted) - 1];
  if (named) return named;
  const names = sheets.map(({ name }, i) => `${i + 1} ${name}`);
  throw badFile(
    path,
    `--sheet ${wanted}: expected the name or number of a sheet: ${listed(names)}`,
  );
}

/** The only visible sheet, or the only one with columns that show where a property is. */
async function onlyTable(
  path: string,
  sheets: readonly Sheet[],
  knownColumns: KnownColumns,
  notes: string[],
): Promise<Sheet> {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (visible.length === 1) return visible[0]!;
  const tables: Sheet[] = [];
  for (const sheet of visible) {
    const rows = await firstRows(sheet);
    if (headerAt(rows.map(textsOf), knownColumns).known > 0) tables.push(sheet);
  }
  if (tables.length === 1) {
    const others = visible.filter(sheet => sheet !== tables[0]);
    notes.push(`sheet ${tables[0]!.name}; not read: ${listed(others.map(({ name }) => name))}`);
    return tables[0]!;
  }
  const found = tables.length === 0 ? 'no sheet shows' : 'several sheets show';
  const names = (tables.length === 0 ? visible : tables).map(({ name }) => name);
  throw badFile(path, `${found} where properties are: ${listed(names)}; --sheet names one`);
}

/** The first rows with cells. */
async function firstRows(sheet: Sheet): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  for await (const row of sheet.rows()) {
    if (isFilled(row)) rows.push(row);
    if (rows.length >= mostRowsAbove) break;
  }
  return rows;
}

function isFilled({ cells }: SheetRow): boolean {
  return cells.some(({ text, problem }) => text.trim() !== '' || problem !== undefined);
}

/** The texts of a row from column A on. */
function textsOf({ cells }: SheetRow): string[] {
  const texts: string[] = [];
  for (const { column, text } of cells) texts[column] = text;
  return Array.from(texts, text => text ?? '');
}

/** Where the table of a sheet is. */
interface Table {
  readonly names: readonly string[];
  /** The first column, from 0 on. */
  readonly left: number;
  /** The last row of the header. */
  readonly bottom: number;
  readonly rowsAbove: number;
}

async function findTable(sheet: Sheet, knownColumns: KnownColumns): Promise<Table | undefined> {
  const rows = await firstRows(sheet);
  const { at } = headerAt(rows.map(textsOf), knownColumns);
  const header = rows[at];
  if (!header) return undefined;
  const below = rows.slice(at + 1, at + 3).map(row => textsOf(row).length);
  const own = textsOf(header);
  const isWhole = own.slice(leftOf(own)).every(isNamed);
  let [top, bottom] = [header.number, header.number];
  // Only merged cells leave names out, and make rows below wider than the header.
  if (!isWhole || Math.max(0, ...below) > own.length) {
    ({ top, bottom } = spanOf(header.number, await mergesAt(sheet, header.number)));
  }
  const from = (first: number) =>
    rows.filter(({ number }) => number >= first && number <= bottom).map(textsOf);
  const spanned = from(top);
  const width = Math.max(...spanned.map(texts => texts.length));
  const lowest = Array.from({ length: width }, (_, column) => lowestName(spanned, column));
  const names = withHeadings(lowest, from(top - 1), knownColumns);
  const left = leftOf(names);
  const rowsAbove = rows.filter(({ number }) => number < top).length;
  return { names: names.slice(left), left, bottom, rowsAbove };
}

function leftOf(texts: readonly string[]): number {
  return Math.max(0, texts.findIndex(isNamed));
}

/** Of a name and the heading of its group above it, the name counts. */
function lowestName(rows: readonly (readonly string[])[], column: number): string {
  return rows.findLast(texts => isNamed(texts[column]))?.[column] ?? '';
}

/** The most columns of a sheet whose headings are read, and the longest heading. */
const [mostHeaded, longestHeading] = [100, 100];

/**
 * Puts the heading of its group before a name that only then is known: `Ασφαλιζόμενο κεφάλαιο` above
 * `Κτίριο` and `Περιεχόμενο`. Merged cells have their text in the first one.
 */
function withHeadings(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  knownColumns: KnownColumns,
): string[] {
  const joined = [...names];
  if (names.length > mostHeaded) return joined;
  let known = knownColumns(joined);
  for (const [column, name] of names.entries()) {
    const above = rows[rows.findLastIndex(texts => isNamed(texts[column])) - 1];
    const heading = above
      ?.slice(0, column + 1)
      .findLast(isNamed)
      ?.trim();
    if (heading === undefined || heading.length > longestHeading) continue;
    const headed = knownColumns(joined.with(column, `${heading} ${name.trim()}`));
    if (headed > known) joined[column] = `${heading} ${name.trim()}`;
    known = Math.max(known, headed);
  }
  return joined;
}

function isNamed(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}

/** A header with more rows is a title, or the table itself. */
const tallestHeader = 5;

async function mergesAt(sheet: Sheet, row: number): Promise<Merge[]> {
  const merges: Merge[] = [];
  for await (const merge of sheet.merges()) {
    const isTall = merge.bottom - merge.top >= tallestHeader;
    if (!isTall && merge.top <= row && merge.bottom >= row) merges.push(merge);
  }
  return merges;
}

/** The rows of a header: those of the cells that are merged with cells of one of its rows. */
function spanOf(row: number, merges: readonly Merge[]): { top: number; bottom: number } {
  return {
    top: Math.min(row, ...merges.slice(0, 1_000).map(({ top }) => top)),
    bottom: Math.max(row, ...merges.slice(0, 1_000).map(({ bottom }) => bottom)),
  };
}

/** The rows below the header, with the columns of the header. */
async function* tableRows(
  sheet: Sheet,
  { left, bottom }: Table,
  width: number,
  notes: string[],
): AsyncGenerator<InputRow> {
  const broken = brokenGreekCounter();
  let hidden = 0;
  let outside = 0;
  let merged = 0;
  const countMerge = ({ top }: Merge) => {
    if (top > bottom) merged++;
  };
  for await (const row of sheet.rows(countMerge)) {
    if (row.number <= bottom || !isFilled(row)) continue;
    const cells = new Array<string>(width).fill('');
    const kinds = new Array<string>(width).fill('t');
    const faults = [];
    for (const { column, text, kind, problem } of row.cells) {
      const at = column - left;
      if (at < 0 || at >= width) outside++;
      else {
        cells[at] = text;
        kinds[at] = kind;
        if (problem !== undefined) faults.push({ column: at, problem });
      }
    }
    if (row.isHidden) hidden++;
    broken.count(cells);
    const read = { line: row.number, cells, kinds: kinds.join('') };
    yield faults.length > 0 ? { ...read, faults } : read;
  }
  notes.push(...broken.notes());
  if (hidden > 0) notes.push(`hidden rows, which are read as the others: ${hidden}`);
  if (merged > 0) notes.push(`merged cells, of which only the first has the value: ${merged}`);
  if (outside > 0)
    notes.push(`cells beside the columns of the header, which are left out: ${outside}`);
}
