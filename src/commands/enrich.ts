import { availableParallelism } from 'node:os';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { checkReplaceable } from '../files/same-file.ts';
import { writeJson } from '../files/write-file.ts';
import type { DecimalSign } from '../notation/numbers.ts';
import type { Bounds } from '../portfolio/fields/reading.ts';
import { namesWritten } from '../portfolio/output.ts';
import { readOutputName } from '../portfolio/output-name.ts';
import type { Format } from '../portfolio/row-writer.ts';
import { runEnrich } from '../portfolio/run.ts';
import { type PlaceType, placeTypes } from '../property/place-types.ts';
import { propertyDatabase } from '../services/databases.ts';
import { startEnrichThread } from '../services/enrich-thread.ts';
import { withGazetteer } from '../services/gazetteer-source.ts';
import { dataFolder } from '../services/services.ts';
import { escapeLines, print } from '../terminal/print.ts';
import { openProgress } from '../terminal/progress.ts';
import { summaryText } from './enrich-summary.ts';
import { withStore } from './import-features.ts';

/** What the options of `ktima enrich` say. */
export interface EnrichOptions {
  readonly output: string;
  readonly format?: Format;
  readonly map: readonly string[];
  readonly places?: string;
  readonly minConfidence: number;
  /** Commander's form of --no-parcel. */
  readonly parcel: boolean;
  readonly areaRange: Bounds;
  readonly yearRange: Bounds;
  readonly decimals?: DecimalSign;
  readonly bom: boolean;
  readonly decimalComma: boolean;
  readonly resume: boolean;
  readonly force: boolean;
  readonly threads?: number;
  /** Where to write the summary as JSON. */
  readonly summary?: string;
}

/** Exit code of a program that Ctrl+C has ended. */
const interrupted = 130;

/** Enriches a file and shows what became of it. */
export async function enrich(
  settings: Settings,
  input: string,
  options: EnrichOptions,
): Promise<void> {
  const { output, threads = availableParallelism() } = options;
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
  };
  const database = propertyDatabase(settings);
  const progress = openProgress('enrich');
  const onInterrupt = () => {
    progress.end();
    const hint = output === '-' ? '' : '; --resume goes on where it stopped';
    print(process.stderr, `ktima: interrupted${hint}`);
    process.exit(interrupted);
  };
  process.once('SIGINT', onInterrupt);
  try {
    const summary = await withStore(settings, store =>
      runEnrich(request, {
        sources: withGazetteer(store).loadedSources,
        start: plan => startEnrichThread({ plan, database, dataFolder }),
        writeStandardOutput,
        clock: () => new Date(),
        progress: progress.show,
      }),
    );
    progress.end();
    if (options.summary) await writeJson(options.summary, summary);
    // The table must not get among the rows.
    const screen = output === '-' ? process.stderr : process.stdout;
    print(screen, summaryText(summary));
  } finally {
    process.off('SIGINT', onInterrupt);
    progress.end();
  }
}

/** Rows as they are, for a program; escaped where a terminal shows them. */
function writeStandardOutput(text: string): Promise<void> {
  const { stdout } = process;
  // A reader may leave: the callback reports it, and the stream's own event would end the process.
  if (stdout.listenerCount('error') === 0) stdout.on('error', () => {});
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  stdout.write(stdout.isTTY ? escapeLines(text) : text, error =>
    error ? reject(error) : resolve(),
  );
  return promise;
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
