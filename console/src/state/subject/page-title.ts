import type { Words } from '../../tools/language/el.ts';
import type { View } from './address-bar.ts';

/** The title of the page, which browsers show on the tab, in the history and as the name of a PDF. */
export function pageTitle(property: string, view: View, words: Words): string {
  if (property === '') return words.title;
  return view === 'report'
    ? `${words.report.heading}: ${property}`
    : `${property} · ${words.tabs[view]} · ${words.name}`;
}
