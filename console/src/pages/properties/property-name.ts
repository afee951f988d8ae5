import type { Property } from '../../state/library/property.ts';
import { nearestAddressText } from '../../state/subject/address-text.ts';
import { decimalPair } from '../../tools/language/format.ts';
import type { Locale } from '../../tools/language/language.ts';

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
