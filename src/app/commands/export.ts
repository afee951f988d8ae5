import { rmSync } from 'node:fs';
import { type Command, Option } from 'commander';
import { type ParcelSrid, parcelSrids } from '#domain/property/parcels.ts';
import { everywhere, readBbox, type SearchArea } from '#domain/property/search-area.ts';
import { type KindSource, toKindSources } from '#domain/zones/zone-answer.ts';
import { costsAsCsv } from '#storage/export/costs-as-csv.ts';
import {
  checkFormat,
  type ExportFormat,
  exportFormats,
  exportLayer,
  formatOf,
} from '#storage/export/export-layer.ts';
import { type ExportedLayer, exportedLayers } from '#storage/export/features.ts';
import type { ExportOutput } from '#storage/export/sink.ts';
import { besideDatabase } from '#storage/store/open-store.ts';
import { type Store, sampleLayers, stateOf } from '#storage/store/store.ts';
import { KtimaError, usageError } from '#tools/errors.ts';
import { checkOutput, replaceFileBy, temporaryName } from '#tools/files/write-file.ts';
import { print } from '#tools/terminal/print.ts';
import { openCount, openProgress } from '#tools/terminal/progress.ts';
import {
  interruptible,
  type Output,
  type Terminal,
  writeStandardOutput,
} from '#tools/terminal/terminal.ts';
import { propertyDatabase, withExistingStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';

interface ExportOptions {
  readonly output: string;
  readonly bbox?: string;
  readonly format?: ExportFormat;
  readonly srid: ParcelSrid;
  readonly source?: string;
  readonly kind?: string;
  readonly force: boolean;
}

/** `ktima export` */
export function addCommand(program: Command, { settings, terminal }: CommandContext): void {
  program
    .command('export')
    .description(
      'write parcels, places, addresses, zones or costs to a file that import reads again',
    )
    .argument('<layer>', layerNames)
    .requiredOption('-o, --output <file>', 'output file; - is standard output')
    .option('--bbox <box>', 'only what lies in a box: west,south,east,north in degrees')
    .addOption(
      new Option('--format <name>', 'output format, if the file name does not show it').choices(
        exportFormats,
      ),
    )
    .addOption(
      new Option('--srid <epsg>', 'coordinate system of the output: 4326 or 2100')
        .default(4326)
        .argParser(readSrid),
    )
    .option('--kind <name>', 'zones: which kind; needed if several are loaded')
    .option('--source <name>', 'zones and costs: only those of one source')
    .option('--force', 'replace the output', false)
    .addHelpText(
      'after',
      `${examples(
        'ktima export parcels -o parcels.geojson --bbox 23.73,37.98,23.74,37.99',
        'ktima export parcels -o parcels.gpkg --srid 2100',
        'ktima export places -o places.csv',
        'ktima export zones --kind flood -o floods.gpkg',
        'ktima export costs -o costs.csv',
        'ktima export addresses -o - --format geojsonseq | gzip > addresses.geojsonseq.gz',
      )}

Formats by ending: .geojson, .geojsonseq (one feature on each line), .csv (geometry as
well-known text), .gpkg (GeoPackage). Coordinates have all their digits: WGS84 degrees, or with
--srid 2100 metres of the Greek Grid (not in GeoJSON). See docs/gis.md.
Zones are written without the area that their source covers: import them with --covers again.
Costs are CSV: rates, depreciation, add-ons, age bands and so on in one file. See docs/costs.md.`,
    )
    .action((layer: string, options: ExportOptions) =>
      layer === 'costs'
        ? exportCosts(settings(), options, terminal)
        : runExport(settings(), readLayer(layer), options, terminal),
    );
}

const layerNames = [...exportedLayers, 'costs'].join(', ');

/** Exports costs, which have no positions. */
async function exportCosts(
  settings: Settings,
  { output, bbox, format, srid, source, kind, force }: ExportOptions,
  { stdout, stderr }: Terminal,
): Promise<void> {
  refuseOption({ kind }, 'zones');
  if (bbox !== undefined) throw usageError('--bbox: costs have no positions');
  if (srid !== 4326) throw usageError('--srid: costs have no positions');
  const written = formatOf(output, format);
  if (written !== 'csv') {
    throw usageError(`--output ${output}: costs are written as CSV, got ${written}`);
  }
  if (output !== '-') await checkOutput(output, databaseFiles(settings), force);
  const { text, rows } = await withExistingStore(settings, async store =>
    costsAsCsv(await store.readCosts(), source),
  );
  if (output === '-') await writeStandardOutput(stdout, text);
  else await replaceFileBy(output, async put => put(text));
  print(output === '-' ? stderr : stdout, `costs: ${rows} rows written`);
}

function readLayer(name: string): ExportedLayer {
  const layer = exportedLayers.find(one => one === name);
  if (layer) return layer;
  throw usageError(`layer: expected ${layerNames}; got ${name}`);
}

function readSrid(text: string): ParcelSrid {
  const srid = parcelSrids.find(one => String(one) === text);
  if (srid) return srid;
  throw usageError(`--srid: expected ${parcelSrids.join(' or ')}; got ${text}`);
}

/** Exports and reports what was written. */
async function runExport(
  settings: Settings,
  layer: ExportedLayer,
  { output, bbox, format, srid, source, kind, force }: ExportOptions,
  { stdout, stderr }: Terminal,
): Promise<void> {
  if (layer !== 'zones') refuseOption({ kind }, 'zones');
  if (layer !== 'zones') refuseOption({ source }, 'zones and costs');
  const asked = { layer, area: readArea(bbox), format: formatOf(output, format), srid };
  checkFormat(asked.format, output, srid);
  if (output !== '-') await checkOutput(output, databaseFiles(settings), force);
  const written = await withExistingStore(settings, async store => {
    const count = { rows: 0 };
    const zones = layer === 'zones' ? await zonesToExport(store, kind, source) : [];
    const plan = { ...asked, zones };
    const progress = await openExportProgress(store, plan, stderr);
    const write = async (put: ExportOutput['write'], path: string) => {
      count.rows = await exportLayer(store, plan, { write: put, path }, progress.show);
    };
    const onInterrupt = () => {
      progress.end();
      if (output !== '-') rmSync(temporaryName(output), { force: true });
      print(stderr, 'ktima: interrupted; nothing was written');
    };
    await interruptible(onInterrupt, () =>
      output === '-'
        ? write(text => writeStandardOutput(stdout, text), output)
        : replaceFileBy(output, write),
    ).finally(progress.end);
    const isSample = sampleLayers(await store.loadedSources()).includes(layer);
    return { ...count, isSample };
  });
  // The summary must not mix with rows on standard output.
  const screen = output === '-' ? stderr : stdout;
  const sample = written.isSample ? '; they include the sample' : '';
  print(screen, `${layer}: ${written.rows} rows written${sample}`);
}

function refuseOption(option: Readonly<Record<string, string | undefined>>, layers: string): void {
  for (const [name, value] of Object.entries(option)) {
    if (value !== undefined) throw usageError(`--${name}: expected only with ${layers}`);
  }
}

/** The sources of a kind in the order of their import; of the only kind if none is asked for. */
async function zonesToExport(
  store: Store,
  kind: string | undefined,
  source: string | undefined,
): Promise<KindSource[]> {
  const all = toKindSources(await store.zoneSources()).toReversed();
  const kinds = [...new Set(all.map(one => one.kind.kind))].sort();
  if (kinds.length === 0) throw usageError('zones: none are loaded');
  const name = kind ?? (kinds.length === 1 ? kinds[0] : 'none');
  const ofKind = all.filter(one => one.kind.kind === name);
  if (ofKind.length === 0) {
    throw usageError(`--kind: expected ${kinds.join(' or ')}; got ${name}`);
  }
  const own = ofKind.filter(one => source === undefined || one.source === source);
  if (own.length > 0) return own;
  const names = ofKind.map(one => one.source).join(' or ');
  throw usageError(`--source: expected ${names}; got ${source}`);
}

function databaseFiles(settings: Settings): string[] {
  const log = besideDatabase(propertyDatabase(settings), 'wal');
  return log === undefined ? [] : [log, log.slice(0, -'-wal'.length)];
}

function readArea(bbox: string | undefined): SearchArea {
  try {
    return readBbox('--bbox', bbox);
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    throw usageError(`${error.message}; got ${bbox}`);
  }
}

/** A bar if the number of rows is known, else a count. */
async function openExportProgress(
  store: Store,
  { layer, area }: { layer: ExportedLayer; area: SearchArea },
  stderr: Output,
) {
  if (area !== everywhere || layer === 'zones') return openCount(stderr, layer);
  const { rows: totalBytes } = stateOf(layer, await store.loadedSources());
  const { show, end } = openProgress(stderr, layer);
  return { show: (rows: number) => show({ doneBytes: rows, totalBytes, rows }), end };
}
