import { availableParallelism } from 'node:os';
import { type Command, Option } from 'commander';
import { namesWritten } from '../../../features/portfolio/output.ts';
import {
  type Format,
  formats,
  readOutputName,
} from '../../../features/portfolio/output-formats.ts';
import { enrichRemotely } from '../../../features/portfolio/remote/enrich-remotely.ts';
import { openRemoteService } from '../../../features/portfolio/remote/remote-service.ts';
import { type RunParts, runEnrich } from '../../../features/portfolio/run.ts';
import { summaryFormat, writeSummary } from '../../../features/portfolio/summary/write-summary.ts';
import { type ChosenKind, chooseKinds } from '../../../features/portfolio/zone-columns.ts';
import { withGazetteer } from '../../../keep/shipped/gazetteer/source.ts';
import { readShippedLand } from '../../../keep/shipped/map.ts';
import { readShippedKinds } from '../../../keep/shipped/shipped-zones.ts';
import type { Store } from '../../../keep/store/store.ts';
import { dateInAthens } from '../../../land/property/athens-time.ts';
import { buildCostTable } from '../../../land/property/cost/cost-table.ts';
import { type CostTerms, checkCostTerms, rateChoices } from '../../../land/property/cost/terms.ts';
import { type PlaceType, placeTypes } from '../../../land/property/place-types.ts';
import {
  type Bounds,
  firstPlausibleYear,
  plausibleAreaM2,
} from '../../../land/property/plausible.ts';
import { KtimaError } from '../../../tools/errors.ts';
import { type Encoding, encodings } from '../../../tools/files/chunk-decoder.ts';
import { checkReplaceable } from '../../../tools/files/write-file.ts';
import type { DecimalSign } from '../../../tools/notation/numbers.ts';
import { print } from '../../../tools/terminal/print.ts';
import { openProgress } from '../../../tools/terminal/progress.ts';
import {
  interruptible,
  type Terminal,
  writeStandardOutput,
} from '../../../tools/terminal/terminal.ts';
import { fingerprint } from '../../services/cache-file.ts';
import { propertyDatabase, withExistingStore } from '../../services/databases.ts';
import { startEnrichThread } from '../../services/enrich-thread.ts';
import { gazetteerIndex } from '../../services/geocoder.ts';
import type { Settings } from '../../settings/config.ts';
import {
  type CommandContext,
  collect,
  examples,
  readBounds,
  readDecimalSign,
  readEncoding,
  readEpsg,
  readShare,
  readThreads,
} from '../command-line.ts';
import { summaryText } from './enrich-summary.ts';

/** The options of `ktima enrich`. */
interface EnrichOptions {
  readonly output: string;
  readonly format?: Format;
  readonly map: readonly string[];
  readonly places?: string;
  readonly minConfidence: number;
  /** False with --no-parcel. */
  readonly parcel: boolean;
  /** False with --no-zones; undefined for the loaded ones. */
  readonly zones?: string | false;
  readonly valuationDate?: string;
  readonly dataset?: string;
  readonly rates?: (typeof rateChoices)[number];
  readonly index?: string;
  readonly addons?: string;
  readonly ageing?: string;
  readonly areaRange: Bounds;
  readonly yearRange: Bounds;
  readonly decimals?: DecimalSign;
  readonly srid?: number;
  readonly encoding?: Encoding;
  readonly sheet?: string;
  /** Undefined: as the input is. */
  readonly bom?: boolean;
  readonly decimalComma?: boolean;
  readonly outputEncoding?: Encoding;
  readonly resume: boolean;
  readonly force: boolean;
  readonly threads?: number;
  /** Where to write the summary. */
  readonly summary?: string;
  /** A remote service, its authentication service, and the client there. */
  readonly url?: string;
  readonly authUrl?: string;
  readonly clientId?: string;
}

/** `ktima enrich` */
export function addCommand(program: Command, { settings, terminal }: CommandContext): void {
  program
    .command('enrich <input>')
    .description('add to every row of a CSV or XLSX file: position, parcel, cost, nearby places')
    .requiredOption('-o, --output <file>', 'output file; - is standard output')
    .addOption(
      new Option('--format <name>', 'output format, if the file name does not show it').choices(
        formats,
      ),
    )
    .option(
      '--map <field=column>',
      'the column of a field, nothing to leave it out; may be repeated',
      collect,
      [],
    )
    .option(
      '--places <types>',
      'add count and nearest of these types: metro_station,hospital or all',
    )
    .option('--no-parcel', 'add no parcels')
    .option(
      '--zones <kinds>',
      'add these kinds of zones: flood,earthquake (default: the loaded ones)',
    )
    .option('--no-zones', 'add no zones')
    .option('--valuation-date <day>', 'state costs for this day, YYYY-MM-DD (default: today)')
    .option('--dataset <name>', 'the version of the cost data; `ktima status` shows it')
    .addOption(
      new Option('--rates <which>', 'rates of two digits, or the finest of the place').choices(
        rateChoices,
      ),
    )
    .option('--index <name>', 'carry rates to the valuation date by this index')
    .option('--addons <name>', 'add this set of add-ons')
    .option('--ageing <name>', 'ross, straight_line, or the name of a table of age bands')
    .addOption(
      new Option('--area-range <from-to>', 'plausible areas in m²; others are reported')
        .argParser(readBounds)
        .default(plausibleAreaM2, `${plausibleAreaM2.least}-${plausibleAreaM2.most}`),
    )
    .addOption(
      new Option('--year-range <from-to>', 'plausible years of construction; others are reported')
        .argParser(readBounds)
        .default({ least: firstPlausibleYear, most: 9999 }, `${firstPlausibleYear} to this year`),
    )
    .option(
      '--decimals <sign>',
      'comma or point: decimal sign of numbers that can be read in two ways',
      readDecimalSign,
    )
    .option(
      '--encoding <name>',
      `encoding of the file, if it is not detected: ${encodings.join(', ')}`,
      readEncoding,
    )
    .option('--srid <epsg>', 'EPSG number of the columns x and y; 2100 is the Greek Grid', readEpsg)
    .option(
      '--min-confidence <share>',
      'ignore address matches below this confidence, 0 to 1',
      readShare,
      0,
    )
    .option('--sheet <name|number>', 'the sheet of a workbook, if several have a table')
    .option('--bom', 'CSV: start with a byte order mark, so that Excel detects UTF-8')
    .option('--no-bom', 'CSV: no byte order mark (default: as the input)')
    .option('--decimal-comma', 'CSV: write added numbers with a decimal comma, for Greek Excel')
    .option('--no-decimal-comma', 'CSV: write them with a point (default: as the input)')
    .option(
      '--output-encoding <name>',
      'CSV: encoding of the output (default: as the input)',
      readEncoding,
    )
    .option('--resume', 'continue an interrupted run', false)
    .addOption(
      new Option('--force', 'start again and replace the output')
        .default(false)
        .conflicts('resume'),
    )
    .option(
      '--threads <n>',
      'how many rows are processed in parallel (default: all cores)',
      readThreads,
    )
    .option('--summary <file>', 'also write the summary, by its name as .json, .html or .xlsx')
    .option('--url <url>', 'use the data of the service at this address instead of this database')
    .option('--client-id <id>', 'with --url: the client; its secret is in KTIMA_CLIENT_SECRET')
    .option(
      '--auth-url <url>',
      'with --url: the authentication service (default: the one that the service names)',
    )
    .addHelpText(
      'after',
      `${examples(
        'ktima enrich book.csv -o enriched.csv --places metro_station,hospital --bom',
        'ktima enrich book.csv -o enriched.geojson --map address=Τοποθεσία --map build_area="Τ.Μ."',
        'ktima enrich book.xlsx -o enriched.xlsx --sheet Portfolio --summary summary.html',
        'ktima enrich book.csv -o enriched.csv --resume',
        'KTIMA_CLIENT_SECRET_FILE=secret ktima enrich book.csv -o out.csv --url https://ktima.example --client-id ID',
      )}

Exit code: 0 if every row was read and written (problems are in the column \`problem\`);
1 if the file or an option cannot be used, or the run failed; 130 if it was interrupted.
See docs/portfolios.md.`,
    )
    .action((input: string, options: EnrichOptions) =>
      enrich(settings(), input, options, terminal),
    );
}

/** Throws before anything is written if a term names something that is not loaded. */
async function checkTerms(store: Store, terms: CostTerms): Promise<void> {
  try {
    checkCostTerms(buildCostTable(await store.readCosts()), terms, dateInAthens(new Date()));
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    const toOption = (fault: string) =>
      fault.replace(/^[a-z_]+(?=:)/, name => `--${name.replace('_', '-')}`);
    throw new KtimaError('USAGE', error.faults.map(toOption).join('; '));
  }
}

/** Enriches a file and prints the summary. */
async function enrich(
  settings: Settings,
  input: string,
  options: EnrichOptions,
  { stdin, stdout, stderr }: Terminal,
): Promise<void> {
  const { output, threads = options.url ? remoteBatches : availableParallelism() } = options;
  if (options.summary) summaryFormat(options.summary);
  if (options.summary) await checkReplaceable(options.summary, [input, ...namesWritten(output)]);
  const request = {
    ...options,
    ...readOutputName(output, options.format),
    input,
    threads,
    placeTypes: readPlaces(options.places),
    noParcel: !options.parcel,
    decimals: options.decimals,
    areaBounds: options.areaRange,
    yearBounds: options.yearRange,
    epsg: options.srid,
    withSections: options.summary !== undefined,
    terms: termsOf(options),
  };
  const progress = openProgress(stderr, 'enrich');
  const onInterrupt = () => {
    progress.end();
    const hint = output === '-' ? '' : '; --resume continues it';
    print(stderr, `ktima: interrupted${hint}`);
  };
  const summary = await interruptible(onInterrupt, () =>
    withSource(settings, options, request.terms, ({ zoneKinds, ...source }) =>
      runEnrich(
        { ...request, zoneKinds },
        {
          ...source,
          program: fingerprint(),
          stdin,
          writeStandardOutput: text => writeStandardOutput(stdout, text),
          clock: () => new Date(),
          progress: progress.show,
          ...(options.summary !== undefined && {
            writeSummary: done => writeSummary(options.summary!, done, readShippedLand),
          }),
        },
      ),
    ),
  ).finally(progress.end);
  // The summary must not mix with rows on standard output.
  print(output === '-' ? stderr : stdout, summaryText(summary));
}

/** Batches of rows that are enriched at the same time by a service, which works on two at once. */
const remoteBatches = 2;

/** Where the data of a run come from, and the kinds of zones that it adds. */
interface Source extends Pick<RunParts, 'sources' | 'start'> {
  readonly zoneKinds: readonly ChosenKind[];
}

/** Runs with the data of this machine or, with `--url`, of a service. */
async function withSource<T>(
  settings: Settings,
  { url, authUrl, clientId, zones }: EnrichOptions,
  terms: CostTerms,
  run: (source: Source) => Promise<T>,
): Promise<T> {
  if (url === undefined) {
    if (clientId !== undefined || authUrl !== undefined) {
      throw new KtimaError('USAGE', '--client-id and --auth-url: expected together with --url');
    }
    const database = propertyDatabase(settings);
    return withExistingStore(settings, async store => {
      await checkTerms(store, terms);
      return run({
        zoneKinds: await chooseKinds({ store, zoneKinds: readShippedKinds() }, zones),
        sources: withGazetteer(store).loadedSources,
        start: plan => startEnrichThread({ plan, database }),
      });
    });
  }
  if (zones) throw new KtimaError('USAGE', '--zones: expected without --url, which adds no zones');
  const { clientSecret } = settings;
  if (clientId === undefined || clientSecret === undefined) {
    const expected = '--client-id, and its secret in KTIMA_CLIENT_SECRET';
    throw new KtimaError('USAGE', `--url: expected also ${expected}`);
  }
  const service = await openRemoteService({ url, authUrl, clientId, clientSecret });
  const gazetteer = await gazetteerIndex({ url: 'sqlite::memory:' });
  const start = enrichRemotely(service, gazetteer);
  return run({ zoneKinds: [], sources: service.sources, start });
}

function termsOf({ valuationDate, dataset, rates, index, addons, ageing }: EnrichOptions) {
  return { valuationDate, dataset, rates, index, addons, ageing };
}

function readPlaces(list: string | undefined): readonly PlaceType[] {
  if (list === undefined) return [];
  if (list === 'all') return placeTypes;
  return [...new Set(list.split(',').map(name => name.trim()))].map(name => {
    const type = placeTypes.find(one => one === name);
    if (type) return type;
    const expected = `all, or some of ${placeTypes.join(', ')}`;
    throw new KtimaError('USAGE', `--places: expected ${expected}; got ${name}`);
  });
}
