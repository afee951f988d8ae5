import type { Value } from './added-columns.ts';
import type { RowWriter } from './row-writer.ts';

/** How CSV is written. */
export interface CsvStyle {
  readonly delimiter: string;
  /** Whether a byte order mark stands first, by which Excel knows UTF-8. */
  readonly bom: boolean;
  /** Whether added numbers have a decimal comma, as a Greek Excel expects. */
  readonly decimalComma: boolean;
}

/** Writes CSV by RFC 4180, UTF-8, lines ended by LF, safe to open in a spreadsheet. */
export function csvWriter(names: readonly string[], style: CsvStyle): RowWriter {
  const line = (cells: readonly string[]) =>
    `${cells.map(cell => quoted(asText(cell), style.delimiter)).join(style.delimiter)}\n`;
  const written = (value: Value) => {
    if (typeof value !== 'number') return value ?? '';
    return style.decimalComma ? String(value).replace('.', ',') : String(value);
  };
  return {
    head: (style.bom ? '\ufeff' : '') + line(names),
    between: '',
    tail: '',
    row: (cells, values) => line([...cells, ...values.map(written)]),
  };
}

/**
 * Whether a spreadsheet would run a cell as a formula. Plain numbers and lone dashes are none,
 * whatever they begin with.
 */
export function isFormula(cell: string): boolean {
  if (!/^\s*[=+\-@＝＋－＠]|^[\t\r\n]/.test(cell)) return false;
  return !/^\s*[+-]?[0-9][0-9\s.,]*$|^\s*-+\s*$/.test(cell);
}

/** A leading apostrophe says that what follows is text. */
function asText(cell: string): string {
  return isFormula(cell) ? `'${cell}` : cell;
}

function quoted(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
