import {
  type DecimalSign,
  describeReadings,
  hasTwoReadings,
  numberReadings,
} from '../../notation/numbers.ts';
import type { Bounds } from './bounds.ts';
import type { ParsedCell } from './parsed-cell.ts';

/** Matches `τ.μ.`, `τετρ. μέτρα`, `τετραγωνικά`, `m²`, `sqm`, after accents were removed. */
const unit =
  /\s*(?:[τt]\.?\s?[μm]\.?|τετρ(?:αγωνικα|\.)?\s?(?:μ\.?|μετρα|μετρων)?|[mμ]\s?\^?2|sq\.?\s?m(?:et(?:er|re)s?)?\.?|square met(?:er|re)s)$/;

/**
 * Reads an area in m², with or without its unit. A text such as `1.250` can mean two numbers: the
 * decimal sign of the file decides, and if it is unknown the text is rejected.
 */
export function readArea(
  text: string,
  decimals: DecimalSign | undefined,
  { least, most }: Bounds,
): ParsedCell<number> {
  const number = plainLetters(text).replace(unit, '');
  const readings = numberReadings(number);
  const { comma, point } = readings;
  const isDouble = hasTwoReadings(readings);
  const hint = isDouble ? `${describeReadings(number)}: --decimals decides` : undefined;
  if (isDouble && decimals === undefined) return { expected: 'square metres', hint };
  const value = isDouble ? (decimals === ',' ? comma : point) : (comma ?? point);
  if (value === undefined) return { expected: 'square metres such as 85.5 or 85,5' };
  if (value >= least && value <= most) return { value };
  return { expected: `${least} to ${most} m²`, hint };
}

/** Lower case without accents; `㎡` becomes `m2`, and `µ` becomes the Greek letter. */
function plainLetters(text: string): string {
  return text.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
