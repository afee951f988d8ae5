import { badFile } from '#tools/files/bytes.ts';
import { mostMerges, mostSearched, mostTableColumns } from '#tools/files/table-budgets.ts';
import { listed } from '#tools/notation/column-names.ts';
import { openWorkbook, type Sheet } from '#tools/xlsx/open-workbook.ts';
import type { SheetRow } from '#tools/xlsx/sheet-rows.ts';
import { refusedFile } from '../messages/refusals.ts';
import type { Message } from '../messages/row-messages.ts';
import { headerAt } from './find-header.ts';
import {
  brokenGreekCounter,
  columnName,
  type Input,
  type InputRow,
  readHeader,
} from './input-row.ts';

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
  if (sheets.length === 0) throw refusedFile(path, { code: 'no_sheet_with_rows' });
  const notes: Message[] = [];
  const search = headerSearch(path, knownColumns);
  const start =
    wanted === undefined
      ? await onlyTable(path, sheets, search, notes)
      : await search(namedSheet(path, sheets, wanted));
  return inputFrom(path, start, knownColumns, notes).catch(async error => {
    await start.close();
    throw error;
  });
}

async function inputFrom(
  path: string,
  start: SheetStart,
  knownColumns: KnownColumns,
  notes: Message[],
): Promise<Input> {
  const { sheet } = start;
  const table = await findTable(start, knownColumns);
  if (!table) throw refusedFile(`${path}, sheet ${sheet.name}`, { code: 'no_header' });
  if (table.rowsAbove > 0) notes.push({ code: 'rows_above', values: { rows: table.rowsAbove } });
  const place = `${path}, sheet ${sheet.name}, row ${table.bottom}`;
  const header = readHeader(place, table.names, notes);
  return {
    header,
    notes,
    // What Excel writes and reads as CSV in Greece.
    style: { delimiter: ';', encoding: 'utf-8', bom: true, decimalComma: true },
    // A number has no sign in a workbook. A text such as 1.250 may mean either.
    usualDecimals: undefined,
    rows: () => tableRows(start, table, header.length, notes),
    bytesRead: sheet.bytesRead,
    totalBytes: sheet.totalBytes,
    close: start.close,
  };
}

function namedSheet(path: string, sheets: readonly Sheet[], wanted: string): Sheet {
  const named = sheets.find(({ name }) => name === wanted) ?? sheets[Number(wanted) - 1];
  if (named) return named;
  const names = sheets.map(({ name }, i) => `${i + 1} ${name}`);
  throw refusedFile(path, {
    code: 'unknown_sheet',
    values: { sheet: wanted, sheets: listed(names) },
  });
}

/** The only visible sheet, or the only one with columns that show where a property is. */
async function onlyTable(
  path: string,
  sheets: readonly Sheet[],
  search: HeaderSearch,
  notes: Message[],
): Promise<SheetStart> {
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  if (visible.length === 1) return search(visible[0]!);
  const names: string[] = [];
  let table: SheetStart | undefined;
  for (const sheet of visible) {
    const start = await search(sheet);
    const isTable = start.header.known > 0;
    if (isTable) names.push(sheet.name);
    // Only one stays open: the first rows of all sheets may be more than memory holds.
    if (isTable && !table) table = start;
    else await start.close();
  }
  const others = visible.map(({ name }) => name).filter(name => !names.includes(name));
  if (table && names.length === 1) {
    notes.push({ code: 'sheet_chosen', values: { sheet: names[0], others: listed(others) } });
    return table;
  }
  await table?.close();
  const values = { sheets: listed(table ? names : others) };
  throw refusedFile(path, { code: table ? 'several_sheets' : 'no_sheet', values });
}

/** A sheet that is read up to where its header must be. */
interface SheetStart {
  readonly sheet: Sheet;
  /** The first rows with cells, and where the header is among them. */
  readonly first: readonly SheetRow[];
  readonly header: ReturnType<typeof headerAt>;
  /** All later rows. */
  readonly rest: AsyncGenerator<SheetRow>;
  /** The first row of each merged range that was read. */
  readonly mergeTops: readonly number[];
  close(): Promise<void>;
}

type HeaderSearch = (sheet: Sheet) => Promise<SheetStart>;

/** Reads the starts of sheets. The work for all of them together is limited. */
function headerSearch(path: string, knownColumns: KnownColumns): HeaderSearch {
  let searched = 0;
  return async sheet => {
    const place = `${path}, sheet ${sheet.name}`;
    const mergeTops: number[] = [];
    const rest = sheet.rows(({ top }) => {
      if (mergeTops.push(top) > mostMerges)
        throw badFile(place, `more than ${mostMerges.toLocaleString('en')} merged ranges`);
    });
    const first = await firstRows(rest);
    const close = async () => void (await rest.return(undefined));
    const names = first.map(({ cells }) =>
      cells.slice(0, mostTableColumns).map(({ text }) => columnName(text)),
    );
    for (const name of names.flat()) searched += name.length + 20;
    if (searched > mostSearched) {
      await close();
      throw refusedFile(place, { code: 'sheets_too_large' });
    }
    return { sheet, first, header: headerAt(names, knownColumns), rest, mergeTops, close };
  };
}

async function firstRows(rows: AsyncGenerator<SheetRow>): Promise<SheetRow[]> {
  const first: SheetRow[] = [];
  for (let next = await rows.next(); !next.done; next = await rows.next()) {
    if (isFilled(next.value)) first.push(next.value);
    if (first.length >= mostRowsAbove) break;
  }
  return first;
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

async function findTable(
  { sheet, first: rows, header: { at } }: SheetStart,
  knownColumns: KnownColumns,
): Promise<Table | undefined> {
  const header = rows[at];
  if (!header) return undefined;
  const below = rows.slice(at + 1, at + 3).map(row => textsOf(row).length);
  const own = textsOf(header);
  const isWhole = own.slice(leftOf(own)).every(isNamed);
  let [top, bottom] = [header.number, header.number];
  // Only merged cells leave names out, and make rows below wider than the header.
  if (!isWhole || Math.max(0, ...below) > own.length) {
    ({ top, bottom } = await spanOf(sheet, header.number));
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

/** The rows of a header: those of the cells that are merged with cells of one of its rows. */
async function spanOf(sheet: Sheet, row: number): Promise<{ top: number; bottom: number }> {
  let [top, bottom] = [row, row];
  for await (const merge of sheet.merges()) {
    const isTall = merge.bottom - merge.top >= tallestHeader;
    if (isTall || merge.top > row || merge.bottom < row) continue;
    top = Math.min(top, merge.top);
    bottom = Math.max(bottom, merge.bottom);
  }
  return { top, bottom };
}

/** The rows below the header, with the columns of the header. */
async function* tableRows(
  { first, rest, mergeTops }: SheetStart,
  { left, bottom }: Table,
  width: number,
  notes: Message[],
): AsyncGenerator<InputRow> {
  const broken = brokenGreekCounter();
  let hidden = 0;
  let outside = 0;
  for await (const row of followedBy(first, rest)) {
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
  if (hidden > 0) notes.push({ code: 'hidden_rows', values: { rows: hidden } });
  const merged = mergeTops.filter(top => top > bottom).length;
  if (merged > 0) notes.push({ code: 'merged_cells', values: { cells: merged } });
  if (outside > 0) notes.push({ code: 'cells_beside', values: { cells: outside } });
}

async function* followedBy<Item>(
  first: readonly Item[],
  rest: AsyncIterable<Item>,
): AsyncGenerator<Item> {
  yield* first;
  yield* rest;
}
