/** Capitals that look alike in both scripts; codes are typed with either. */
const greekLookAlikes: Readonly<Record<string, string>> = {
  A: 'Α',
  B: 'Β',
  E: 'Ε',
  H: 'Η',
  I: 'Ι',
  K: 'Κ',
  M: 'Μ',
  N: 'Ν',
  O: 'Ο',
  P: 'Ρ',
  T: 'Τ',
  X: 'Χ',
  Y: 'Υ',
  Z: 'Ζ',
};

/**
 * 2 digits of prefecture, 3 of municipality, then either sector (2), unit (2) and parcel (3) or,
 * for roads and the like, two Greek letters and 5 digits; perhaps vertical and horizontal parts.
 */
const kaekPattern = /^([0-9]{5}(?:[0-9]{7}|[Α-ΡΣ-Ω]{2}[0-9]{5}))(?:\/[0-9]{1,5}){0,2}$/;

/** What a KAEK code looks like, in words, for messages. */
export const kaekForm =
  '12 characters such as 050095701001 or 12098ΕΚ00029, and perhaps a unit such as /0/1';

/** The text in capitals, Latin letters that look like Greek ones replaced by those. */
export function greekCapitals(text: string): string {
  return text.toUpperCase().replace(/[A-Z]/g, letter => greekLookAlikes[letter] ?? letter);
}

/**
 * The 12 characters of the parcel that a typed code means, or undefined when it is no KAEK.
 * Forgives spaces, dots, hyphens, case and Latin look-alikes; leading zeros stay.
 */
export function parseKaek(typed: string): string | undefined {
  // Nearly all are written so; the rest of the work is for the others.
  if (/^[0-9]{12}$/.test(typed)) return typed;
  const code = typed.normalize('NFKC').replace(/[\s.\-\u2010-\u2015]/g, '');
  return kaekPattern.exec(greekCapitals(code))?.[1];
}

/** A code out of a table, and whether its first zero had to be put back. */
export interface CellKaek {
  readonly code: string;
  readonly isRepaired: boolean;
}

/** What spreadsheets and databases make of a code of digits alone: a number. */
const asNumber = /^(\d{11,12})(?:[.,]0+)?$/;

/** The code in a cell. As a number it has lost its first zero, which no code can do without. */
export function kaekOfCell(typed: string): CellKaek | undefined {
  const digits = asNumber.exec(typed)?.[1];
  const isRepaired = digits?.length === 11 && digits[0] !== '0';
  const code = parseKaek(isRepaired ? `0${digits}` : (digits ?? typed));
  return code === undefined ? undefined : { code, isRepaired };
}
