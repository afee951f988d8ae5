import { scopes as allScopes } from '#http/scopes.ts';
import { type ApiParts, dataUntil, type PageInput } from '../api-parts.ts';
import { entryReader } from '../batch-entries.ts';
import { readDocumentFields } from './document-fields.ts';
import { type ReportParts, reportBasis, reportOn, reportValidator } from './property-report.ts';
import { Entry } from './report-batch.ts';
import { type ReportType, reportDocument } from './report-pages.ts';

/** In which form a report is wanted. */
export interface ReportForm extends Pick<PageInput, 'language'> {
  readonly type: ReportType;
  readonly signal: AbortSignal;
  /** What is written on a document, unchecked. */
  readonly fields?: unknown;
}

/** Makes a report as the operation does for a token with all scopes. `request` is checked like one. */
export async function oneReport(
  parts: ReportParts & Pick<ApiParts, 'store' | 'reportPages'>,
  request: object,
  form: ReportForm,
): Promise<Buffer> {
  const query = entryReader(Entry, reportValidator(parts))(request);
  const scopes = new Set(allScopes);
  const data = dataUntil(form.signal, parts);
  const report = await reportOn(reportBasis(parts, data, scopes, form.signal), query);
  if (form.type === 'application/json') return report;
  const fields = form.fields === undefined ? undefined : readDocumentFields(form.fields);
  return reportDocument({ ...parts, requireToken: 'some' }, report, { ...form, scopes, fields });
}
