/** The sign before the decimals of a number; the other one may group its thousands. */
export type DecimalSign = ',' | '.';

/** What a text means under each decimal sign; undefined where it is no number under that sign. */
export interface NumberReadings {
  readonly comma: number | undefined;
  readonly point: number | undefined;
}

/** A sign, then plain digits or thousands in groups (one mark throughout), then decimals. */
function numberForm(decimal: string, group: string): RegExp {
  const plain = String.raw`(?:\d+(?:${decimal}\d*)?|${decimal}\d+)(?:e[+-]?\d+)?`;
  // A group mark after a zero is none: 0.520 is never five hundred twenty.
  const grouped = String.raw`[1-9]\d{0,2}([${group}\s'’])\d{3}(?:\1\d{3})*(?:${decimal}\d+)?`;
  return new RegExp(`^[+-]?(?:${grouped}|${plain})$`, 'i');
}

const withComma = numberForm(',', '.');
const withPoint = numberForm(String.raw`\.`, ',');
const wholeNumber = /^\d+$/;

/**
 * Reads a number under each decimal sign. Equal readings are no doubt (`1520`, `1 520`); with one
 * reading the text itself shows its decimal sign (`1.520,50`); with two different ones it does not
 * (`1.520` is 1520 or 1.52).
 */
export function numberReadings(text: string): NumberReadings {
  if (wholeNumber.test(text)) return { comma: Number(text), point: Number(text) };
  return {
    comma: withComma.test(text)
      ? Number(text.replace(/[.\s'’]/g, '').replace(',', '.'))
      : undefined,
    point: withPoint.test(text) ? Number(text.replace(/[,\s'’]/g, '')) : undefined,
  };
}

/** Whether a text means two different numbers, as `1.520` does. */
export function hasTwoReadings({ comma, point }: NumberReadings): boolean {
  return comma !== undefined && point !== undefined && comma !== point;
}

/** Both meanings of such a text, for a message. */
export function tellReadings(text: string): string {
  const { comma, point } = numberReadings(text);
  return `${text} is ${comma} with a decimal comma and ${point} with a decimal point`;
}

/** The decimal sign that goes with a CSV separator; tabs and bars go with either. */
export function decimalSignOf(separator: string): DecimalSign | undefined {
  return separator === ';' ? ',' : separator === ',' ? '.' : undefined;
}

/** A coordinate, which is never written with thousands: one comma or point is its decimal sign. */
export function readCoordinate(text: string): number | undefined {
  return /^[+-]?\d+(?:[.,]\d*)?(?:e[+-]?\d+)?$/i.test(text)
    ? Number(text.replace(',', '.'))
    : undefined;
}
