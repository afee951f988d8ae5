import { brokenGreek } from '#tools/files/broken-greek.ts';
import { brokenLetter } from '#tools/files/chunk-decoder.ts';
import {
  longestColumnName,
  longestHeaderCell,
  mostTableColumns,
} from '#tools/files/table-budgets.ts';
import type { DecimalSign } from '#tools/notation/numbers.ts';
import { refusedFile } from '../messages/refusals.ts';
import {
  firstMessages,
  type Message,
  type MessageCode,
  type MessageValues,
} from '../messages/row-messages.ts';
import type { CsvStyle } from '../output/output-formats.ts';

/** A row of the file with its cells unchanged, or the reason why it cannot be read. */
export interface InputRow {
  readonly line: number;
  readonly cells: readonly string[];
  /** The kinds of a workbook's cells, one letter each (`CellKind`); in other files all are text. */
  readonly kinds?: string;
  /** Cells of a workbook whose value cannot be used. */
  readonly faults?: readonly CellFault[];
  readonly unreadable?: Message;
  /** The line of an earlier row with the same cells. */
  readonly sameAs?: number;
  /** The cells of the file, if some of `cells` were corrected. */
  readonly asSent?: readonly string[];
}

/** Why a cell cannot be used, with its address. */
export interface CellFault {
  readonly column: number;
  readonly problem: Message;
}

/** An open portfolio file. */
export interface Input {
  /** The column names, all different. */
  readonly header: readonly string[];
  /** How CSV is written for a reader of this file. */
  readonly style: CsvStyle;
  /** The decimal sign that is usual in such a file; undefined when it is unknown. */
  readonly usualDecimals: DecimalSign | undefined;
  /** What was guessed, skipped or corrected. The encoding may be guessed after the header was read. */
  readonly notes: readonly Message[];
  rows(): AsyncGenerator<InputRow>;
  /** Bytes read so far, and the size of the file; undefined for standard input. */
  bytesRead(): number;
  readonly totalBytes: number | undefined;
  /** Closes a file whose rows are not read to their end. */
  close(): Promise<void>;
}

/** Counts cells with broken Greek. */
export function brokenGreekCounter() {
  let broken = 0;
  return {
    count(cells: readonly string[]) {
      broken += cells.filter(isBroken).length;
    },
    notes: (): Message[] =>
      broken > 0 ? [{ code: 'broken_greek', values: { cells: broken } }] : [],
  };
}

function isBroken(cell: string): boolean {
  return (brokenGreek(cell)?.kind ?? 'few letters') !== 'few letters';
}

/** Gives every column a different name, and adds a note for each name that was changed. */
export function readHeader(place: string, cells: readonly string[], notes: Message[]): string[] {
  refuseUnfitHeader(place, cells);
  const changes: Message[] = [];
  const change = (code: MessageCode, number: number, values: MessageValues = {}) =>
    changes.push({ code, values: { number, ...values } });
  const sound = cells.map((cell, i) => {
    const name = columnName(cell);
    if (cell.includes(brokenLetter)) change('column_not_valid', i + 1);
    if (name === '') change('column_without_name', i + 1, { name: `column_${i + 1}` });
    if (cell.trim().length > longestColumnName)
      change('column_name_cut', i + 1, { most: longestColumnName });
    return name || `column_${i + 1}`;
  });
  const header = uniqueNames(sound, []);
  header.forEach((unique, i) => {
    if (unique !== sound[i]) change('column_name_taken', i + 1, { name: sound[i], unique });
  });
  notes.push(...firstMessages(changes));
  return header;
}

/** The name of a column, as it is in messages and in the output. */
export function columnName(cell: string): string {
  return withReplacementCharacters(cell).trim().slice(0, longestColumnName).toWellFormed();
}

function refuseUnfitHeader(place: string, cells: readonly string[]): void {
  if (cells.length > mostTableColumns) {
    const values = { columns: cells.length, most: mostTableColumns };
    throw refusedFile(place, { code: 'header_too_wide', values });
  }
  if (cells.some(cell => cell.includes('\0'))) {
    throw refusedFile(place, { code: 'header_no_text' });
  }
  const at = cells.findIndex(cell => cell.trim().length > longestHeaderCell);
  if (at === -1) return;
  const values = { number: at + 1, length: cells[at]!.length, most: longestHeaderCell };
  throw refusedFile(place, { code: 'header_name_too_long', values });
}

/** The text with U+FFFD for each character that is invalid in the file's encoding. */
export function withReplacementCharacters(text: string): string {
  return text.replaceAll(brokenLetter, '\ufffd');
}

/** Adds a number to each name that is already taken: `problem`, `problem_2`. */
export function uniqueNames(names: readonly string[], taken: Iterable<string>): string[] {
  const all = new Set(taken);
  const figures = new Map<string, number>();
  return names.map(name => {
    let unique = name;
    let figure = figures.get(name) ?? 1;
    while (all.has(unique)) {
      const end = `_${++figure}`;
      unique = name.slice(0, longestColumnName - end.length) + end;
    }
    figures.set(name, figure);
    all.add(unique);
    return unique;
  });
}
