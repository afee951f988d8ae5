import { rmSync } from 'node:fs';
import type { Command } from 'commander';
import { readBbox, type SearchArea } from '#domain/property/search-area.ts';
import { addressesAsCsv } from '#storage/export/addresses-as-csv.ts';
import { costsAsCsv } from '#storage/export/costs-as-csv.ts';
import { besideDatabase } from '#storage/store/open-store.ts';
import type { Store } from '#storage/store/store.ts';
import { KtimaError, usageError } from '#tools/errors.ts';
import { checkOutput, replaceFileBy, temporaryName } from '#tools/files/write-file.ts';
import { print } from '#tools/terminal/print.ts';
import { openCount } from '#tools/terminal/progress.ts';
import { interruptible, type Terminal, writeStandardOutput } from '#tools/terminal/terminal.ts';
import { propertyDatabase, withExistingStore } from '../services/databases.ts';
import type { Settings } from '../settings/config.ts';
import { type CommandContext, examples } from './command-line.ts';

interface ExportOptions {
  readonly output: string;
  readonly bbox?: string;
  readonly source?: string;
  readonly force: boolean;
}

const layers = ['costs', 'addresses'] as const;
type ExportedLayer = (typeof layers)[number];

/** `ktima export` */
export function addCommand(program: Command, { settings, terminal }: CommandContext): void {
  program
    .command('export')
    .description('write costs or addresses to a CSV file that import reads again')
    .argument('<layer>', layers.join(' or '))
    .requiredOption('-o, --output <file>', 'CSV file; - is standard output')
    .option('--bbox <box>', 'addresses: only those in a box: west,south,east,north in degrees')
    .option('--source <name>', 'costs: only those of one source')
    .option('--force', 'replace the output', false)
    .addHelpText(
      'after',
      `${examples(
        'ktima export costs -o costs.csv',
        'ktima export addresses -o addresses.csv --bbox 23.73,37.98,23.74,37.99',
      )}

Costs are rates, depreciation, add-ons, age bands and so on in one file. See docs/costs.md.
Parcels, places, zones and buildings are read from /ogc/ by ogr2ogr. See docs/gis.md.`,
    )
    .action((layer: string, options: ExportOptions) =>
      exportLayer(settings(), readLayer(layer), options, terminal),
    );
}

function readLayer(name: string): ExportedLayer {
  const layer = layers.find(one => one === name);
  if (layer) return layer;
  throw usageError(
    `layer: expected ${layers.join(' or ')}; got ${name}; ogr2ogr reads others from /ogc/`,
  );
}

/** A piece of the file, and how many rows it has. */
type Pieces = AsyncIterable<{ readonly text: string; readonly rows: number }>;

/** Exports and reports what was written. */
async function exportLayer(
  settings: Settings,
  layer: ExportedLayer,
  { output, bbox, source, force }: ExportOptions,
  { stdout, stderr }: Terminal,
): Promise<void> {
  if (layer === 'costs' && bbox !== undefined) throw usageError('--bbox: costs have no positions');
  if (layer !== 'costs' && source !== undefined) throw usageError('--source: expected with costs');
  const area = readArea(bbox);
  if (output !== '-') await checkOutput(output, databaseFiles(settings), force);
  const progress = openCount(stderr, layer);
  let rows = 0;
  const write = async (store: Store, put: (text: string) => Promise<void>) => {
    for await (const piece of layer === 'costs'
      ? costs(store, source)
      : addressesAsCsv(store, area)) {
      await put(piece.text);
      rows += piece.rows;
      progress.show(rows);
    }
  };
  const onInterrupt = () => {
    progress.end();
    if (output !== '-') rmSync(temporaryName(output), { force: true });
    print(stderr, 'ktima: interrupted; nothing was written');
  };
  await withExistingStore(settings, store =>
    interruptible(onInterrupt, () =>
      output === '-'
        ? write(store, text => writeStandardOutput(stdout, text))
        : replaceFileBy(output, put => write(store, put)),
    ),
  ).finally(progress.end);
  // The summary must not mix with rows on standard output.
  print(output === '-' ? stderr : stdout, `${layer}: ${rows} rows written`);
}

async function* costs(store: Store, source: string | undefined): Pieces {
  yield costsAsCsv(await store.readCosts(), source);
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
