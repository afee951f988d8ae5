import { findDialect, readRow } from '#tools/csv/row.ts';
import { mostTableColumns } from '#tools/files/table-budgets.ts';
import { columnName } from './input-row.ts';

/** The text of a file from its header on, and the number of title lines above the header. */
interface FromHeader {
  readonly linesAbove: number;
  /** The first characters of the file. */
  readonly start: string;
  readonly texts: AsyncIterable<string>;
}

/** The header is searched in this many lines and characters. */
const mostLines = 30;
const mostCharacters = 64 * 1024;
/** Excel's first line that names the delimiter: `sep=;`. */
const delimiterLine = /^\s*"?sep=[,;\t|]"?[,;\t| ]*(?:\r\n|\n|\r)/i;

type KnownColumns = (cells: readonly string[]) => number;

/** A cell of data: a number, an amount, a date or a code. A name of a column begins with a letter. */
const startsAsNumber = /^[-+(€ ]*\d/;

/**
 * The place of the header among the first rows: the one with the most known columns, the first of
 * several. A row of data may have such a name by chance (a town `Χωριό`, a mark `X`). It is no header
 * if it has more numbers than names, or if half of its cells are no names and an earlier row is as
 * wide. Without a header, it is the first of the widest rows.
 */
export function headerAt(
  rows: readonly (readonly string[])[],
  knownColumns: KnownColumns,
): { readonly at: number; readonly known: number } {
  const widths = rows.map(cells => cells.filter(cell => cell.trim() !== '').length);
  const isData = (at: number, known: number) =>
    rows[at]!.filter(cell => startsAsNumber.test(cell)).length > known ||
    (2 * known <= widths[at]! && widths.slice(0, at).some(width => width >= widths[at]!));
  let best = { at: Math.max(0, widths.indexOf(Math.max(...widths))), known: 0 };
  for (const [at, cells] of rows.entries()) {
    const known = knownColumns(cells);
    if (known > best.known && !isData(at, known)) best = { at, known };
  }
  return best;
}

/** Skips title lines above the table. When no line has a known column, nothing is skipped. */
export async function fromHeader(
  texts: AsyncIterable<string>,
  knownColumns: KnownColumns,
): Promise<FromHeader> {
  const rest = texts[Symbol.asyncIterator]();
  let start = '';
  for (let next = await rest.next(); !next.done; next = await rest.next()) {
    start += next.value;
    if (start.length > mostCharacters) break;
  }
  const named = delimiterLine.exec(start)?.[0] ?? '';
  const { linesAbove, from } = findHeader(start, named, knownColumns);
  return {
    linesAbove,
    start: start.slice(0, mostCharacters),
    texts: (async function* () {
      yield named + start.slice(from);
      yield* { [Symbol.asyncIterator]: () => rest };
    })(),
  };
}

function findHeader(
  text: string,
  named: string,
  knownColumns: KnownColumns,
): { readonly linesAbove: number; readonly from: number } {
  const end = Math.min(text.length, mostCharacters);
  const starts: number[] = [];
  for (let from = named.length; starts.length < mostLines && from < end; ) {
    starts.push(from);
    const lineEnd = /\r\n|\n|\r/.exec(text.slice(from, end));
    if (!lineEnd) break;
    from += lineEnd.index + lineEnd[0].length;
  }
  const rows = starts.map(from => firstRow(named, text.slice(from, end)));
  const found = headerAt(rows, knownColumns);
  // A first line that cannot be read has its own error.
  const at = found.known === 0 && rows[0]?.length === 0 ? 0 : found.at;
  return { linesAbove: at, from: starts[at] ?? named.length };
}

function firstRow(named: string, text: string): readonly string[] {
  const lines = `${named}${text}\n`;
  const dialect = findDialect(lines);
  const row = dialect && readRow(lines, named.length, dialect);
  return row && 'cells' in row ? row.cells.slice(0, mostTableColumns).map(columnName) : [];
}
