/** The decimal sign of a number. The other sign may group thousands. */
export type DecimalSign = ',' | '.';

/** The value of a text with each decimal sign; undefined if it is no number with that sign. */
export interface NumberReadings {
  readonly comma: number | undefined;
  readonly point: number | undefined;
}

/** A sign, then plain digits or thousands in groups (one mark throughout), then decimals. */
function numberForm(decimal: string, group: string): RegExp {
  const plain = String.raw`(?:\d+(?:${decimal}\d*)?|${decimal}\d+)(?:e[+-]?\d+)?`;
  // Grouped thousands do not start with 0: 0.520 is never five hundred twenty.
  const grouped = String.raw`[1-9]\d{0,2}([${group}\s'’])\d{3}(?:\1\d{3})*(?:${decimal}\d+)?`;
  return new RegExp(`^[+-]?(?:${grouped}|${plain})$`, 'i');
}

const withComma = numberForm(',', '.');
const withPoint = numberForm(String.raw`\.`, ',');
const wholeNumber = /^\d+$/;

/**
 * Parses a number with each decimal sign. Equal readings are unambiguous (`1520`, `1 520`). With
 * only one reading the text shows its decimal sign (`1.520,50`). Two different readings are
 * ambiguous (`1.520` is 1520 or 1.52).
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

/** Both readings of an ambiguous text, for a message. */
export function describeReadings(text: string): string {
  const { comma, point } = numberReadings(text);
  return `${text} is ${comma} with a decimal comma and ${point} with a decimal point`;
}

/** Matches `τ.μ.`, `τετρ. μέτρα`, `τετραγωνικά`, `m²`, `sqm`, after accents were removed. */
const areaUnit =
  /(?<!\s)\s*(?:[τt]\.?\s?[μm]\.?|τετρ(?:αγωνικα|\.)?\s?(?:μ\.?|μετρα|μετρων)?|[mμ]\s?\^?2|sq\.?\s?m(?:et(?:er|re)s?)?\.?|square met(?:er|re)s)$/;

/** The text of an area without its unit. `㎡` is read as `m2`, and `µ` as the Greek letter. */
export function withoutAreaUnit(text: string): string {
  const plain = text.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
  return plain.replace(areaUnit, '');
}

/** The usual decimal sign for a CSV separator; undefined for tab and bar. */
export function decimalSignOf(separator: string): DecimalSign | undefined {
  return separator === ';' ? ',' : separator === ',' ? '.' : undefined;
}

/** Parses degrees. They never have grouped thousands, so a comma or point is the decimal sign. */
export function readCoordinate(text: string): number | undefined {
  return /^[+-]?\d+(?:[.,]\d*)?(?:e[+-]?\d+)?$/i.test(text)
    ? Number(text.replace(',', '.'))
    : undefined;
}

/**
 * Parses a projected coordinate in metres. Thousands may be grouped: `476.269,10`, and `476.269` is
 * nearly half a million, because no point of Greece is within a kilometre of an axis.
 */
export function readMetres(text: string): number | undefined {
  const { comma, point } = numberReadings(text);
  if (comma === undefined || point === undefined) return comma ?? point;
  return Math.abs(comma) > Math.abs(point) ? comma : point;
}

/** A number of a column, or why the column cannot be read, or undefined if it is no number. */
export type ColumnNumber =
  | { readonly value: number }
  | { readonly contradiction: string }
  | undefined;

/**
 * Parses the numbers of one column in sequence. If a number shows its decimal sign, that is used. A
 * number with two readings uses `usual`, the sign that fits the file's separator. The column is
 * contradictory in three cases: its numbers show both signs; a number has two readings and `usual`
 * is undefined; or it has two readings and another number shows the other sign. So the order of the
 * rows does not change the result.
 */
export function openNumberColumn(usual: DecimalSign | undefined): (text: string) => ColumnNumber {
  /** The first text of each kind. */
  const seen: Partial<Record<DecimalSign | 'both', string>> = {};
  return text => {
    const readings = numberReadings(text);
    const { comma, point } = readings;
    if (comma === point) return comma === undefined ? undefined : { value: comma };
    const kind = hasTwoReadings(readings) ? 'both' : comma !== undefined ? ',' : '.';
    if (seen[kind] === undefined) {
      seen[kind] = text;
      const contradiction = contradictionIn(seen, usual);
      if (contradiction !== undefined) return { contradiction };
    }
    const sign = kind === 'both' ? usual : kind;
    return { value: (sign === ',' ? comma : point)! };
  };
}

function contradictionIn(
  { both, ',': comma, '.': point }: Partial<Record<DecimalSign | 'both', string>>,
  usual: DecimalSign | undefined,
): string | undefined {
  if (comma !== undefined && point !== undefined) {
    return `${comma} has a decimal comma and ${point} a decimal point`;
  }
  if (both === undefined) return undefined;
  if (usual === undefined) return `${describeReadings(both)}, and the file does not show which`;
  const unusual = usual === ',' ? point : comma;
  return unusual === undefined
    ? undefined
    : `${describeReadings(both)}: the separator of the file goes with a decimal ${nameOf(usual)}, but ${unusual} is in the same column`;
}

function nameOf(sign: DecimalSign): string {
  return sign === ',' ? 'comma' : 'point';
}
