// A process that runs one portfolio from its file to its result and summaries, as `ktima enrich`
// does. A file of a stranger is read nowhere else: what it costs ends with this process.
import { createReadStream, rmSync, statSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { dateInAthens } from '#domain/property/athens-time.ts';
import { yearOf } from '#domain/property/cost/ageing.ts';
import { openWordCount } from '#features/portfolio/fields/ambiguous-types.ts';
import { type Columns, findColumns, knownColumns } from '#features/portfolio/fields/columns.ts';
import { answersTo, unclearColumns } from '#features/portfolio/fields/unclear-columns.ts';
import { openInput } from '#features/portfolio/input/open-input.ts';
import { messageOf, refusal } from '#features/portfolio/messages/refusals.ts';
import type { Message } from '#features/portfolio/messages/row-messages.ts';
import { requestOf } from '#features/portfolio/read-options.ts';
import {
  type EnrichRequest,
  openTable,
  type RunParts,
  refuseUnlocated,
  runEnrich,
  sampledRows,
  sampleRows,
} from '#features/portfolio/run.ts';
import { type Summary, summaryFormats } from '#features/portfolio/summary/summary-body.ts';
import { writeSummary } from '#features/portfolio/summary/write-summary.ts';
import type { PortfolioStatus } from '#features/runs/portfolio-body.ts';
import { reserveBytes } from '#features/runs/run-engine.ts';
import { openRunStore, type RunStore } from '#features/runs/run-store.ts';
import type { RunLimits, StoredRun } from '#features/runs/stored-run.ts';
import { shippedNames, withGazetteer } from '#importing/shipped/gazetteer/source.ts';
import { type DatabaseSettings, openStore } from '#storage/store/open-store.ts';
import { type ErrorCode, KtimaError } from '#tools/errors.ts';
import { privateFileMode } from '#tools/files/private-file.ts';
import { freeBytes, temporaryName } from '#tools/files/write-file.ts';
import { dataVersionOf } from '../../artefacts/edition.ts';
import { fingerprint } from '../../artefacts/fingerprint.ts';
import { canRender, renderSummary } from '../../report-pages/render-thread.ts';
import { prepareEnrich } from './enrich-thread.ts';
import { openRememberedBatches } from './remembered-batches.ts';
import { isOutOfSpace, tooMuchMemory } from './run-failure.ts';
import { storePieces } from './store-pieces.ts';

/** What the process is asked to do. */
export interface RunJob {
  readonly run: Pick<StoredRun, 'id' | 'issuer' | 'subject' | 'attempt' | 'options' | 'status'>;
  /** A folder for files of this run only, which the parent removes. */
  readonly folder: string;
  /** The kinds of zones, as `chooseKinds` takes them. */
  readonly zones: string | false | undefined;
  readonly database: DatabaseSettings;
  readonly runs: DatabaseSettings;
  readonly mostRows: number;
  /** The most bytes of all portfolios and their results, and of those of one user. */
  readonly limits: Pick<RunLimits, 'bytes' | 'bytesOfUser'>;
}

/** The formats of a summary that this installation makes. */
const madeFormats = summaryFormats.filter(format => format !== 'html' || canRender());

/** What the process reports about its run, several times. */
export type RunReport = Partial<PortfolioStatus>;

/** Why a run failed: in words for its owner, or the trace of an error that was not foreseen. */
type Failure =
  | { readonly said: Message; readonly code?: ErrorCode }
  | { readonly said?: undefined; readonly stack: string };

/** A report, the rows of the file once they are counted, or the end. */
export interface RunMessage {
  readonly report?: RunReport;
  readonly rowsToCount?: number;
  readonly isDone?: boolean;
  readonly failure?: Failure;
}

process.once('message', (job: RunJob) => {
  // The parent has ended, and another instance will run it again.
  process.on('disconnect', () => {
    rmSync(job.folder, { recursive: true, force: true });
    process.exit(1);
  });
  runPortfolio(job)
    .then(
      (): RunMessage => ({ isDone: true }),
      (error): RunMessage => ({ failure: failureOf(error, job) }),
    )
    .then(last => process.send!(last, () => process.exit()));
});

function post(message: RunMessage): void {
  process.send!(message);
}

async function runPortfolio(job: RunJob): Promise<void> {
  const { run, folder, database } = job;
  const { id, attempt, options, status } = run;
  const input = join(folder, 'input');
  const request = requestOf(options, input, join(folder, `result.${status.format}`));
  const runs = await openRunStore(job.runs);
  try {
    await fetchInput(runs, id, input);
    await refusePacked(input);
    const rowsToCount = await countRows(request, job.mostRows);
    const used = await runs.usedBytes(run);
    if (options.start === false) {
      post({ report: { state: 'read' } });
      return;
    }
    const store = await openStore(database);
    try {
      const { columns, start } = await prepareEnrich(store, database, request, job.zones);
      const dataVersion = () => dataVersionOf(store);
      const remembered = await openRememberedBatches(runs, run, dataVersion);
      const parts: RunParts = {
        sources: withGazetteer(store).loadedSources,
        dataVersion,
        start: plan => remembered(JSON.stringify([fingerprint(), plan]), () => start(plan)),
        stdin: nothing(),
        writeStandardOutput: async () => {},
        clock: () => new Date(),
        gazetteer: shippedNames,
        progress({ rows = 0, doneBytes, totalBytes }) {
          refuseLarge(sizeOf(temporaryName(request.output)), used, job.limits);
          refuseFull(folder);
          // A packed file is counted by what it holds, so the share is never more than nearly all.
          post({ report: { rows, progress: Math.min(doneBytes / Math.max(totalBytes, 1), 0.99) } });
        },
        keepRows: (rows, before) => runs.addRows(id, attempt, rows, before),
        async writeSummary(done) {
          for (const format of madeFormats) {
            const path = join(folder, `summary.${format}`);
            await writeSummary(path, shownTo(done, status), renderSummary);
          }
        },
      };
      post({ rowsToCount });
      const corrections = await runs.corrections(id);
      const own = { ...request, ...columns, corrections, force: true };
      const done = await runEnrich(own, parts);
      await storeFiles(runs, job);
      post({ report: ended(shownTo(done, status)) });
    } finally {
      await store.close();
    }
  } catch (error) {
    await reportColumns(request).catch(() => {});
    throw error;
  } finally {
    await runs.close();
  }
}

/** Each row of NDJSON has the names of all columns, so a result may be far larger than its file. */
function refuseLarge(size: number, used: RunJob['limits'], most: RunJob['limits']): void {
  const bytesOfUser = used.bytesOfUser + size;
  if (bytesOfUser > most.bytesOfUser) {
    const [would, limit] = [bytesOfUser, most.bytesOfUser].map(megabytes);
    throw refusal({ code: 'no_room_of_user', values: { used: would, most: limit } });
  }
  if (used.bytes + size > most.bytes) throw refusal({ code: 'no_room' });
}

/** Temporary files may be on the disk of the databases, where logins need room. */
function refuseFull(folder: string): void {
  if (freeBytes(folder) < reserveBytes) throw refusal({ code: 'no_room' });
}

const megabytes = (bytes: number) => (bytes / 1_000_000).toFixed(1);

const sizeOf = (path: string) => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

async function* nothing(): AsyncGenerator<Buffer> {}

async function fetchInput(runs: RunStore, id: string, path: string): Promise<void> {
  const file = await open(path, 'wx', privateFileMode);
  try {
    for (let piece = 0; ; piece++) {
      const content = await runs.piece(id, 0, 'input', piece);
      if (content === undefined) return;
      refuseFull(dirname(path));
      await file.writeFile(content);
    }
  } finally {
    await file.close();
  }
}

/** Stores the result and the summaries, if there is room for them. */
async function storeFiles(runs: RunStore, { run, folder, limits }: RunJob): Promise<void> {
  const { id, attempt, status } = run;
  const names = [`result.${status.format}`, ...madeFormats.map(format => `summary.${format}`)];
  const sizes = await Promise.all(names.map(async name => (await stat(join(folder, name))).size));
  // Its rows are stored, and not yet summed up.
  await runs.measure(id);
  refuseLarge(
    sizes.reduce((sum, size) => sum + size),
    await runs.usedBytes(run),
    limits,
  );
  for (const name of names) {
    const path = join(folder, name);
    await storePieces(createReadStream(path), (content, piece) =>
      runs.addPiece(id, attempt, name, piece, content),
    );
    await rm(path);
  }
}

/** The summary for the owner of the file, without paths of this machine. */
function shownTo(done: Summary, { name, format }: PortfolioStatus): Summary {
  return { ...done, input: name, output: `result.${format}` };
}

/** Reads the file once, so that one with too many rows is refused before any is enriched. */
async function countRows(request: Omit<EnrichRequest, 'force'>, mostRows: number): Promise<number> {
  const { input, columns } = await openTable(request, nothing());
  const { rows: all, first } = await sampleRows(input);
  const thisYear = yearOf(dateInAthens(new Date()));
  const unclear = unclearColumns(input.header, request.map, first, { thisYear, ...shippedNames });
  refuseUnlocated(request, input.header, unclear);
  let rows = 0;
  const samples = newSamples(input.header);
  const likely = findColumns(input.header, [...request.map, ...answersTo(unclear)]);
  const words = openWordCount(likely, new Map(request.typeWords));
  for await (const { cells } of all) {
    addSamples(samples, cells);
    words.count(cells);
    if (++rows <= mostRows) continue;
    throw refusal({ code: 'too_many_rows', values: { most: mostRows } });
  }
  const read = {
    ...understood(input.header, columns),
    unclear_columns: unclear
      .filter(({ isLikely }) => isLikely)
      .map(({ field, column }) => ({ field, column })),
    unclear_types: words.found(),
    samples,
  };
  post({ report: { ...read, rows_in_file: rows } });
  return rows;
}

/** Reports the columns of a file that cannot be run, so that its owner can choose among them. */
async function reportColumns(request: Omit<EnrichRequest, 'force'>): Promise<void> {
  const known = (cells: readonly string[]) => knownColumns(cells, []);
  const { header, rows } = await openInput(request.input, known, nothing(), request);
  const samples = newSamples(header);
  let read = 0;
  for await (const { cells } of rows()) {
    addSamples(samples, cells);
    if (++read === sampledRows) break;
  }
  post({ report: { ...understood(header, findColumns(header, [])), samples } });
}

/** The most values of a column that its owner sees, and their length. */
const [mostSamples, longestSample] = [3, 60];

const newSamples = (header: readonly string[]): string[][] => header.map(() => []);

/** Adds the cells of a row to the values of their columns. */
function addSamples(samples: readonly string[][], cells: readonly string[]): void {
  samples.forEach((values, column) => {
    const value = (cells[column] ?? '').trim().slice(0, longestSample);
    if (value === '' || values.length === mostSamples || values.includes(value)) return;
    values.push(value);
  });
}

function understood(header: readonly string[], columns: Columns): RunReport {
  const named = Object.entries(columns).map(([field, position]) => [field, header[position]]);
  return { header: [...header], columns: Object.fromEntries(named) };
}

function ended({ rows, columns, notes, ...counts }: Summary): RunReport {
  const { with_position, with_parcel, with_cost, with_problems } = counts;
  return {
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

/** A gzipped file may unpack to any size. */
async function refusePacked(path: string): Promise<void> {
  const file = await open(path);
  const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0).finally(() => file.close());
  if (buffer.readUInt16BE() === 0x1f8b) {
    throw refusal({ code: 'packed_file' });
  }
}

/** The reason, in words for the owner: with the name of the file instead of its path. */
function failureOf(error: unknown, { folder, run }: RunJob): Failure {
  if (isOutOfSpace(error)) return { said: { code: 'no_room' } };
  const { code, stack, message } = error as NodeJS.ErrnoException;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return { said: tooMuchMemory };
  if (!(error instanceof KtimaError)) return { stack: stack ?? message };
  const { code: about, values = {} } = messageOf(error);
  const shown = (text: string) =>
    text.replaceAll(join(folder, 'input'), run.status.name).replaceAll(`${folder}/`, '');
  const paths = ['file', 'text'].flatMap(name => {
    const value = values[name];
    return typeof value === 'string' ? [[name, shown(value)]] : [];
  });
  const said = { code: about, values: { ...values, ...Object.fromEntries(paths) } };
  return { said, code: error.code };
}
