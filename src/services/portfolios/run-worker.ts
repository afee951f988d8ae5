// A thread that runs one portfolio from its file to its result and summaries, as `ktima enrich` does.
import { open } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { PortfolioStatus } from '../../api/portfolios/portfolio-body.ts';
import { summaryFormats } from '../../api/portfolios/portfolio-body.ts';
import { KtimaError } from '../../errors.ts';
import { type Columns, findColumns, knownColumns } from '../../portfolio/fields/columns.ts';
import { openInput } from '../../portfolio/input/open-input.ts';
import { type EnrichRequest, openTable, type RunParts, runEnrich } from '../../portfolio/run.ts';
import { writeSummary } from '../../portfolio/summary/write-summary.ts';
import type { Summary } from '../../portfolio/tally.ts';
import { chooseKinds } from '../../portfolio/zone-columns.ts';
import { withGazetteer } from '../../shipped/gazetteer/source.ts';
import { readShippedLand } from '../../shipped/map.ts';
import { readShippedKinds } from '../../shipped/zones.ts';
import { type DatabaseSettings, openStore } from '../../store/open.ts';
import { fingerprint } from '../cache-file.ts';
import { startEnrichThread } from '../enrich-thread.ts';
import { openRowsWriter } from './rows-file.ts';

/** What the thread is started with. */
export interface RunWorkerData {
  readonly request: Omit<EnrichRequest, 'resume' | 'force'>;
  readonly database: DatabaseSettings;
  /** Whether the loaded kinds of zones get columns. */
  readonly withZones: boolean;
  /** The name of the file for its owner, in place of paths of this machine. */
  readonly name: string;
  /** The path of the file of rows. */
  readonly rows: string;
  /** The paths of the summaries without their extension. */
  readonly summary: string;
  readonly mostRows: number;
}

/** What the thread reports about its run, several times. */
export type RunReport = Partial<PortfolioStatus>;

/** A report, and with the first ones the rows of the file. */
export type WorkerMessage = RunReport & { readonly rowsToCount?: number };

const { request, database, withZones, name, summary, mostRows, ...paths } =
  workerData as RunWorkerData;
const post = (report: WorkerMessage) => parentPort!.postMessage(report);

const store = await openStore(database);
await refusePacked(request.input);
const rows = openRowsWriter(paths.rows);
const zoneKinds = await chooseKinds(
  { store, zoneKinds: readShippedKinds() },
  withZones ? undefined : false,
);
const corrected = { ...request, zoneKinds, corrections: rows.corrections() };
/** The rows of the file; known before the run. */
let rowsToCount = 0;
const parts: RunParts = {
  sources: withGazetteer(store).loadedSources,
  start(plan) {
    post({ rowsToCount });
    return startEnrichThread({ plan, database });
  },
  program: fingerprint(),
  stdin: (async function* () {})(),
  writeStandardOutput: async () => {},
  clock: () => new Date(),
  progress({ rows = 0, doneBytes, totalBytes }) {
    // A packed file is counted by what it holds, so the share is never more than nearly all.
    post({ rows, progress: Math.min(doneBytes / Math.max(totalBytes, 1), 0.99) });
  },
  keepRows: rows.add,
  async writeSummary(done) {
    for (const format of summaryFormats)
      await writeSummary(`${summary}.${format}`, shownTo(done), readShippedLand);
  },
};
const runFromStart = () => runEnrich({ ...corrected, resume: false, force: true }, parts);
const done = await countRows()
  .then(() => runEnrich({ ...corrected, resume: true, force: false }, parts))
  .catch(error => {
    // The program or the data have changed since the checkpoint, or the result was there already.
    const isStale = error instanceof KtimaError && error.code === 'USAGE' && !error.cause;
    if (!isStale) throw error;
    return runFromStart();
  })
  // A power failure has lost rows that the checkpoint counts.
  .then(all => (rows.hasAll(all.rows) ? all : runFromStart()))
  .catch(async error => {
    await reportColumns();
    throw error;
  });
await store.close();
rows.finish(done.rows);
post(ended(shownTo(done)));

/** The summary for the owner of the file, without paths of this machine. */
function shownTo(done: Summary): Summary {
  return { ...done, input: name, output: `result.${request.format}` };
}

/** Reads the file once, so that one with too many rows is refused before any is enriched. */
async function countRows(): Promise<void> {
  const { input, columns } = await openTable(request, parts.stdin);
  for await (const _ of input.rows()) {
    rowsToCount++;
    refuseTooMany(rowsToCount);
  }
  post(understood(input.header, columns));
}

/** Reports the columns of a file that cannot be run, so that its owner can choose among them. */
async function reportColumns(): Promise<void> {
  const known = (cells: readonly string[]) => knownColumns(cells, []);
  const open = openInput(request.input, known, parts.stdin, request);
  const { header } = (await open.catch(() => undefined)) ?? {};
  if (header) post(understood(header, findColumns(header, [])));
}

function understood(header: readonly string[], columns: Columns): RunReport {
  const named = Object.entries(columns).map(([field, position]) => [field, header[position]]);
  return { header: [...header], columns: Object.fromEntries(named) };
}

function ended({ rows, columns, notes, ...counts }: Summary): RunReport {
  const { with_position, with_parcel, with_cost, with_problems } = counts;
  return {
    state: 'done',
    rows,
    columns: { ...columns },
    notes: [...notes],
    progress: 1,
    with_position,
    with_parcel,
    with_cost,
    with_problems,
  };
}

function refuseTooMany(rows: number): void {
  if (rows <= mostRows) return;
  const most = mostRows.toLocaleString('en');
  throw new KtimaError('BAD_DATA', `more than ${most} rows; send the file in parts`);
}

/** A gzipped file may unpack to any size. */
async function refusePacked(path: string): Promise<void> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close());
  if (buffer.readUInt16BE() === 0x1f8b) {
    throw new KtimaError('BAD_DATA', 'expected CSV or XLSX, got a gzipped file; unpack it first');
  }
}
