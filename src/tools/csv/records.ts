import type { KtimaError } from '../errors.ts';
import { badFile } from '../files/bytes.ts';
import type { Sentence } from '../notation/sentences.ts';
import { type Dialect, findDialect, namesDelimiter, type Row, readRow } from './row.ts';

/** A row of a CSV file; also the header. */
export interface CsvRecord {
  /** The line on which it begins. */
  readonly number: number;
  readonly cells: readonly string[];
}

/** A row that cannot be read, and why. */
export interface UnreadableRecord {
  readonly number: number;
  readonly problem: Sentence;
}

/** The rows of a CSV text, the header first, and its dialect. */
export interface CsvRecords {
  /** Undefined until the first row is read. */
  dialect(): Dialect | undefined;
  /** Whether the last row ends without a line break. */
  isLastRowOpen(): boolean;
  rows(): AsyncGenerator<CsvRecord | UnreadableRecord>;
}

/** What a CSV text may be. */
export interface CsvLimits {
  /** Characters of a cell. */
  readonly cell: number;
  /** Characters of a row, and of the way to a closing quote. */
  readonly row: number;
  /** Whether a quote that is not closed, or that a later row closes, loses only its line, not the file. */
  readonly losesLine: boolean;
}

/** The outline of a long road, as well-known text, has some millions of characters. */
const ofImports: CsvLimits = { cell: 4 * 1024 * 1024, row: 8 * 1024 * 1024, losesLine: false };

/** Splits a CSV text into rows. Detects delimiter and line breaks, and skips blank rows. */
export function csvRecords(
  path: string,
  texts: AsyncIterable<string>,
  limits = ofImports,
): CsvRecords {
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
      let line = 1;
      let width: number | undefined;
      const whole = withLineBreakAtEnd(texts, onOpenEnd);
      const cut = limits.losesLine ? cutLines(whole, limits.row, () => dialect) : whole;
      for await (const text of withEnd(cut)) {
        held += text ?? '';
        dialect ??= findDialect(held);
        let from = 0;
        while (dialect && from < held.length) {
          const isDue = text === undefined || held.length - from > limits.row;
          const row = limits.losesLine
            ? rowOrLine(held, from, dialect, width, isDue)
            : wholeRow(held, from, dialect);
          if (!row) break;
          if (!isSkipped(row, width === undefined)) {
            yield toRecord(line, row, row.end - from, limits);
            width ??= row.cells.length;
          }
          line += lineBreaks(held.slice(from, row.end), dialect);
          from = row.end;
        }
        held = held.slice(from);
        if (dialect && limits.losesLine) continue;
        const isCut = dialect && text === undefined && held !== '';
        if (isCut || held.length > limits.row) throw endless(path, line, held, dialect, limits);
      }
    },
  };
}

function wholeRow(text: string, from: number, dialect: Dialect): Row | undefined {
  const row = readRow(text, from, dialect);
  return 'end' in row ? row : undefined;
}

/** The row at `from`, or only its first line if a quote is missing; undefined if text is missing. */
function rowOrLine(
  text: string,
  from: number,
  dialect: Dialect,
  width: number | undefined,
  isDue: boolean,
): Row | undefined {
  const row = readRow(text, from, dialect);
  const lineEnd = text.indexOf(dialect.lineBreak, from) + 1;
  const astray = (problem: Sentence) => ({ cells: [], problem, end: lineEnd });
  if (!('end' in row)) {
    return isDue && lineEnd > 0 ? astray({ code: 'quote_not_closed' }) : undefined;
  }
  if (lineEnd === row.end) return row;
  if (row.problem !== undefined) return astray({ code: 'quote_not_closed_on_line' });
  if (width === undefined || width === row.cells.length) return row;
  return astray({ code: 'quote_missing', values: { cells: row.cells.length, width } });
}

/** Cuts lines after the longest length. A cut line is still too long, and so rejected. */
async function* cutLines(
  texts: AsyncIterable<string>,
  longestRow: number,
  dialect: () => Dialect | undefined,
): AsyncGenerator<string> {
  let length = 0;
  for await (const text of texts) {
    const lineBreak = dialect()?.lineBreak ?? (text.includes('\n') ? '\n' : '\r');
    const first = text.indexOf(lineBreak);
    const isOverlong = length > longestRow;
    if (isOverlong && first === -1) continue;
    yield isOverlong ? text.slice(first) : text;
    const last = text.lastIndexOf(lineBreak);
    length = last === -1 ? length + text.length : text.length - last;
  }
}

/** The texts, then undefined as the end mark. */
async function* withEnd(texts: AsyncIterable<string>): AsyncGenerator<string | undefined> {
  yield* texts;
  yield undefined;
}

/** Adds a missing line break at the end of the texts, and calls `onOpenEnd` before it does. */
async function* withLineBreakAtEnd(
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
function toRecord(
  number: number,
  { cells, problem }: Row,
  length: number,
  longest: CsvLimits,
): CsvRecord | UnreadableRecord {
  if (length > longest.row)
    return { number, problem: { code: 'row_too_long', values: { most: longest.row } } };
  if (problem !== undefined) return { number, problem };
  const long = cells.findIndex(cell => cell.length > longest.cell);
  if (long === -1) return { number, cells };
  const values = { number: long + 1, most: longest.cell };
  return { number, problem: { code: 'cell_too_long', values } };
}

/**
 * Whether a line is skipped: an empty line, below the header also a row of blank cells (`;;;`), as
 * spreadsheets write them, or, before the header, Excel's `sep=` line.
 */
function isSkipped(row: Row, isHeaderDue: boolean): boolean {
  const { cells, problem } = row;
  if (problem !== undefined) return false;
  if (cells.length === 1 && cells[0] === '') return true;
  return isHeaderDue ? namesDelimiter(row) : cells.every(cell => cell.trim() === '');
}

function lineBreaks(text: string, { lineBreak }: Dialect): number {
  let count = 0;
  for (let at = text.indexOf(lineBreak); at !== -1; at = text.indexOf(lineBreak, at + 1)) count++;
  return count;
}

function endless(
  path: string,
  number: number,
  text: string,
  dialect: Dialect | undefined,
  { row }: CsvLimits,
): KtimaError {
  const begun = dialect && readRow(text + dialect.lineBreak, 0, dialect);
  const quote = begun && 'openQuote' in begun ? begun.openQuote : undefined;
  if (!dialect || quote === undefined) {
    return badFile(path, inLine(number, { code: 'row_too_long', values: { most: row } }));
  }
  const line = number + lineBreaks(text.slice(0, quote), dialect);
  return badFile(path, inLine(line, { code: 'quote_not_closed' }));
}

function inLine(line: number, problem: Sentence): Sentence {
  return { code: 'in_line', values: { line, problem } };
}
