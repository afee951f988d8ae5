import {
  type DecimalSign,
  hasTwoReadings,
  numberReadings,
  tellReadings,
} from '../../notation/numbers.ts';
import type { Bounds, Reading } from './reading.ts';

/** `τ.μ.`, `τετρ. μέτρα`, `τετραγωνικά`, `m²`, `sqm`; of letters that have lost their accents. */
const unit =
  /\s*(?:[τt]\.?\s?[μm]\.?|τετρ(?:αγωνικα|\.)?\s?(?:μ\.?|μετρα|μετρων)?|[mμ]\s?\^?2|sq\.?\s?m(?:et(?:er|re)s?)?\.?|square met(?:er|re)s)$/;

/**
 * An area in m², perhaps with its unit. Where a text has two readings (`1.250`) the decimal sign
 * of the file decides; without one it is not read.
 */
export function readArea(
  text: string,
  decimals: DecimalSign | undefined,
  { least, most }: Bounds,
): Reading<number> {
  const number = plainLetters(text).replace(unit, '');
  const readings = numberReadings(number);
  const { comma, point } = readings;
  const isDouble = hasTwoReadings(readings);
  if (isDouble && decimals === undefined) {
    return {
      expected: 'square metres',
      hint: `${tellReadings(number)}: --decimals decides`,
    };
  }
  const value = isDouble ? (decimals === ',' ? comma : point) : (comma ?? point);
  if (value === undefined) return { expected: 'square metres such as 85.5 or 85,5' };
  if (value >= least && value <= most) return { value };
  return {
    expected: `${least} to ${most} m²`,
    hint: isDouble ? tellReadings(number) : undefined,
  };
}

/** Small letters without accents; `㎡` is `m2`, and `µ` the Greek letter. */
function plainLetters(text: string): string {
  return text.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
