import { findDialect, readRow } from '../csv/row.ts';
import { mostTableColumns } from '../files/table-budgets.ts';
import { columnName } from './input.ts';

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

/**
 * Skips title lines above the table. The header is the line with the most known columns, the first
 * of several. When no line has a known column, nothing is skipped.
 */
export async function fromHeader(
  texts: AsyncIterable<string>,
  knownColumns: (cells: readonly string[]) => number,
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
  knownColumns: (cells: readonly string[]) => number,
): { readonly linesAbove: number; readonly from: number } {
  const best = { linesAbove: 0, from: named.length, known: 0 };
  const end = Math.min(text.length, mostCharacters);
  let from = named.length;
  for (let line = 0; line < mostLines && from < end; line++) {
    const known = knownColumns(firstRow(named, text.slice(from, end)));
    if (known > best.known) Object.assign(best, { linesAbove: line, from, known });
    const lineEnd = /\r\n|\n|\r/.exec(text.slice(from, end));
    if (!lineEnd) break;
    from += lineEnd.index + lineEnd[0].length;
  }
  return best;
}

function firstRow(named: string, text: string): readonly string[] {
  const lines = `${named}${text}\n`;
  const dialect = findDialect(lines);
  const row = dialect && readRow(lines, named.length, dialect);
  return row && 'cells' in row ? row.cells.slice(0, mostTableColumns).map(columnName) : [];
}
