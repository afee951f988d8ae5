import { type Bounds, isPlausible, plausibleAreaM2 } from '#domain/property/plausible.ts';
import {
  type DecimalSign,
  hasTwoReadings,
  numberReadings,
  withoutAreaUnit,
} from '#tools/notation/numbers.ts';

/** A value, or the numbers that may have been meant. */
export type Read<T> = { readonly value: T } | { readonly meant: readonly number[] };

/**
 * Reads a positive number with this decimal sign, otherwise with the other one; a unit as in `85 m²`
 * or `85 τ.μ.` may follow. An ambiguous text (`1.250`) is read with this sign if the result is a usual
 * area. Otherwise the user must choose.
 */
export function readArea(
  text: string,
  decimals: DecimalSign,
  usual = plausibleAreaM2,
): Read<number> {
  return readNumber(withoutAreaUnit(text), decimals, usual);
}

/** Sums insured of most buildings, in euro. */
const usualSums: Bounds = { least: 1_000, most: 100_000_000 };

/** Reads an amount in euro in the same way; the sign or the name of the currency may stand by it. */
export function readSum(text: string, decimals: DecimalSign): Read<number> {
  return readNumber(text.replace(/€|ευρώ|eur(?:o|os)?$/i, '').trim(), decimals, usualSums);
}

function readNumber(number: string, decimals: DecimalSign, usual: Bounds): Read<number> {
  const readings = numberReadings(/^[\d.,\s'’]+$/.test(number) ? number : '');
  const { comma, point } = readings;
  const [own, other] = decimals === ',' ? [comma, point] : [point, comma];
  const value = own ?? other;
  if (value === undefined || !(value > 0)) return { meant: [] };
  const isUsual = isPlausible(value, usual);
  return hasTwoReadings(readings) && !isUsual ? { meant: [own!, other!] } : { value };
}
