import type { KtimaError } from '../errors.ts';
import { badFile, type Unreadable } from '../files/bytes.ts';
import { type Dialect, findDialect, namesDelimiter, type Row, readRow } from './row.ts';

/** A row of a CSV file; also the header. */
export interface CsvRecord {
  /** The line on which it begins. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** The rows of a CSV text, the header first, and its dialect. */
export interface CsvRecords {
  /** Undefined until the first row is read. */
  dialect(): Dialect | undefined;
  rows(): AsyncGenerator<CsvRecord | Unreadable>;
}

/** The same for a text that is read strictly. */
export interface StrictRecords extends CsvRecords {
  /** Whether the last row ends without a line break. */
  isLastRowOpen(): boolean;
}

/** In characters. The outline of a long road, as well-known text, has some millions. */
const longestCell = 4 * 1024 * 1024;
const longestRow = 8 * 1024 * 1024;

/**
 * Splits a CSV text into rows. Detects delimiter and line breaks, and skips blank rows. A row over
 * 8 Mi characters, for example after an unclosed quote, is an error that names the line.
 */
export function csvRecords(path: string, texts: AsyncIterable<string>): StrictRecords {
  let dialect: Dialect | undefined;
  let isOpen = false;
  const onOpenEnd = () => {
    isOpen = true;
  };
  return {
    dialect: () => dialect,
    isLastRowOpen: () => isOpen,
    async *rows() {
      let held = '';
      let number = 1;
      let isHeaderDue = true;
      for await (const text of withLineBreakAtEnd(texts, onOpenEnd)) {
        held += text;
        dialect ??= findDialect(held);
        let from = 0;
        while (dialect) {
          const row = readRow(held, from, dialect);
          if (!('end' in row)) break;
          if (!isSkipped(row, isHeaderDue)) {
            yield toRecord(number, row);
            isHeaderDue = false;
          }
          number += lineBreaks(held.slice(from, row.end), dialect);
          from = row.end;
        }
        held = held.slice(from);
        if (held.length > longestRow) throw endless(path, number, held, dialect);
      }
      if (dialect && held !== '') throw endless(path, number, held, dialect);
    },
  };
}

/** Adds a missing line break at the end of the texts, and calls `onOpenEnd` before it does. */
export async function* withLineBreakAtEnd(
  texts: AsyncIterable<string>,
  onOpenEnd = () => {},
): AsyncGenerator<string> {
  let last = '\n';
  for await (const text of texts) {
    if (text === '') continue;
    last = text.at(-1)!;
    yield text;
  }
  if (last === '\n') return;
  if (last !== '\r') onOpenEnd();
  yield last === '\r' ? '\r' : '\n';
}

/** Converts a row to a record, or to the problem with it. */
export function toRecord(
  number: number,
  { cells, problem }: Row,
  longest = longestCell,
): CsvRecord | Unreadable {
  if (problem !== undefined) return { number, problem };
  const tooLong = cells.findIndex(cell => cell.length > longest);
  if (tooLong === -1) return { number, cells };
  return { number, problem: `column ${tooLong + 1}: longer than ${longest} characters` };
}

/**
 * Whether a line is skipped: an empty line, below the header also a row of blank cells (`;;;`), as
 * spreadsheets write them, or, before the header, Excel's `sep=` line.
 */
export function isSkipped(row: Row, isHeaderDue: boolean): boolean {
  const { cells, problem } = row;
  if (problem !== undefined) return false;
  if (cells.length === 1 && cells[0] === '') return true;
  return isHeaderDue ? namesDelimiter(row) : cells.every(cell => cell.trim() === '');
}

/** The number of line breaks in a text. */
export function lineBreaks(text: string, { lineBreak }: Dialect): number {
  let count = 0;
  for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 1)) count++;
  return count;
}

function endless(
  path: string,
  number: number,
  text: string,
  dialect: Dialect | undefined,
): KtimaError {
  const begun = dialect && readRow(text + dialect.lineBreak, 0, dialect);
  const quote = begun && 'openQuote' in begun ? begun.openQuote : undefined;
  if (!dialect || quote === undefined) {
    return badFile(path, `line ${number}: longer than ${longestRow} characters`);
  }
  const line = number + lineBreaks(text.slice(0, quote), dialect);
  return badFile(path, `line ${line}: a quote opens here and is not closed`);
}
