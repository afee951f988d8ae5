import { isGuess } from '#domain/property/address-match.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { Words } from '../../tools/language/el.ts';
import { decimalPair } from '../../tools/language/format.ts';
import type { View } from './address-bar.ts';
import { addressText } from './address-text.ts';
import type { Found } from './find.ts';
import { isSameSubject, type Subject } from './subject.ts';

/** The text of a subject, for the search box and the title of the page. */
export function subjectText(
  subject: Subject,
  found: Found | undefined,
  language: Language,
): string {
  if (subject.kind === 'kaek') return subject.code;
  const own = isSameSubject(found?.subject, subject) ? found : undefined;
  if (subject.kind === 'point') {
    if (own?.place) return addressText(own.place, language);
    return decimalPair(subject.latitude, subject.longitude);
  }
  const isSure = own?.address && !isGuess(own.address);
  return isSure ? addressText(own.address, language) : subject.address;
}

/** The title of the page, which browsers show on the tab, in the history and as the name of a PDF. */
export function pageTitle(property: string, view: View, words: Words): string {
  if (property === '') return words.title;
  return view === 'report'
    ? `${words.report.heading}: ${property}`
    : `${property} · ${words.tabs[view]} · ${words.name}`;
}
