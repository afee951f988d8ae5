import { decimalPair, type Language } from '../language/format.ts';
import type { Property } from './property.ts';

/** The name of a property, and a second line to distinguish it from others. */
export function propertyName(
  { subject, address }: Pick<Property, 'subject' | 'address'>,
  language: Language,
): { readonly name: string; readonly detail: string } {
  const written = address?.[language] ?? '';
  if (subject.kind === 'kaek') return { name: subject.code, detail: written };
  if (subject.kind === 'point') {
    const point = decimalPair(subject.latitude, subject.longitude);
    return subject.name ? { name: subject.name, detail: point } : { name: point, detail: written };
  }
  return { name: written || subject.address, detail: '' };
}
