import { hash, randomBytes } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import type {
  PortfolioOptions,
  PortfolioRuns,
  PortfolioStatus,
  RunFile,
} from '../../api/portfolios/portfolio-body.ts';
import type { RowCorrection, RowsFound } from '../../api/portfolios/row-bodies.ts';
import { invalid, KtimaError } from '../../errors.ts';
import type { Runner } from '../../portfolio/batches.ts';
import type { DatabaseSettings } from '../../store/open.ts';
import { countRows } from '../../usage/count-requests.ts';
import type { Subject } from '../../usage/store.ts';
import type { Usage } from '../../usage/usage.ts';
import { startJobThread } from '../enrich-thread.ts';
import { noRoom, receiveFile } from './receive-file.ts';
import type { storeCorrections } from './rows-file.ts';
import type { ColumnsCheck, RowsJob, RowsResult } from './rows-worker.ts';
import {
  isExpired,
  isUnfinished,
  keptForAgain,
  openRunFiles,
  type RunFiles,
  type RunRecord,
  rowsFile,
} from './run-files.ts';
import { openRunner, type PortfolioSettings } from './run-queue.ts';
import { messageFor, requestOf } from './run-request.ts';

const rowsScript = new URL('./rows-worker.ts', import.meta.url);

/** The most runs that one owner may have kept. */
const mostKept = 20;

/** The runs of portfolios in a folder, which several processes may share. */
export function openPortfolioRuns(
  settings: PortfolioSettings,
  database: DatabaseSettings,
  usage: Usage,
  log: FastifyBaseLogger,
  clock: () => Date,
): PortfolioRuns & { close(): Promise<void> } {
  const files = openRunFiles(settings.portfolioFolder);
  const runner = openRunner(settings, files, database, usage, log, clock);
  const mostBytes = settings.portfolioMB * 1_000_000;
  /** Owners whose files arrive at this process. */
  const receiving = new Set<string>();
  let rowsThread: Runner<RowsJob, RowsResult> | undefined;

  /** Throws unless the owner may start a run. Returns the runs that the owner has. */
  async function admitRun(owner: string): Promise<number> {
    const records = await files.list();
    const own = records.filter(record => record.owner === owner);
    if (own.some(isUnfinished)) throw oneAtATime();
    if (records.filter(isUnfinished).length >= settings.portfolioQueue) throw queueIsFull();
    return own.length;
  }

  /** Throws unless a file of that size may arrive, or be queued when it has. */
  async function admit(owner: string, moreBytes: number): Promise<void> {
    if ((await admitRun(owner)) >= mostKept) throw tooManyKept();
    const used = await files.usedBytes();
    if (used + moreBytes > settings.portfolioDiskMB * 1_000_000) throw noRoom();
  }

  async function own(owner: string, id: string): Promise<RunRecord> {
    const record = await files.read(id);
    if (record?.owner === owner && !isExpired(record, clock())) return record;
    throw notFound();
  }

  async function finished(owner: string, id: string): Promise<PortfolioStatus> {
    const { status } = await own(owner, id);
    if (status.state === 'done') return status;
    throw new KtimaError('NOT_FOUND', `the portfolio has no result: its state is ${status.state}`);
  }

  /** Asks the thread of rows, which is started by the first request. One that has failed is replaced. */
  async function askRows<Result extends RowsResult>(job: RowsJob): Promise<Result> {
    const thread = rowsThread ?? startJobThread<RowsJob, RowsResult>(rowsScript);
    rowsThread = thread;
    try {
      return (await thread.run(job)) as Result;
    } catch (error) {
      if (rowsThread === thread) rowsThread = undefined;
      // The run may have been removed, or started again, meanwhile; or the disk is full.
      throw (error as { code?: string }).code === 'ERR_SQLITE_ERROR' ? noRows(error) : error;
    }
  }

  /** Throws unless the file of a run can be run with these options, so that no result is lost. */
  async function checkColumns({ status }: RunRecord, options: PortfolioOptions): Promise<void> {
    const folder = resolve(files.pathOf(status.id));
    const request = requestOf(options, join(folder, 'input'), '');
    await stat(request.input).catch(() => {
      throw new KtimaError('NOT_FOUND', 'the file of this portfolio is not kept; send it again');
    });
    const { fault } = await askRows<ColumnsCheck>({ request });
    if (fault === undefined) return;
    throw new KtimaError('INVALID_INPUT', messageFor(fault, folder, status.name));
  }

  return {
    mostBytes,

    async start(subject, options, body) {
      // Before the file is read, so that a wrong option costs nothing.
      requestOf(options, '', '');
      const owner = ownerOf(subject);
      if (receiving.has(owner)) throw oneAtATime();
      if (receiving.size >= settings.portfolioQueue) throw queueIsFull();
      receiving.add(owner);
      const id = randomBytes(16).toString('hex');
      try {
        await admit(owner, mostBytes);
        await files.create(id);
        const bytes = await receiveFile(body, files.pathOf(id, 'input'), mostBytes);
        const status = queued(id, options, bytes, clock());
        // Another process may have received a file of this owner meanwhile.
        await admit(owner, 0);
        await files.write({ owner, subject, options, attempts: 0, isCounted: false, status });
        runner.wake();
        return status;
      } catch (error) {
        await files.remove(id).catch(() => {});
        throw withoutPath(error);
      } finally {
        receiving.delete(owner);
      }
    },

    async list(caller) {
      const owner = ownerOf(caller);
      const records = await files.list();
      return records
        .filter(record => record.owner === owner && !isExpired(record, clock()))
        .map(({ status }) => status)
        .reverse();
    },

    find: async (caller, id) => (await own(ownerOf(caller), id)).status,

    async result(caller, id) {
      const { format } = await finished(ownerOf(caller), id);
      return { format, ...(await openFile(files, id, `result.${format}`)) };
    },

    async summary(caller, id, format) {
      await finished(ownerOf(caller), id);
      return openFile(files, id, `summary.${format}`);
    },

    async rows(caller, id, query) {
      await finished(ownerOf(caller), id);
      return askRows<RowsFound>({ path: files.pathOf(id, rowsFile), query });
    },

    async correct(caller, id, corrections) {
      const { header } = await finished(ownerOf(caller), id);
      refuseUnknownColumns(corrections, header);
      const path = files.pathOf(id, rowsFile);
      const stored = await askRows<ReturnType<typeof storeCorrections>>({ path, corrections });
      if ('fault' in stored) throw new KtimaError('INVALID_INPUT', stored.fault);
      return stored;
    },

    async again(caller, id, { columns }) {
      const owner = ownerOf(caller);
      const record = await own(owner, id);
      const options = columns
        ? { ...record.options, columns: JSON.stringify(columns) }
        : record.options;
      await checkColumns(record, options);
      await admitRun(owner);
      const { bytes, created_at, state, rows } = record.status;
      // The rows of a result are known, so a quota that is used up does not remove it.
      const isCounted = state === 'done' && rows > 0;
      if (isCounted) await countRows(usage, caller, rows);
      const status = { ...queued(id, options, bytes, clock()), created_at };
      await files.write({ ...record, options, attempts: 0, isCounted, status });
      await files.removeContent(id, keptForAgain);
      runner.wake();
      return status;
    },

    async remove(caller, id) {
      await own(ownerOf(caller), id);
      await runner.stop(id);
      await files.remove(id);
    },

    async close() {
      await runner.close();
      await rowsThread?.close();
    },
  };
}

/** Corrections name the columns of the file. */
function refuseUnknownColumns(
  corrections: readonly RowCorrection[],
  header: readonly string[],
): void {
  corrections.forEach(({ cells }, at) => {
    const unknown = Object.keys(cells).find(column => !header.includes(column));
    if (unknown === undefined) return;
    throw invalid(`rows[${at}].cells`, `columns of the file; got ${unknown.slice(0, 40)}`);
  });
}

/** The owner of a run, as text of one length. */
function ownerOf({ issuer, subject }: Subject): string {
  return hash('sha256', JSON.stringify([issuer, subject]));
}

function queued(id: string, options: PortfolioOptions, bytes: number, now: Date): PortfolioStatus {
  const { name = 'portfolio', format = 'csv' } = options;
  return {
    id,
    name,
    state: 'queued',
    created_at: now.toISOString(),
    finished_at: null,
    expires_at: null,
    format,
    bytes,
    rows: 0,
    progress: 0,
    header: [],
    columns: {},
    notes: [],
    with_position: null,
    with_parcel: null,
    with_cost: null,
    with_problems: null,
    error: null,
  };
}

async function openFile(files: RunFiles, id: string, name: string): Promise<RunFile> {
  const file = await open(files.pathOf(id, name)).catch(error => {
    // The run was removed meanwhile.
    throw error.code === 'ENOENT' ? notFound() : error;
  });
  const { size } = await file.stat();
  return { content: file.createReadStream(), bytes: size };
}

/** A folder that cannot be written is for the operator; its path is not for clients. */
function withoutPath(error: unknown): unknown {
  const { code, cause } = error as { code?: string; cause?: unknown };
  const isOurs = error instanceof KtimaError && error.code !== 'USAGE';
  if (isOurs || (code === undefined && cause === undefined)) return error;
  return noRoom(error);
}

function noRows(cause: unknown): KtimaError {
  const message = 'the rows of the portfolio cannot be used now; try again';
  return new KtimaError('UNAVAILABLE', message, { cause, retryAfterSeconds: 5 });
}

function notFound(): KtimaError {
  return new KtimaError('NOT_FOUND', 'no portfolio of yours has this id; it may have expired');
}

function oneAtATime(): KtimaError {
  const message = 'another portfolio of yours waits or runs; wait for its end, or delete it';
  return new KtimaError('THROTTLED', message, { retryAfterSeconds: 10 });
}

function tooManyKept(): KtimaError {
  const message = `you have ${mostKept} portfolios; delete one, or wait until one expires`;
  return new KtimaError('THROTTLED', message, { retryAfterSeconds: 600 });
}

function queueIsFull(): KtimaError {
  const message = 'too many portfolios wait; try again later';
  return new KtimaError('BUSY', message, { retryAfterSeconds: 60 });
}
