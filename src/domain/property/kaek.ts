/** Capitals that look the same in both alphabets; users type codes with either. */
const [latin, greek] = ['ABEHIKMNOPTXYZ', 'ΑΒΕΗΙΚΜΝΟΡΤΧΥΖ'];

/**
 * 2 digits for the prefecture, 3 for the municipality, then either sector (2), unit (2) and parcel
 * (3) or, for roads and similar areas, two Greek letters and 5 digits. Vertical and horizontal
 * parts may follow.
 */
const kaekPattern = /^([0-9]{5}(?:[0-9]{7}|[Α-ΡΣ-Ω]{2}[0-9]{5}))(?:\/[0-9]{1,5}){0,2}$/;

/** The format of a KAEK, for messages. */
export const kaekFormat =
  '12 characters such as 050095701001 or 12098ΕΚ00029, optionally a unit such as /0/1';

/** The longest text that is read as a KAEK, with all its marks, in characters. */
export const longestKaek = 64;

/** Converts to capitals and replaces Latin letters by the Greek ones that look the same. */
export function greekCapitals(text: string): string {
  return text.toUpperCase().replace(/[A-Z]/g, letter => greek[latin.indexOf(letter)] ?? letter);
}

/**
 * The 12 characters of the parcel of a typed KAEK; undefined if it is no KAEK. Accepts spaces, dots,
 * hyphens, any case and Latin look-alikes. Keeps leading zeros.
 */
export function parseKaek(typed: string): string | undefined {
  // Fast path: nearly all codes have this form.
  if (/^[0-9]{12}$/.test(typed)) return typed;
  return kaekPattern.exec(greekCapitals(withoutMarks(typed)))?.[1];
}

/**
 * Without the spaces, dots and hyphens that people put between the parts of a code. A longer text
 * is no code, and a cell of a hostile file may have millions of characters.
 */
function withoutMarks(typed: string): string {
  if (typed.length > longestKaek) return '';
  return typed.normalize('NFKC').replace(/[\s.\-\u2010-\u2015]/g, '');
}

/** The beginning of a code: at least the five digits of prefecture and municipality. */
const startPattern = /^[0-9]{5}(?:[0-9]{0,7}|[Α-ΡΣ-Ω]{1,2}|[Α-ΡΣ-Ω]{2}[0-9]{1,5})$/;

/** The beginning of a code that is being typed, forgiving as `parseKaek`; undefined for other texts. */
export function parseKaekStart(typed: string): string | undefined {
  const code = greekCapitals(withoutMarks(typed));
  return startPattern.test(code) ? code : undefined;
}

/** A code from a table: the parcel, whether its lost first zero was restored, and whether it is of a unit. */
export interface CellKaek {
  readonly code: string;
  readonly isRepaired: boolean;
  /** Whether a unit follows; `/0/0` is the parcel itself. */
  readonly isUnit: boolean;
}

/** A code that a spreadsheet or database has turned into a number. */
const asNumber = /^(\d{11,12})(?:[.,]0+)?$/;

/** Parses the code in a cell. If it was stored as a number, restores the lost first zero. */
export function kaekOfCell(typed: string): CellKaek | undefined {
  const digits = asNumber.exec(typed)?.[1];
  const isRepaired = digits?.length === 11 && digits[0] !== '0';
  const code = parseKaek(isRepaired ? `0${digits}` : (digits ?? typed));
  return code === undefined ? undefined : { code, isRepaired, isUnit: /\/0*[1-9]/.test(typed) };
}
