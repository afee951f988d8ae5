import type { Sentence } from '../notation/sentences.ts';

/** The delimiter and line break of a CSV file. */
export interface Dialect {
  readonly delimiter: string;
  /** `\n` includes `\r\n`. */
  readonly lineBreak: '\n' | '\r';
}

/** A row in a text: its cells, or the problem with it, and its end. */
export interface Row {
  readonly cells: readonly string[];
  readonly problem?: Sentence;
  readonly end: number;
}

/** The start of a row whose end is missing, perhaps because of an unclosed quote. */
export interface RowBegun {
  readonly openQuote: number | undefined;
}

/** Excel's line `sep=;`, perhaps in quotes or with the delimiters of empty cells; a tab is a blank. */
const delimiterLine = /^"?sep=(?:,"?,*|;"?;*|\|"?\|*|\t"?)\s*$/i;

/** Detects the dialect from the first line; undefined while the line has no end. */
export function findDialect(text: string): Dialect | undefined {
  const [line, lineEnd] = /^[^\r\n]*(\r\n|\n|\r(?!$))/.exec(text.trimStart()) ?? [];
  if (line === undefined) return undefined;
  const named = delimiterLine.test(line) ? line[line.indexOf('=') + 1] : undefined;
  return { delimiter: named ?? likelyDelimiter(line), lineBreak: lineEnd === '\r' ? '\r' : '\n' };
}

function likelyDelimiter(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [',', ';', '\t', '|'].sort((a, b) => count(b) - count(a))[0]!;
}

/** Whether a row is Excel's line before the header that names the delimiter: `sep=;`. */
export function namesDelimiter({ cells: [first = '', ...rest] }: Row): boolean {
  return /^sep=[,;\t|]?$/i.test(first) && rest.every(cell => cell === '');
}

/**
 * Parses the row that starts at `from` (RFC 4180). A quote inside a cell that does not start with
 * one is a normal character.
 */
export function readRow(text: string, from: number, dialect: Dialect): Row | RowBegun {
  const end = text.indexOf(dialect.lineBreak, from);
  if (end === -1) return { openQuote: undefined };
  const line = text.slice(from, end);
  if (line.includes('"')) return readQuotedRow(text, from, dialect);
  return { cells: withoutReturn(line, dialect).split(dialect.delimiter), end: end + 1 };
}

function readQuotedRow(text: string, from: number, dialect: Dialect): Row | RowBegun {
  const cells: string[] = [];
  let lineEnd = -1;
  for (let at = from; ; ) {
    const close = text[at] === '"' ? closingQuote(text, at) : undefined;
    if (close === -1) return { openQuote: at };
    const quoted =
      close === undefined ? undefined : text.slice(at + 1, close).replaceAll('""', '"');
    if (close) at = close + 1;
    if (lineEnd < at) lineEnd = text.indexOf(dialect.lineBreak, at);
    if (lineEnd === -1) return { openQuote: undefined };
    const line = withoutReturn(text.slice(at, lineEnd), dialect);
    const length = line.indexOf(dialect.delimiter);
    const plain = length === -1 ? line : line.slice(0, length);
    if (quoted !== undefined && plain.trim() !== '') return misquoted(cells, lineEnd + 1);
    cells.push(quoted ?? plain);
    if (length === -1) return { cells, end: lineEnd + 1 };
    at += length + 1;
  }
}

/** The position of the closing quote; -1 if there is none. Two quotes inside mean one. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

function misquoted(cells: readonly string[], end: number): Row {
  const values = { number: cells.length + 1 };
  return { cells, problem: { code: 'delimiter_expected', values }, end };
}

function withoutReturn(line: string, { lineBreak }: Dialect): string {
  return lineBreak === '\n' && line.endsWith('\r') ? line.slice(0, -1) : line;
}

/** A cell as CSV writes it (RFC 4180): in quotes if it would else be read otherwise. */
export function quoted(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
