import { decimalPair, type Language } from '../language/format.ts';
import type { Found } from './find.ts';
import type { Subject } from './subject.ts';

/** The text of the search box for a subject. */
export function subjectText(
  subject: Subject,
  found: Found | undefined,
  language: Language,
): string {
  if (subject.kind === 'kaek') return subject.code;
  if (subject.kind === 'point') return decimalPair(subject.latitude, subject.longitude);
  const address = found?.subject === subject ? found.address : undefined;
  if (!address) return subject.address;
  return language === 'el' ? address.formatted_address : address.formatted_address_en;
}
