import { dirname, join } from 'node:path';
import type { Settings } from '../config.ts';
import { checkReplaceable } from '../files/same-file.ts';
import { gazetteerMunicipalities } from '../import/datasets/gazetteer/municipality-of.ts';
import { download } from '../import/download/download.ts';
import { runImports } from '../import/import.ts';
import { harvestOsm, type OsmHarvest, osmFeed, osmLayers } from '../import/osm/harvest.ts';
import { readOsmMapping } from '../import/osm/rows/mapping.ts';
import { dateInAthens } from '../property/athens-time.ts';
import { withStore } from '../services/databases.ts';
import { dataFolder } from '../services/services.ts';
import { openProgress } from '../terminal/progress.ts';
import { type ImportOptions, printReports, request } from './import-features.ts';

export interface OsmOptions extends ImportOptions {
  /** The file that maps tags to place types, instead of the shipped one. */
  readonly mapping?: string;
}

/** Imports every layer that OpenStreetMap files have, from files or from their URLs. */
export async function importOsm(
  settings: Settings,
  inputs: readonly string[],
  options: OsmOptions,
): Promise<boolean> {
  const mapping = await readOsmMapping(options.mapping ?? join(dataFolder, 'osm-places.json'));
  const files: string[] = [];
  for (const input of inputs) files.push(await localFile(settings, input));
  if (options.report !== undefined) await checkReplaceable(options.report, files);

  const asked = request(files, { ...options, source: options.source ?? 'osm' });
  const progress = openProgress('osm');
  const municipalityOf = await gazetteerMunicipalities(dataFolder);
  let reading: Promise<OsmHarvest> | undefined;
  // Read the files once: all layers come from the same harvest.
  const harvest = () => {
    const today = dateInAthens(new Date());
    reading ??= harvestOsm(files, mapping, today, municipalityOf, progress.show);
    return reading.finally(progress.end);
  };
  return withStore(settings, async store => {
    const harvested = await harvest();
    // An empty layer is no error: a town may have no places, or a file no addresses. All are replaced.
    const mayBeEmpty = osmLayers.some(layer => harvested[layer].rows.length > 0);
    const reports = await runImports(
      store,
      { ...asked, mayBeEmpty },
      osmFeed('places', harvest),
      osmFeed('addresses', harvest),
      osmFeed('settlements', harvest),
      osmFeed('boundaries', harvest),
      osmFeed('named_places', harvest),
    );
    return printReports(reports, options);
  });
}

/** Returns the path of a file. Downloads a URL, next to an embedded database, and resumes downloads. */
async function localFile(settings: Settings, input: string): Promise<string> {
  if (!/^https?:/i.test(input)) return input;
  const progress = openProgress('download');
  const show = (doneBytes: number, totalBytes = doneBytes) =>
    progress.show({ doneBytes, totalBytes, rows: 0 });
  const path = /^sqlite:(.+)/.exec(settings.databaseUrl)?.[1] ?? 'var/ktima.db';
  const folder = join(dirname(path), 'downloads');
  return download(input, folder, show).finally(progress.end);
}
