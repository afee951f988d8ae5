import { type DecimalSign, hasTwoReadings, numberReadings } from '../../../src/notation/numbers.ts';

/** A value, or the numbers that may have been meant. */
export type Read<T> = { readonly value: T } | { readonly meant: readonly number[] };

/** For an ambiguous text, areas in m² in this range are accepted without a question. */
const usualArea = { least: 10, most: 2_000 };

/**
 * Reads a positive number with this decimal sign, otherwise with the other one. An ambiguous text
 * (`1.250`) is read with this sign if the result is a usual area. Otherwise the user must choose.
 */
export function readArea(text: string, decimals: DecimalSign): Read<number> {
  const readings = numberReadings(/^[\d.,\s'’]+$/.test(text) ? text : '');
  const { comma, point } = readings;
  const [own, other] = decimals === ',' ? [comma, point] : [point, comma];
  const value = own ?? other;
  if (value === undefined || !(value > 0)) return { meant: [] };
  const isUsual = value >= usualArea.least && value <= usualArea.most;
  return hasTwoReadings(readings) && !isUsual ? { meant: [own!, other!] } : { value };
}
