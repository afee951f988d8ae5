import { badFile } from '../files/bytes.ts';
import { longestCell, longestRow } from '../files/table-budgets.ts';
import { localName, type XmlEvents } from '../files/xml.ts';
import type { Sentence } from '../notation/sentences.ts';
import {
  type CellKind,
  columnLetters,
  columnOf,
  type DateSystem,
  dateOfSerial,
  type NumberFormat,
  numberText,
} from './number-formats.ts';
import { gatherText, type SharedTexts, unescaped } from './shared-strings.ts';

/** A cell that is not empty. */
export interface SheetCell {
  /** From 0 on. */
  readonly column: number;
  /** The stored value: a number with a point, a date as ISO 8601. */
  readonly text: string;
  readonly kind: CellKind;
  /** Why the value cannot be used, with the address of the cell. */
  readonly problem?: Sentence;
}

/** A row of a sheet. */
export interface SheetRow {
  /** From 1 on, as Excel shows it. */
  readonly number: number;
  readonly isHidden: boolean;
  readonly cells: readonly SheetCell[];
}

/** What is needed to read the cells of a sheet. */
interface SheetParts {
  /** The number format of each cell style. */
  readonly formats: readonly NumberFormat[];
  readonly dates: DateSystem;
  readonly strings: SharedTexts;
  /** Called with each merged range, after the rows. */
  readonly onMerge?: ((merge: Merge) => void) | undefined;
}

/** The size of an Excel sheet. */
export const mostColumns = 16_384;
export const mostRows = 1_048_576;

/** The handlers that make rows of a sheet's XML. */
export function sheetEvents(shown: string, parts: SheetParts): XmlEvents<SheetRow> {
  const inline = gatherText();
  let row: { number: number; isHidden: boolean; cells: SheetCell[] } | undefined;
  let cell = { ...noCell };
  let number = 0;
  let cellsOfRow = 0;
  let characters = 0;
  const refuse = (problem: string) => {
    throw badFile(shown, `cell ${columnLetters(cell.column)}${number}: ${problem}`);
  };
  /** Before the cell is kept: cells can share one text, and together have more than memory holds. */
  const checkBudgets = (text = '') => {
    if (cell.column >= mostColumns || ++cellsOfRow > mostColumns)
      refuse(`more than ${mostColumns.toLocaleString('en')} columns`);
    if (text.length > longestCell)
      refuse(`a text of more than ${longestCell.toLocaleString('en')} characters`);
    characters += text.length;
    if (characters > longestRow)
      refuse(`the row has more than ${longestRow.toLocaleString('en')} characters up to here`);
  };
  return {
    open(tag, attributes) {
      const local = localName(tag);
      if (local === 'c') {
        const column = columnOf(attributes.r ?? '') ?? cell.column + 1;
        cell = { ...noCell, column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) };
        inline.start();
      } else if (local === 'row') {
        number = rowNumber(attributes.r, number);
        if (number > mostRows)
          throw badFile(shown, `more than ${mostRows.toLocaleString('en')} rows`);
        cellsOfRow = 0;
        characters = 0;
        row = { number, isHidden: /^(?:1|true)$/.test(attributes.hidden ?? ''), cells: [] };
        cell = { ...noCell };
      } else if (local === 'mergeCell') {
        const merge = mergeOf(attributes.ref);
        if (merge) parts.onMerge?.(merge);
      } else inline.open(local);
      return undefined;
    },
    close(tag, text) {
      const local = localName(tag);
      if (local === 'v') cell.value = text;
      else if (local === 'f') cell.isFormula = true;
      else if (local === 'c' && row) {
        const read = readCell(cell, inline.end(), `${columnLetters(cell.column)}${number}`, parts);
        checkBudgets(read?.text);
        if (read) row.cells.push({ column: cell.column, ...read });
      } else if (local === 'row') {
        const whole = row;
        row = undefined;
        return whole;
      } else inline.close(local, text);
      return undefined;
    },
  };
}

interface OpenCell {
  readonly column: number;
  /** The attribute `t`: what the value is. */
  readonly type: string;
  readonly style: number;
  value?: string;
  isFormula?: boolean;
}

const noCell: OpenCell = { column: -1, type: 'n', style: 0 };

/** The number that is written, unless it is none or goes back. */
function rowNumber(written: string | undefined, before: number): number {
  const number = Number(written);
  return Number.isInteger(number) && number > before && number <= mostRows ? number : before + 1;
}

/** Reads a cell; undefined when it is empty. A formula counts by its stored value. */
function readCell(
  { type, style, value, isFormula }: OpenCell,
  inline: string,
  address: string,
  { formats, dates, strings }: SheetParts,
): Omit<SheetCell, 'column'> | undefined {
  if (type === 'inlineStr') return textCell(inline);
  if (value === undefined || (value === '' && type !== 'str')) {
    if (!isFormula) return undefined;
    const values = { cell: address };
    return { text: '', kind: 'e', problem: { code: 'formula_without_value', values } };
  }
  if (type === 's') {
    const text = strings(Number(value));
    if (text === undefined)
      throw new RangeError(`${address}: there is no shared text ${value.slice(0, 20)}`);
    return textCell(text);
  }
  if (type === 'b') return { text: value === '1' ? 'TRUE' : 'FALSE', kind: 't' };
  if (type === 'e') {
    const values = { cell: address, error: value.slice(0, 20) };
    return { text: value, kind: 'e', problem: { code: 'cell_error', values } };
  }
  if (type === 'd')
    return { text: value.replace('T', ' ').replace(/(?: 00:00:00)?(?:\.0+)?Z?$/, ''), kind: 'd' };
  if (type === 'str' || !Number.isFinite(Number(value))) return textCell(unescaped(value));
  return numberCell(Number(value), formats[style] ?? 'number', dates, address);
}

function textCell(text: string): Omit<SheetCell, 'column'> | undefined {
  return text === '' ? undefined : { text, kind: 't' };
}

/** A year that was typed into a cell for dates is a day of 1905. */
const likeYears = { least: 1_800, most: 2_100 };

function numberCell(
  value: number,
  format: NumberFormat,
  dates: DateSystem,
  address: string,
): Omit<SheetCell, 'column'> {
  const text = numberText(value);
  if (typeof format === 'object') {
    const isCode = Number.isInteger(value) && value >= 0 && value < 1e15;
    return isCode ? { text: text.padStart(format.zeros, '0'), kind: 't' } : { text, kind: 'n' };
  }
  const date = format === 'date' ? dateOfSerial(value, dates) : undefined;
  if (date === undefined) return { text, kind: 'n' };
  const isLikeYear = value >= likeYears.least && value <= likeYears.most && Number.isInteger(value);
  if (!isLikeYear) return { text: date, kind: 'd' };
  const values = { cell: address, date, number: text };
  return { text: date, kind: 'd', problem: { code: 'date_or_year', values } };
}

/** A merged range: rows from 1 on, columns from 0 on. */
export interface Merge {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

/** The handlers that return the merged ranges of a sheet's XML. */
export function mergeEvents(): XmlEvents<Merge> {
  return {
    open: (tag, { ref }) => (localName(tag) === 'mergeCell' ? mergeOf(ref) : undefined),
    close: () => undefined,
  };
}

function mergeOf(range = ''): Merge | undefined {
  const [from = '', to = from] = range.split(':');
  const [left, right] = [columnOf(from), columnOf(to)];
  const [top, bottom] = [from, to].map(address =>
    Number(/^\$?[A-Z]{1,3}\$?(\d{1,7})$/.exec(address)?.[1]),
  );
  if (left === undefined || right === undefined || !top || !bottom) return undefined;
  return { top, bottom, left, right };
}
