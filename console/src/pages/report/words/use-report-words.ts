import type { Language } from '#tools/notation/languages.ts';
import { useLocale } from '../../../tools/language/language.ts';
import { el, type ReportWords } from './words-el.ts';
import { en } from './words-en.ts';

/** The texts of the report by language. */
const reportWords: Readonly<Record<Language, ReportWords>> = { el, en };

/** The texts of the report in the language of the page. */
export function useReportWords(): ReportWords {
  return reportWords[useLocale().language];
}
