import { basename, extname } from 'node:path';
import { geocode } from '#domain/geocoder/geocode.ts';
import type { GeocoderIndex } from '#domain/geocoder/index/build-index.ts';
import { municipalityOf } from '#domain/geocoder/municipality-of.ts';
import { TooManyCandidates } from '#domain/geocoder/score/budget.ts';
import { locateWithPostalCode, mustAsk } from '#domain/property/address-match.ts';
import { readMappings } from '#importing/column-renamer.ts';
import { addressDataset } from '#importing/datasets/address-dataset.ts';
import { buildings } from '#importing/datasets/building-dataset.ts';
import { comparableDataset, type LocateAddress } from '#importing/datasets/comparable-dataset.ts';
import { costDataset } from '#importing/datasets/cost-dataset.ts';
import { type Dataset, type DatasetOptions, mapOption } from '#importing/datasets/dataset.ts';
import { parcelsCheckedBy } from '#importing/datasets/parcel-dataset.ts';
import { places } from '#importing/datasets/place-dataset.ts';
import { featureFeed } from '#importing/feature-feed.ts';
import type { CountedReason, ImportReport } from '#importing/report.ts';
import { type ImportRequest, runImport } from '#importing/run-import.ts';
import { areShippedSamples, MarkedAsSample } from '#importing/sample-mark.ts';
import { readMunicipalityNames } from '#importing/shipped/gazetteer/gazetteer.ts';
import {
  gazetteerSource,
  isSampleSource,
  type Layer,
  licenceNotStated,
  type Store,
  sampleNamed,
  sampleSource,
} from '#storage/store/store.ts';
import { usageError } from '#tools/errors.ts';
import { checkReplaceable, writeJson } from '#tools/files/write-file.ts';
import { listed } from '#tools/notation/column-names.ts';
import { type Line, print, styled } from '#tools/terminal/print.ts';
import { openProgress } from '#tools/terminal/progress.ts';
import type { Terminal } from '#tools/terminal/terminal.ts';
import { ensureEdition, gazetteerIndex } from '../../services/artefacts/build.ts';
import { loadEdition } from '../../services/artefacts/edition.ts';
import { withStore } from '../../services/databases.ts';
import type { Settings } from '../../settings/config.ts';
import { buildForServices } from './build-artefacts.ts';
import { type ZoneOptions, zoneDataset } from './import-zones.ts';
import { missingRates } from './missing-rates.ts';

/** The options of every import. */
export interface ImportOptions {
  readonly source?: string;
  readonly licence: string;
  readonly maxRefused: number;
  readonly dryRun: boolean;
  /** Whether positions outside Greece are accepted. */
  readonly anywhere?: boolean;
  /** Whether a layer or table of the source may lose all its rows. */
  readonly allowEmpty?: boolean;
  /** Whether most parcels may lie far from the prefecture of their code. */
  readonly allowFar?: boolean;
  /** False with --no-build. */
  readonly build?: boolean;
  /** False with --no-space-check. */
  readonly spaceCheck?: boolean;
  /** Where to write the report as JSON. */
  readonly report?: string;
}

/** The options of an import from files of features. */
export type FeatureOptions = ImportOptions & DatasetOptions & ZoneOptions;

const datasets = {
  costs: async () => {
    const names = await readMunicipalityNames();
    return costDataset(name => names.get(name));
  },
  places: async () => places,
  parcels: async () => parcelsCheckedBy(await gazetteerIndex()),
  addresses: async () => addressDataset(municipalityOf(await gazetteerIndex())),
  zones: zoneDataset,
  buildings: async () => buildings,
  comparables: async ({ kind }: FeatureOptions, store: Store) => {
    await ensureEdition(store);
    return comparableDataset(addressLocator((await loadEdition(store)).addresses, store), kind);
  },
};

/** A position that is known worse says little about the neighbourhood of a property. */
const worstAccuracyMetres = 1_000;

/** Finds addresses that are no guess. */
function addressLocator(index: GeocoderIndex, { findHouses }: Store): LocateAddress {
  const search = (address: string, hint: string | undefined) =>
    geocode(index, hint === undefined ? { address } : { address, postalCode: hint }, findHouses);
  return async (address, postalCode) => {
    const [best, ...others] = await locateWithPostalCode(
      hint => search(address, hint),
      postalCode,
    ).catch(noMatches);
    if (!best || mustAsk(best, others)) return 'an address that is found with certainty';
    const { latitude, longitude, match } = best;
    if (match.accuracy_m > worstAccuracyMetres) {
      return `an address known to ${worstAccuracyMetres} m, with its street`;
    }
    return { latitude, longitude, accuracyMetres: match.accuracy_m };
  };
}

function noMatches(error: unknown): [] {
  if (error instanceof TooManyCandidates) return [];
  throw error;
}

/** Imports files of features into a layer; returns false when the import was not committed. */
export async function importFeatures(
  settings: Settings,
  layer: keyof typeof datasets,
  files: readonly string[],
  options: FeatureOptions,
  terminal: Terminal,
): Promise<boolean> {
  await checkReport(options, files);
  const asked = await request(files, options);
  const report = await withStore(settings, store => {
    const importAs = (wanted: ImportRequest) =>
      importInto(store, layer, wanted, options, terminal.stderr);
    return importAs(asked).catch(error => {
      if (!(error instanceof MarkedAsSample)) throw error;
      return importAs({ ...asked, source: sampleNamed(asked.source) });
    });
  });
  const isStored = await printReports([report], options, terminal, settings);
  if (layer === 'costs' && report.committed) {
    print(terminal.stdout, await withStore(settings, missingRates));
  }
  return isStored;
}

/** Throws MarkedAsSample, before any row, for a file that was exported from the sample. */
async function importInto(
  store: Store,
  layer: keyof typeof datasets,
  wanted: ImportRequest,
  options: FeatureOptions,
  screen: Terminal['stderr'],
): Promise<ImportReport> {
  const progress = openProgress(screen, layer);
  const dataset: Dataset<Layer> = await datasets[layer](options, store);
  readMappings(options.map ?? [], dataset.mapped ?? dataset.columns ?? [], mapOption(dataset));
  const onSample = () => {
    if (!isSampleSource(wanted.source)) throw new MarkedAsSample();
  };
  const typed = dataset as unknown as typeof places;
  const read = { ...options, given: givenValues(dataset, options) };
  const feed = featureFeed(typed, wanted.files, read, progress.show, onSample);
  try {
    const licences = [wanted.licence, ...(dataset.licences ?? [])];
    const stated = licences.filter(one => one !== licenceNotStated).join(' · ');
    const licence = stated || licenceNotStated;
    return await runImport(store, typed.layer, { ...wanted, licence }, feed);
  } finally {
    progress.end();
  }
}

/** The values of `--set`, which zones read by the fields of their kind. */
function givenValues({ layer, columns = [] }: Dataset<Layer>, { set = [] }: FeatureOptions) {
  if (layer === 'zones' || set.length === 0) return undefined;
  return Object.fromEntries(readMappings(set, columns, '--set', 'value'));
}

/** Throws, before anything is imported, if the report could not be written. */
export async function checkReport(
  { report }: ImportOptions,
  files: readonly string[],
): Promise<void> {
  if (report !== undefined) await checkReplaceable(report, files);
}

/**
 * Builds the import request from the options. By default the source is named after the first file.
 * Sample data that ship stay sample data under any name.
 */
export async function request(
  files: readonly string[],
  { source, licence, maxRefused, dryRun, anywhere, ...allowed }: ImportOptions,
): Promise<ImportRequest> {
  if (files.includes('')) throw usageError('files: expected a name, got an empty text');
  const name = source ?? sourceName(files[0]!);
  const isReserved = isSampleSource(name) || name === gazetteerSource;
  if (isReserved || !/^[^\p{Cc}]{1,64}$/u.test(name)) {
    throw usageError(
      `--source: expected 1 to 64 printable characters, not ${sampleSource} or ${gazetteerSource}, which are reserved`,
    );
  }
  return {
    files,
    source: (await areShippedSamples(files)) ? sampleNamed(name) : name,
    licence,
    maxRefusedShare: maxRefused / 100,
    dryRun,
    anywhere: anywhere ?? false,
    allowEmpty: allowed.allowEmpty ?? false,
    allowFar: allowed.allowFar ?? false,
    checkSpace: allowed.spaceCheck ?? true,
    startedAt: performance.now(),
  };
}

/** The file's name without its extensions: `patras.geojson.gz` is `patras`. */
function sourceName(file: string): string {
  const name = basename(file);
  const ending = extname(name);
  return ending === '' || ending === name ? name : sourceName(name.slice(0, -ending.length));
}

/**
 * Prints the reports and writes them as JSON with --report; then builds what services read of the new
 * rows. Returns whether all were accepted.
 */
export async function printReports(
  reports: readonly ImportReport[],
  { report: path, build = true }: ImportOptions,
  terminal: Terminal,
  settings: Settings,
): Promise<boolean> {
  print(
    terminal.stdout,
    reports.flatMap((report, i) => [...(i > 0 ? [''] : []), ...reportText(report)]),
  );
  if (path !== undefined) {
    await writeJson(path, reports.length === 1 ? reports[0] : reports);
  }
  if (build && reports.some(report => report.committed)) await buildForServices(settings, terminal);
  return reports.every(report => report.accepted);
}

const count = (value: number) => value.toLocaleString('en');

const sampleLine = ['  ', styled('yellow', 'sample data, under any name: only a demo serves them')];

/** A report as text for the terminal: the figures, then why and where rows were refused. */
function reportText(report: ImportReport): Line[] {
  const { layer, source, columns, before, read, kept, repeated, refused, notes } = report;
  const { seconds, committed, outcome } = report;
  const rate = seconds > 0 ? ` (${count(Math.round(read / seconds))} a second)` : '';
  return [
    [styled('bold', `${layer}, source ${source}`)],
    ...(columns.length > 0 ? [`  columns  ${listed(columns)}`] : []),
    `  read     ${count(read)} in ${seconds} s${rate}`,
    committed
      ? `  kept     ${count(kept)} (was ${count(before)})`
      : `  usable   ${count(kept)}, not stored (the source keeps ${count(before)})`,
    ...(repeated > 0 ? [`  repeated ${count(repeated)}, each the same as an earlier row`] : []),
    `  refused  ${count(read - kept - repeated)}`,
    ...refused.flatMap(counted),
    ...(isSampleSource(source) ? [sampleLine] : []),
    ...(notes.length > 0 ? ['  notes'] : []),
    ...notes.flatMap(counted),
    ['  ', styled(committed ? 'green' : 'yellow', outcome)],
  ];
}

function counted({ reason, count: times, examples }: CountedReason): Line[] {
  // The reason is in the first line, and may be long.
  const short = (example: string) => example.replace(`${reason}, `, '').replace(`: ${reason}`, '');
  return [
    `    ${count(times)} × ${reason}`,
    ...examples.map(example => [styled('dim', `        ${short(example)}`)]),
  ];
}
