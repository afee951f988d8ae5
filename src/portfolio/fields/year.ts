import { dayReadings } from '../../notation/days.ts';
import type { Bounds, Reading } from './reading.ts';

const wholeYear = /^(\d{4})(?:[.,]0+)?$/;
const monthAndYear = /^(?:0?[1-9]|1[0-2])[-/.](\d{4})$/;
const twoDigits = /^(?:\d{1,2}[-/.]\d{1,2}[-/.]|[’΄])?(\d{2})$/;

/** A year, also as spreadsheets write it (`2005.0`) or of a date. Two digits are no year. */
export function readYear(text: string, { least, most }: Bounds): Reading<number> {
  const { dayFirst, monthFirst } = dayReadings(text);
  const digits =
    wholeYear.exec(text)?.[1] ??
    monthAndYear.exec(text)?.[1] ??
    (dayFirst ?? monthFirst)?.slice(0, 4);
  const value = Number(digits ?? Number.NaN);
  if (value >= least && value <= most) return { value };
  const short = twoDigits.exec(text)?.[1];
  const meant = [`20${short}`, `19${short}`].filter(
    year => short !== undefined && Number(year) >= least && Number(year) <= most,
  );
  const hint = meant.length > 0 ? `is it ${meant.join(' or ')}?` : undefined;
  return { expected: `a year from ${least} to ${most}`, hint };
}
