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
    `${cells.map((cell, i) => quoted(withoutFormulas(cell, i === 0), style.delimiter)).join(style.delimiter)}\n`;
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
 * Where a spreadsheet may begin a cell: it takes the separator of its own country and not ours,
 * and then reads each line of a cell as a row.
 */
const separators = /([,;\t|\r\n])/;
/** The sign of a formula; blanks, quotes and invisible characters before it may fall away. */
const formulaSign = /^([\s\p{Cc}\p{Cf}"]*)(?=[=+\-@＝＋－＠])/u;
const numberOrDashes = /^\p{Zs}*([+-]?[0-9][0-9\p{Zs}.,]*|-+\p{Zs}*)$/u;

/**
 * A cell with an apostrophe before each formula in it, which says that what follows is text. A
 * plain number or dash runs nothing, but in the first column and behind a separator of its own
 * the next cell may become part of it: `-1` and `5+cmd` are `-1,5+cmd` where `;` parts cells.
 */
export function withoutFormulas(cell: string, isFirst: boolean): string {
  if (!/[=+\-@＝＋－＠]/.test(cell)) return cell;
  if (!isFirst && numberOrDashes.test(cell)) return cell;
  return cell
    .split(separators)
    .map(part => part.replace(formulaSign, "$1'"))
    .join('');
}

function quoted(cell: string, delimiter: string): string {
  const isPlain = !cell.includes(delimiter) && !/["\r\n]|^\s|\s$/.test(cell);
  return isPlain ? cell : `"${cell.replaceAll('"', '""')}"`;
}
