import { quoted } from '../csv/quoted.ts';
import type { Value } from './added-columns.ts';
import type { RowWriter } from './row-writer.ts';

/** How CSV is written. */
export interface CsvStyle {
  readonly delimiter: string;
  /** Whether the file starts with a byte order mark, by which Excel recognises UTF-8. */
  readonly bom: boolean;
  /** Whether added numbers have a decimal comma, as a Greek Excel expects. */
  readonly decimalComma: boolean;
}

/** Writes CSV after RFC 4180 in UTF-8 with LF line ends, safe to open in a spreadsheet. */
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
 * Characters after which a spreadsheet may start a new cell: it uses the separator of its own
 * locale, not ours, and may then read each line of a cell as a row.
 */
const separators = /([,;\t|\r\n])/;
/** The sign of a formula, after blanks, quotes and invisible characters that may be dropped. */
const formulaSign = /^([\s\p{Cc}\p{Cf}"]*)(?=[=+\-@＝＋－＠])/u;
const numberOrDashes = /^\p{Zs}*([+-]?[0-9][0-9\p{Zs}.,]*|-+\p{Zs}*)$/u;

/**
 * Puts an apostrophe before each formula in a cell, which marks it as text. A plain number or dash
 * is safe, except in the first column and after a separator inside a cell: a spreadsheet that splits
 * at `;` reads the cells `-1` and `5+cmd` as one cell, `-1,5+cmd`.
 */
export function withoutFormulas(cell: string, isFirst: boolean): string {
  if (!/[=+\-@＝＋－＠]/.test(cell)) return cell;
  if (!isFirst && numberOrDashes.test(cell)) return cell;
  return cell
    .split(separators)
    .map(part => part.replace(formulaSign, "$1'"))
    .join('');
}
