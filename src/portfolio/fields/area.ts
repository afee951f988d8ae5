import {
  type DecimalSign,
  describeReadings,
  hasTwoReadings,
  numberReadings,
} from '../../notation/numbers.ts';
import { type Bounds, isPlausible } from '../../property/plausible-building.ts';
import type { ParsedCell } from './parsed-cell.ts';

/** Matches `τ.μ.`, `τετρ. μέτρα`, `τετραγωνικά`, `m²`, `sqm`, after accents were removed. */
const unit =
  /(?<!\s)\s*(?:[τt]\.?\s?[μm]\.?|τετρ(?:αγωνικα|\.)?\s?(?:μ\.?|μετρα|μετρων)?|[mμ]\s?\^?2|sq\.?\s?m(?:et(?:er|re)s?)?\.?|square met(?:er|re)s)$/;

/** The decimal sign of a file: as given, or as usual with its delimiter. */
interface FileDecimals {
  readonly decimals: DecimalSign | undefined;
  readonly usualDecimals: DecimalSign | undefined;
}

/**
 * Reads an area in m², with or without its unit. A text such as `1.250` can mean two numbers: the
 * given decimal sign decides. A point, as usual with commas between cells, decides only if the
 * other number is not plausible.
 */
export function readArea(
  text: string,
  { decimals, usualDecimals }: FileDecimals,
  bounds: Bounds,
): ParsedCell<number> {
  const number = plainLetters(text).replace(unit, '');
  const readings = numberReadings(number);
  const { comma, point } = readings;
  const isDouble = hasTwoReadings(readings);
  const hint = isDouble ? `${describeReadings(number)}: --decimals decides` : undefined;
  const areBothPlausible = [comma, point].every(value => isPlausible(value ?? NaN, bounds));
  // A semicolon shows decimal commas, but any program writes commas between cells.
  const fromDelimiter = usualDecimals === '.' && areBothPlausible ? undefined : usualDecimals;
  const sign = decimals ?? fromDelimiter;
  if (isDouble && sign === undefined) return { expected: 'square metres', hint };
  const value = isDouble ? (sign === ',' ? comma : point) : (comma ?? point);
  if (value === undefined) return { expected: 'square metres such as 85.5 or 85,5' };
  if (isPlausible(value, bounds)) return { value };
  return { expected: `${bounds.least} to ${bounds.most} m²`, hint };
}

/** Lower case without accents; `㎡` becomes `m2`, and `µ` becomes the Greek letter. */
function plainLetters(text: string): string {
  return text.normalize('NFKC').normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().trim();
}
