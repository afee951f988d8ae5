import { rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { buildCostTable } from '#domain/property/cost/cost-table.ts';
import { type CostTerms, checkCostTerms } from '#domain/property/cost/terms.ts';
import { type PlaceType, placeTypes } from '#domain/property/place-types.ts';
import { readOutputName } from '#features/portfolio/output/output-formats.ts';
import { runEnrich } from '#features/portfolio/run.ts';
import type { Summary } from '#features/portfolio/summary/summary-body.ts';
import { summaryFormat, writeSummary } from '#features/portfolio/summary/write-summary.ts';
import { withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import type { Store } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { checkReplaceable, temporaryName } from '#tools/files/write-file.ts';
import { print } from '#tools/terminal/print.ts';
import { openProgress, openSteps } from '#tools/terminal/progress.ts';
import { interruptible, type Terminal, writeStandardOutput } from '#tools/terminal/terminal.ts';
import { ensureArtefacts } from '../../services/artefacts/build.ts';
import { propertyDatabase, withExistingStore } from '../../services/databases.ts';
import { prepareEnrich } from '../../services/portfolios/process/enrich-thread.ts';
import { canRender, renderSummary } from '../../services/report-pages/render-thread.ts';
import type { Settings } from '../../settings/config.ts';
import { type CommandContext, examples } from '../command-line.ts';
import { addOptions, type EnrichOptions } from './enrich-options.ts';
import { summaryText } from './enrich-summary.ts';

/** `ktima enrich` */
export function addCommand(program: Command, { settings, terminal }: CommandContext): void {
  const command = program
    .command('enrich <input>')
    .description('add to every row of a CSV or XLSX file: position, parcel, cost, nearby places');
  addOptions(command)
    .addHelpText(
      'after',
      `${examples(
        'ktima enrich book.csv -o enriched.csv --places metro_station,hospital --bom',
        'ktima enrich book.csv -o enriched.geojson --map address=Τοποθεσία --map build_area="Τ.Μ."',
        'ktima enrich book.xlsx -o enriched.xlsx --sheet Portfolio --summary summary.html',
      )}

Exit code: 0 if every row was read and written (problems are in the column \`problem\`);
1 if the file or an option cannot be used, or the run failed; 130 if it was interrupted.
See docs/portfolios.md.`,
    )
    .action(async (input: string, options: EnrichOptions) => {
      const summary = await enrich(settings(), input, options, terminal);
      // The summary must not mix with rows on standard output.
      print(options.output === '-' ? terminal.stderr : terminal.stdout, summaryText(summary));
    });
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

async function enrich(
  settings: Settings,
  input: string,
  options: EnrichOptions,
  { stdin, stdout, stderr }: Terminal,
): Promise<Summary> {
  const { output, threads = availableParallelism() } = options;
  if (options.summary) await checkSummary(input, options);
  const request = {
    ...options,
    ...readOutputName(output, options.format),
    input,
    threads,
    placeTypes: readPlaces(options.places),
    noParcel: !options.parcel,
    decimals: options.decimals,
    areaBounds: options.areaRange,
    isStrict: options.years === 'strict',
    dropsRepeated: options.duplicates === 'drop',
    dropsImplausible: options.implausible === 'drop',
    sums: { mostRatio: options.mostInsuredRatio, eurM2: options.sumRange },
    yearBounds: options.yearRange,
    epsg: options.srid,
    terms: termsOf(options),
  };
  const progress = openProgress(stderr, 'enrich');
  const onInterrupt = () => {
    progress.end();
    if (output !== '-') rmSync(temporaryName(output), { force: true });
    print(stderr, 'ktima: interrupted; nothing was written');
  };
  const run = async (store: Store) => {
    await checkTerms(store, request.terms);
    await ensureArtefacts(store, openSteps(stderr));
    const database = propertyDatabase(settings);
    const { columns, start } = await prepareEnrich(store, database, request, options.zones);
    return runEnrich(
      { ...request, ...columns },
      {
        sources: withGazetteer(store).loadedSources,
        start,
        stdin,
        writeStandardOutput: text => writeStandardOutput(stdout, text),
        clock: () => new Date(),
        progress: progress.show,
        ...(options.summary !== undefined && {
          writeSummary: done => writeSummary(options.summary!, done, renderSummary),
        }),
      },
    );
  };
  return interruptible(onInterrupt, () => withExistingStore(settings, run)).finally(progress.end);
}

/** Throws, before anything is enriched, if the summary cannot be written. */
async function checkSummary(input: string, { summary, output }: EnrichOptions): Promise<void> {
  if (summaryFormat(summary!) === 'html' && !canRender()) {
    const message = `--summary ${summary}: HTML needs the console, which npm run build makes`;
    throw new KtimaError('USAGE', message);
  }
  await checkReplaceable(summary!, [input, output, temporaryName(output)]);
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
