import { dirname, join } from 'node:path';
import type { Settings } from '../config.ts';
import { checkReplaceable } from '../files/same-file.ts';
import { gazetteerMunicipalities } from '../import/datasets/gazetteer/municipality-of.ts';
import { download } from '../import/download/download.ts';
import { runImports } from '../import/import.ts';
import { addressFeed, harvestOsm, type OsmHarvest, placeFeed } from '../import/osm/harvest.ts';
import { readOsmMapping } from '../import/osm/rows/mapping.ts';
import { dateInAthens } from '../property/athens-time.ts';
import { withStore } from '../services/databases.ts';
import { dataFolder } from '../services/services.ts';
import { openProgress } from '../terminal/progress.ts';
import { conclude, type ImportOptions, request } from './import-features.ts';

export interface OsmOptions extends ImportOptions {
  /** A mapping of tags to place types instead of the one that ships. */
  readonly mapping?: string;
}

/** Imports places and addresses from OpenStreetMap files or addresses of such files. */
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
  // Read once: both layers are taken out of the same harvest.
  const harvest = () => {
    const today = dateInAthens(new Date());
    reading ??= harvestOsm(files, mapping, today, municipalityOf, progress.show);
    return reading.finally(progress.end);
  };
  return withStore(settings, async store => {
    const { places, addresses } = await harvest();
    // A town without places, or a file of places alone, is no mistake; both layers are replaced.
    const mayBeEmpty = places.length + addresses.length > 0;
    const reports = await runImports(
      store,
      { ...asked, mayBeEmpty },
      { layer: 'places', feed: placeFeed(harvest) },
      { layer: 'addresses', feed: addressFeed(harvest) },
    );
    return conclude(reports, options);
  });
}

/** A file as it is; what is on the web is fetched beside an embedded database, or taken up where it broke. */
async function localFile(settings: Settings, input: string): Promise<string> {
  if (!/^https?:/i.test(input)) return input;
  const progress = openProgress('download');
  const show = (doneBytes: number, totalBytes = doneBytes) =>
    progress.show({ doneBytes, totalBytes, rows: 0 });
  const path = /^sqlite:(.+)/.exec(settings.databaseUrl)?.[1] ?? 'var/ktima.db';
  const folder = join(dirname(path), 'downloads');
  return download(input, folder, show).finally(progress.end);
}
