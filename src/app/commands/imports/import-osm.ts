import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { municipalityOf } from '#domain/geocoder/municipality-of.ts';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { download } from '#importing/download.ts';
import {
  harvestOsm,
  type OsmHarvest,
  osmFeed,
  osmLayers,
  osmMapFeed,
} from '#importing/osm/harvest.ts';
import type { MapTaker } from '#importing/osm/map/draw-map.ts';
import { openShippedLand } from '#importing/osm/map/osm-coast.ts';
import { readOsmMapping } from '#importing/osm/rows/mapping.ts';
import { runImports } from '#importing/run-import.ts';
import { readShippedMap } from '#importing/shipped/map.ts';
import { badData, type KtimaError } from '#tools/errors.ts';
import { openProgress } from '#tools/terminal/progress.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { gazetteerIndex } from '../../services/artefacts/build.ts';
import { withStore } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';
import { checkReport, type ImportOptions, printReports, request } from './import-features.ts';

export interface OsmOptions extends ImportOptions {
  /** Whether the map is replaced too. */
  readonly map: boolean;
}

/**
 * By default V8 collects garbage when the heap has grown to several times what is in use. For the
 * objects of a country that is a gigabyte more; collecting sooner takes no longer.
 */
const collectSooner = '--heap-growing-percent=30';

/** Imports every layer that OpenStreetMap files have, from files or from their URLs. */
export async function importOsm(
  settings: Settings,
  inputs: readonly string[],
  options: OsmOptions,
  terminal: Terminal,
): Promise<boolean> {
  setFlagsFromString(collectSooner);
  const mapping = await readOsmMapping();
  // Before a long download too.
  await checkReport(options, []);
  const files: string[] = [];
  for (const input of inputs) files.push(await localFile(settings, input, terminal));
  const downloaded = files.filter((file, i) => file !== inputs[i]);
  await checkReport(options, files);

  const importRequest = await request(files, { ...options, source: options.source ?? 'osm' });
  const progress = openProgress(terminal.stderr, 'osm');
  const municipality = municipalityOf(await gazetteerIndex());
  let reading: Promise<OsmHarvest> | undefined;
  // Read the files once: all layers come from the same harvest.
  const harvest = (map?: MapTaker) => {
    const today = dateInAthens(new Date());
    reading ??= harvestOsm(files, mapping, today, municipality, progress.show, map).catch(error =>
      removeDamaged(downloaded, error),
    );
    return reading.finally(progress.end);
  };
  const [first, ...others] = osmLayers.map(layer => osmFeed(layer, () => harvest()));
  const reports = await withStore(settings, async store =>
    options.map
      ? await runImports(
          store,
          importRequest,
          osmMapFeed(harvest, openShippedLand((await readShippedMap()).land)),
          first!,
          ...others,
        )
      : await runImports(store, importRequest, first!, ...others),
  );
  // The map and the buildings, which come with it, are printed last.
  const streamed = options.map ? reports.splice(0, 2) : [];
  reading = undefined;
  return printReports([...reports, ...streamed], options, terminal, settings);
}

/** Removes a downloaded file that is damaged, so that it is not used again; throws the error. */
async function removeDamaged(downloaded: readonly string[], error: KtimaError): Promise<never> {
  const isNamed = (file: string) => error.code === 'BAD_DATA' && error.message.includes(file);
  const damaged = downloaded.find(isNamed);
  if (damaged === undefined) throw error;
  await rm(damaged, { force: true });
  const removed = 'it is removed, and the same command downloads it again';
  throw badData(`${error.message}; ${removed}`, { cause: error });
}

/** Returns the path of a file. Downloads a URL, next to an embedded database. */
async function localFile(settings: Settings, input: string, { stderr }: Terminal): Promise<string> {
  if (!/^https?:/i.test(input)) return input;
  const progress = openProgress(stderr, 'download', 'MB');
  const show = (doneBytes: number, totalBytes = doneBytes) =>
    progress.show({ doneBytes, totalBytes, rows: Math.round(doneBytes / 1e6) });
  const path = /^sqlite:(.+)/.exec(settings.databaseUrl)?.[1] ?? 'var/ktima.db';
  const folder = join(dirname(path), 'downloads');
  return download(input, folder, show).finally(progress.end);
}
