import { fold } from '#domain/geocoder/text/fold.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { Address, SuggestAnswer } from '../../../../client/src/types.ts';
import type { Locale } from '../../tools/language/language.ts';

/** An address that was found by its text, or near a point. */
export type FoundAddress = Address & {
  /** Only near a point: its distance from the address. */
  readonly distance_m?: number;
};

/** Up to this distance, the nearest address of a point is its own; in metres. */
const ownMetres = 50;

/** An address in a language; in English its town has the name that the world uses. */
export function addressText(address: FoundAddress, language: Language): string {
  if (language === 'el') return address.formatted_address;
  const { formatted_address_en: written, components_elot, components_en } = address;
  const part = townParts.find(name => {
    const official = components_elot[name];
    return official !== null && components_en[name] !== null && written.endsWith(official);
  });
  if (part === undefined) return written;
  return `${written.slice(0, -components_elot[part]!.length)}${components_en[part]}`;
}

/** The parts of an address that its text may end with. */
const townParts = ['locality', 'municipality'] as const;

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

/** Whether a text ends where a word or a number of a suggestion ends: `Ερμού 1` is not `Ερμού 15`. */
export function endsInWordOf(
  typed: string,
  { text, text_en = '', also }: SuggestAnswer['suggestions'][number],
): boolean {
  return wordsOf(`${text} ${text_en} ${also ?? ''}`).includes(wordsOf(typed).at(-1) ?? '');
}

function wordsOf(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}
