/** The kinds of cells: text, number, date, or an error value such as #N/A. */
export type CellKind = 't' | 'n' | 'd' | 'e';

/** The first day of a workbook's dates: 1900 as in most, or 1904 as in old ones of Macs. */
export type DateSystem = 1900 | 1904;

/** How a cell with a number is shown. */
export type NumberFormat = 'number' | 'date' | { readonly zeros: number };

/** Numbers of the built-in formats with a day, a month or a year. 18 to 21 and 45 to 47 are times. */
const builtInDates = [
  [14, 17],
  [22, 22],
  [27, 36],
  [50, 58],
] as const;

/** What a format shows as it is: text in quotes, one character after \, _ or *, and brackets. */
const literal = /"[^"]*"|[\\_*].|\[[^\]]*\]/gs;

/** Reads a format of `styles.xml`, by its number and its code if it has one. */
export function readNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) {
    return builtInDates.some(([from, to]) => id >= from && id <= to) ? 'date' : 'number';
  }
  const plain = code.slice(0, 255).replace(literal, '').split(';')[0]!.toLowerCase();
  if (/^0{2,15}$/.test(plain)) return { zeros: plain.length };
  // One or two `m` alone may be minutes.
  return /[dy]|mmm/.test(plain) ? 'date' : 'number';
}

const dayMs = 86_400_000;
/** 31 December 9999. */
const lastSerial = { 1900: 2_958_465, 1904: 2_957_003 } as const;
const startOf = {
  1900: Date.UTC(1899, 11, 30),
  1904: Date.UTC(1904, 0, 1),
} as const;

/**
 * The date of a number as ISO 8601, with the time if it has one; undefined if it is no date. Excel
 * counts a 29 February 1900, so days before it are one later than the count says.
 */
export function dateOfSerial(serial: number, system: DateSystem): string | undefined {
  if (!(serial >= 0 && serial < lastSerial[system] + 1)) return undefined;
  if (system === 1900 && Math.floor(serial) === 60) return '1900-02-29';
  const days = system === 1900 && serial < 60 ? serial + 1 : serial;
  const seconds = Math.round(days * 86_400);
  const text = new Date(startOf[system] + seconds * 1_000).toISOString();
  return seconds % 86_400 === 0 ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ');
}

/** The number of a date that `dateOfSerial` wrote, counted from 1900. */
export function serialOfDate(text: string): number | undefined {
  if (text.startsWith('1900-02-29')) return 60;
  const time = Date.parse(`${text.replace(' ', 'T')}${text.length === 10 ? 'T00:00:00' : ''}Z`);
  if (Number.isNaN(time)) return undefined;
  const days = (time - startOf[1900]) / dayMs;
  const serial = days < 61 ? days - 1 : days;
  return serial >= 0 ? serial : undefined;
}

/**
 * A number as Excel shows it: with 15 digits, so that 0.1 + 0.2 is 0.3 and not
 * 0.30000000000000004.
 */
export function numberText(value: number): string {
  const isShort = Number.isInteger(value) && Math.abs(value) < 1e15;
  return String(isShort ? value : Number(value.toPrecision(15)));
}

/** The letters of a column, from 0 on: A, B … Z, AA. */
export function columnLetters(column: number): string {
  const rest = column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '';
  return rest + String.fromCharCode(65 + (column % 26));
}

/** The column of an address such as `AB12`, from 0 on; undefined when it is none. */
export function columnOf(address: string): number | undefined {
  const letters = /^\$?([A-Z]{1,3})\$?\d/.exec(address)?.[1];
  if (letters === undefined) return undefined;
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
