import { dayReadings, isEmptyDate } from '../../notation/days.ts';
import { type Bounds, isPlausible, questionOfYear } from '../../property/plausible-building.ts';
import type { ParsedCell } from './parsed-cell.ts';

const emptyDateNote = 'the date that programs write for an empty cell; it counts as empty';
const wholeYear = /^(\d{4})(?:[.,]0+)?$/;
const monthAndYear = /^(?:0?[1-9]|1[0-2])[-/.](\d{4})$/;
const twoDigits = /^(?:\d{1,2}[-/.]\d{1,2}[-/.]|[’΄])?(\d{2})$/;

/**
 * Reads a year, also as `2005.0` from a spreadsheet or from a date. Two digits are rejected. A date
 * that programs write for an empty cell, `1/1/1900`, is no year.
 */
export function readYear(text: string, bounds: Bounds): ParsedCell<number | undefined> {
  if (isEmptyDate(text)) return { value: undefined, note: emptyDateNote };
  const { dayFirst, monthFirst } = dayReadings(text);
  const digits =
    wholeYear.exec(text)?.[1] ??
    monthAndYear.exec(text)?.[1] ??
    (dayFirst ?? monthFirst)?.slice(0, 4);
  const value = Number(digits ?? Number.NaN);
  if (isPlausible(value, bounds)) return { value };
  const short = twoDigits.exec(text)?.[1];
  const hint = short === undefined ? undefined : questionOfYear(Number(short), bounds);
  return { expected: `a year from ${bounds.least} to ${bounds.most}`, hint };
}
