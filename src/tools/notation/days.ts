/** A date as `YYYY-MM-DD`, read day first and month first; undefined if there is no such date. */
export interface DayReadings {
  readonly dayFirst: string | undefined;
  readonly monthFirst: string | undefined;
}

const yearFirst = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})$/;
const yearLast = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})$/;
// Spreadsheets append midnight to a date; in Greek `12:00:00 πμ`.
const midnight = /[ T](?:0?0:00(?::00(?:\.0{1,9})?)?Z?|12:00(?::00)? (?:am|π\.?μ\.?))$/i;

/**
 * Parses a date: `2026-01-31`, `31/1/2026`, `31.01.2026`. In Greece the day comes first. A text that
 * is a date only with the month first (`12/31/2026`) shows that its column has another format.
 */
export function dayReadings(text: string): DayReadings {
  const day = text.replace(midnight, '');
  const [, year, , month, dayOfMonth] = yearFirst.exec(day) ?? [];
  if (year !== undefined) {
    const read = calendarDay(year, month!, dayOfMonth!);
    return { dayFirst: read, monthFirst: read };
  }
  const [, first, , second, lastYear] = yearLast.exec(day) ?? [];
  if (lastYear === undefined) return { dayFirst: undefined, monthFirst: undefined };
  return {
    dayFirst: calendarDay(lastYear, second!, first!),
    monthFirst: calendarDay(lastYear, first!, second!),
  };
}

/**
 * The dates that spreadsheets and databases write for an empty cell: day 0 and day 1 of Excel and of
 * Access, and the first day of .NET and of SQL Server.
 */
const emptyDays = new Set([
  ...['1899-12-30', '1899-12-31', '1900-01-00', '1900-01-01'],
  ...['0001-01-01', '1753-01-01'],
]);

/** Whether a text is the date of an empty cell, day first or month first, with or without midnight. */
export function isEmptyDate(text: string): boolean {
  const day = text.replace(midnight, '');
  const [, year, , month = '', dayOfMonth = ''] = yearFirst.exec(day) ?? [];
  const [, first = '', , second = '', lastYear] = yearLast.exec(day) ?? [];
  const readings =
    year !== undefined
      ? [inOrder(year, month, dayOfMonth)]
      : lastYear !== undefined
        ? [inOrder(lastYear, second, first), inOrder(lastYear, first, second)]
        : [];
  return readings.some(reading => emptyDays.has(reading));
}

function inOrder(year: string, month: string, day: string): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
}

function calendarDay(year: string, month: string, day: string): string | undefined {
  const text = inOrder(year, month, day);
  return isDay(text) ? text : undefined;
}

/**
 * Whether a text is a day that exists, as YYYY-MM-DD: Date would turn the 31st of February into the
 * 3rd of March.
 */
export function isDay(text: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(text);
}
