import { oneReport } from '#features/api/report/one-report.ts';
import { type ReportType, reportType } from '#features/api/report/report-pages.ts';
import { withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import { openShippedCoast, readShippedKinds } from '#importing/shipped/shipped-zones.ts';
import type { Store } from '#storage/store/store.ts';
import type { Language } from '#tools/notation/languages.ts';
import type { Settings } from '../../settings/config.ts';
import { loadEdition } from '../artefacts/edition.ts';
import { openTiles } from '../artefacts/open-tiles.ts';
import { openReportPages } from './open-report-pages.ts';

/** The format of a report by the ending of its file. */
export const typesByEnding: Readonly<Record<string, ReportType>> = {
  '.json': 'application/json',
  '.html': 'text/html',
  '.pdf': 'application/pdf',
};

/** Tiles of one report. */
const cacheBytes = 16_000_000;

/** Makes a report from a store, as the main API does. */
export async function writeReport(
  settings: Settings,
  store: Store,
  request: object,
  form: { readonly type: ReportType; readonly language: Language; readonly fields: unknown },
): Promise<Buffer> {
  const edition = await loadEdition(store);
  const described = withGazetteer(store);
  const tiles = openTiles(store, described.loadedSources, cacheBytes);
  const reportPages = openReportPages(tiles, settings.chromium);
  const parts = {
    store: described,
    edition: () => edition,
    clock: () => new Date(),
    zoneKinds: readShippedKinds(),
    coast: openShippedCoast(),
    reportPages,
  };
  return oneReport(parts, request, {
    type: reportType(form.type, reportPages),
    language: form.language,
    fields: form.fields,
    signal: new AbortController().signal,
  });
}
