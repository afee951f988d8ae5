import { decimalPair } from '../language/format.ts';
import type { Locale } from '../language/locale.ts';
import { nearestAddressText } from '../subject/address-text.ts';
import type { Property } from './property.ts';

/** The name of a property, and a second line to distinguish it from others. */
export function propertyName(
  { subject, address }: Pick<Property, 'subject' | 'address'>,
  locale: Locale,
): { readonly name: string; readonly detail: string } {
  const written = address
    ? nearestAddressText(address[locale.language], address.metres, locale)
    : '';
  if (subject.kind === 'kaek') return { name: subject.code, detail: written };
  if (subject.kind === 'point') {
    const point = decimalPair(subject.latitude, subject.longitude);
    return subject.name ? { name: subject.name, detail: point } : { name: point, detail: written };
  }
  return { name: written || subject.address, detail: '' };
}
