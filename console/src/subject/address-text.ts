import type { AddressResult } from '../../../client/src/types.ts';
import type { Language } from '../language/format.ts';
import type { Locale } from '../language/locale.ts';

/** An address that was found by its text, or near a point. */
export type FoundAddress = AddressResult & {
  /** Only near a point: its distance from the address. */
  readonly distance_m?: number;
};

/** Up to this distance, the nearest address of a point is its own; in metres. */
const ownMetres = 50;

/** An address in a language. */
export function addressText(
  { formatted_address, formatted_address_en }: FoundAddress,
  language: Language,
): string {
  return language === 'el' ? formatted_address : formatted_address_en;
}

/** A text for display: the two groups of a postal code stay on one line. */
export function withUnbrokenCode(text: string): string {
  return text.replace(/\b(\d{3}) (\d{2})\b/g, '$1\u{a0}$2');
}

/**
 * The distance of an address that is not that of the point itself. A postal code is an area: the
 * point may lie in it up to the accuracy of its position.
 */
export function metresAway({ distance_m = 0, match }: FoundAddress): number | undefined {
  const { level, accuracy_m } = match;
  const isInside = level === 'postal_code' && Math.round(distance_m) < accuracy_m;
  return distance_m > ownMetres && !isInside ? distance_m : undefined;
}

/** The nearest address of a point, with its distance unless it is that of the point itself. */
export function nearestAddressText(
  written: string,
  metres: number | undefined,
  { words, format }: Pick<Locale, 'words' | 'format'>,
): string {
  if (metres === undefined) return written;
  return words.location.distanceFrom(format.distance(metres), written);
}
