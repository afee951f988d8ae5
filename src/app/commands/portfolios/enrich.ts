import { rmSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Command } from 'commander';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { buildCostTable, type CostTable, typeWordsIn } from '#domain/property/cost/cost-table.ts';
import { type CostTerms, checkCostTerms } from '#domain/property/cost/terms.ts';
import { messageOf, withoutFile } from '#features/portfolio/messages/refusals.ts';
import type { Message, MessageValues } from '#features/portfolio/messages/row-messages.ts';
import { readOutputName } from '#features/portfolio/output/output-formats.ts';
import { requestOf } from '#features/portfolio/read-options.ts';
import { runEnrich } from '#features/portfolio/run.ts';
import { zonesOf } from '#features/portfolio/run-options.ts';
import type { Summary } from '#features/portfolio/summary/summary-body.ts';
import { summaryFormat, writeSummary } from '#features/portfolio/summary/write-summary.ts';
import { shippedNames, withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import type { Store } from '#storage/store/store.ts';
import { type Fault, KtimaError, usageError } from '#tools/errors.ts';
import { checkReplaceable, temporaryName } from '#tools/files/write-file.ts';
import { print } from '#tools/terminal/print.ts';
import { openProgress, openSteps } from '#tools/terminal/progress.ts';
import { interruptible, type Terminal, writeStandardOutput } from '#tools/terminal/terminal.ts';
import { ensureEdition } from '../../services/artefacts/build.ts';
import { dataVersionOf } from '../../services/artefacts/edition.ts';
import { propertyDatabase, withExistingStore } from '../../services/databases.ts';
import { prepareEnrich } from '../../services/portfolios/process/enrich-thread.ts';
import { canRender, renderSummary } from '../../services/report-pages/render-thread.ts';
import type { Settings } from '../../settings/config.ts';
import { type CommandContext, examples } from '../command-line.ts';
import { askTypes } from './ask-types.ts';
import { addOptions, type EnrichOptions, optionName, runOptionsOf } from './enrich-options.ts';
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
      print(
        options.output === '-' ? terminal.stderr : terminal.stdout,
        summaryText(summary, runOptionsOf(options).language),
      );
    });
}

/** Runs a check, whose faults name parameters of the API, with the names of options. */
async function withOptionNames<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof KtimaError)) throw error;
    const hint = hintFor(withoutFile(messageOf(error)));
    if (hint !== undefined) throw new KtimaError(error.code, `${error.message}; ${hint}`);
    if (error.code !== 'INVALID_INPUT') throw error;
    const toOption = ({ message }: Fault) =>
      message.replace(/^[a-z_0-9]+(?=:)/, name => `--${optionName(name)}`);
    throw usageError(error.faults.map(toOption).join('; '));
  }
}

/** The option that helps with a file that cannot be run. */
function hintFor({ code, values }: Message): string | undefined {
  switch (code) {
    case 'no_location_column':
      return '--map address=COLUMN names one';
    case 'unknown_column':
      return `--map ${values!.field}=COLUMN names one`;
    case 'two_columns':
      return `${answer(values!)} or the other chooses`;
    case 'unclear_columns':
      return answersHint(values!.questions as readonly Message[]);
    case 'several_sheets':
    case 'no_sheet':
    case 'sheets_too_large':
      return '--sheet names it';
    default:
      return undefined;
  }
}

/** The options with the likely answers to all questions, in a line to be pasted. */
function answersHint(questions: readonly Message[]): string {
  const isType = questions.some(({ code }) => code === 'several_types');
  const types = isType ? ', and a word may be another type' : '';
  return `--map FIELD= goes without a field${types}; likely: ${questions.map(({ values }) => answer(values!)).join(' ')}`;
}

/** The option with the likely answer to a question. */
function answer({ field, used, word, types }: MessageValues): string {
  if (word !== undefined) return `--type-word ${quoted(`${word}=${(types as string[])[0]}`)}`;
  return `--map ${field}=${quoted(String(used))}`;
}

/** A text for a shell. */
function quoted(text: string): string {
  return /["$`\\!]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}

/** The loaded costs. Throws before anything is written if a term names something that is not loaded. */
async function checkTerms(store: Store, terms: CostTerms): Promise<CostTable> {
  const costs = buildCostTable(await store.readCosts());
  checkCostTerms(costs, terms, dateInAthens(new Date()));
  return costs;
}

async function enrich(
  settings: Settings,
  input: string,
  options: EnrichOptions,
  terminal: Terminal,
): Promise<Summary> {
  const { stdin, stdout, stderr } = terminal;
  const { output, threads = threadsFor(input) } = options;
  if (options.summary) await checkSummary(input, options);
  const asked = runOptionsOf(options);
  const request = {
    ...(await withOptionNames(() => requestOf(asked, input, output))),
    ...readOutputName(output, options.format),
    map: options.map,
    force: options.force,
    threads,
  };
  const progress = openProgress(stderr, 'enrich');
  const onInterrupt = () => {
    progress.end();
    if (output !== '-') rmSync(temporaryName(output), { force: true });
    print(stderr, 'ktima: interrupted; nothing was written');
  };
  const run = async (store: Store) => {
    const costs = await checkTerms(store, request.terms);
    const typeWords = await askTypes(terminal, request, typeWordsIn(costs));
    await ensureEdition(store, openSteps(stderr));
    const database = propertyDatabase(settings);
    const { columns, start } = await prepareEnrich(store, database, request, zonesOf(asked));
    return runEnrich(
      { ...request, ...columns, typeWords },
      {
        sources: withGazetteer(store).loadedSources,
        dataVersion: () => dataVersionOf(store),
        start,
        stdin,
        writeStandardOutput: text => writeStandardOutput(stdout, text),
        clock: () => new Date(),
        gazetteer: shippedNames,
        progress: progress.show,
        ...(options.summary !== undefined && {
          writeSummary: done => writeSummary(options.summary!, done, renderSummary),
        }),
      },
    );
  };
  const work = () => withOptionNames(() => withExistingStore(settings, run));
  return interruptible(onInterrupt, work).finally(progress.end);
}

/** About 1,000 rows, which take as long as the start of a thread. */
const bytesPerThread = 100_000;

/** All cores, but for a small file. */
function threadsFor(input: string): number {
  const { size = Number.POSITIVE_INFINITY } = statSync(input, { throwIfNoEntry: false }) ?? {};
  return Math.min(availableParallelism(), Math.max(1, Math.ceil(size / bytesPerThread)));
}

/** Throws, before anything is enriched, if the summary cannot be written. */
async function checkSummary(input: string, { summary, output }: EnrichOptions): Promise<void> {
  if (summaryFormat(summary!) === 'html' && !canRender()) {
    throw usageError(`--summary ${summary}: HTML needs the console, which npm run build makes`);
  }
  await checkReplaceable(summary!, [input, output, temporaryName(output)]);
}
