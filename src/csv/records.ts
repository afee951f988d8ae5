import type { KtimaError } from '../errors.ts';
import { badFile } from '../files/bytes.ts';
import type { Unreadable } from '../files/unreadable.ts';
import { type Dialect, findDialect, namesDelimiter, type Row, readRow } from './row.ts';

/** A row of a CSV file, its header among them. */
export interface CsvRecord {
  /** The line on which it begins. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** The rows of a CSV text, its header first, and how it parts them. */
export interface CsvRecords {
  /** Known once the first row is. */
  dialect(): Dialect | undefined;
  rows(): AsyncGenerator<CsvRecord | Unreadable>;
}

/** The same of a text that is read strictly. */
export interface StrictRecords extends CsvRecords {
  /** Whether the row that came last is ended by the end of the text alone. */
  isLastRowOpen(): boolean;
}

/** The outline of a long road, as well-known text, has some millions. */
const longestCell = 4 * 1024 * 1024;
const longestRow = 8 * 1024 * 1024;

/**
 * Splits a CSV text into rows; its delimiter and line breaks are found, empty lines passed over. A
 * row over 8 Mi characters, as a quote without its partner makes, is an error that tells the line.
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
          if (!isPassedOver(row, isHeaderDue)) {
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

/** The texts, their last line ended like the others; `onOpenEnd` is called before if it is not. */
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

/** The row, or what is wrong with it. */
export function toRecord(number: number, { cells, problem }: Row): CsvRecord | Unreadable {
  if (problem !== undefined) return { number, problem };
  const tooLong = cells.findIndex(cell => cell.length > longestCell);
  if (tooLong === -1) return { number, cells };
  return { number, problem: `column ${tooLong + 1}: longer than ${longestCell} characters` };
}

/** Whether a line is no row: nothing stands there or, before the header, what the delimiter is. */
export function isPassedOver(row: Row, isHeaderDue: boolean): boolean {
  if (row.problem !== undefined) return false;
  return (row.cells.length === 1 && row.cells[0] === '') || (isHeaderDue && namesDelimiter(row));
}

/** How many lines end in a text. */
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
