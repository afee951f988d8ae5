import type { FieldName } from '#domain/property/valuation-fields.ts';
import type { Language } from '#tools/notation/languages.ts';
import { wordsHook } from '../../../tools/language/language.ts';
import { el, type ReportWords } from './words-el.ts';
import { en } from './words-en.ts';

/** The texts of the report by language. */
export const reportWords: Readonly<Record<Language, ReportWords>> = { el, en };

/** The texts of the report in the language of the page. */
export const useReportWords = wordsHook<ReportWords>(el, en);

/** The name of a field of the document. */
export function fieldLabel({ valuation, ...words }: ReportWords, name: FieldName): string {
  const labels: Readonly<Record<FieldName, string>> = { ...words, ...valuation };
  return labels[name];
}
