/** How a CSV file parts cells and rows. */
export interface Dialect {
  readonly delimiter: string;
  /** A carriage return before a line feed belongs to the break. */
  readonly lineBreak: '\n' | '\r';
}

/** A row found in a text: its cells, or what is wrong with it, and where it ends there. */
export interface Row {
  readonly cells: readonly string[];
  readonly problem?: string;
  readonly end: number;
}

/** What begins like a row and has no end yet, perhaps for want of a closing quote. */
export interface RowBegun {
  readonly openQuote: number | undefined;
}

/** The dialect of a CSV text, by its first line; undefined while that has no end. */
export function findDialect(text: string): Dialect | undefined {
  const [line, lineEnd] = /^[^\r\n]*(\r\n|\n|\r(?!$))/.exec(text.trimStart()) ?? [];
  if (line === undefined) return undefined;
  const named = /^"?sep=([,;\t|])"?\1*\s*$/i.exec(line)?.[1];
  return { delimiter: named ?? likelyDelimiter(line), lineBreak: lineEnd === '\r' ? '\r' : '\n' };
}

function likelyDelimiter(header: string): string {
  const unquoted = header.replace(/"[^"]*"/g, '');
  const count = (delimiter: string) => unquoted.split(delimiter).length;
  return [',', ';', '\t', '|'].sort((a, b) => count(b) - count(a))[0]!;
}

/** Whether a row is the line with which Excel names the delimiter before the header: `sep=;`. */
export function namesDelimiter({ cells: [first = '', ...rest] }: Row): boolean {
  return /^sep=[,;\t|]?$/i.test(first) && rest.every(cell => cell === '');
}

/**
 * Reads the row that begins at `from` (RFC 4180). A quote in a cell that does not begin with one is
 * a letter like others.
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

/** Where the quote that opens at `open` is closed; -1 when it is not. Two stand for one inside. */
function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
  return close;
}

function misquoted(cells: readonly string[], end: number): Row {
  const problem = `column ${cells.length + 1}: expected a delimiter after the closing quote`;
  return { cells, problem, end };
}

function withoutReturn(line: string, { lineBreak }: Dialect): string {
  return lineBreak === '\n' && line.endsWith('\r') ? line.slice(0, -1) : line;
}
