import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../../config.ts';
import { fromThread, KtimaError } from '../../errors.ts';
import type { DatabaseSettings } from '../../store/open.ts';
import { repeat } from '../../store/repeat.ts';
import { countRows } from '../../usage/count-requests.ts';
import type { Usage } from '../../usage/usage.ts';
import { noRoom } from './receive-file.ts';
import {
  isUnfinished,
  keptForAgain,
  type RunFiles,
  type RunRecord,
  rowsFile,
} from './run-files.ts';
import { claimLock, type RunLock } from './run-lock.ts';
import { isOutOfSpace, messageFor, requestOf } from './run-request.ts';
import type { RunReport, RunWorkerData, WorkerMessage } from './run-worker.ts';

/** The settings of portfolios. */
export type PortfolioSettings = Pick<
  Settings,
  | 'portfolioFolder'
  | 'portfolioMB'
  | 'portfolioRows'
  | 'portfolioDiskMB'
  | 'portfolioHours'
  | 'portfolioQueue'
>;

/** How often a process looks for runs of others, and a run for its end by another process. */
const lookEveryMs = 1_000;
const sweepEveryMs = 60_000;
/** How long a run waits after the database or the disk could not be used. */
const pauseMs = 10_000;
/** A run that was interrupted so often may be what ends the process. */
const mostAttempts = 3;

/**
 * Why a thread was stopped: its run was removed, another process has the lock, the service closes, or
 * the disk is used up.
 */
type StopReason = 'removed' | 'lost' | 'closing' | KtimaError;

interface Active {
  readonly id: string;
  stop(reason: StopReason): void;
  readonly ended: Promise<unknown>;
}

/**
 * Runs the portfolios of a folder, one at a time for all processes that share it, oldest first. A
 * run that was interrupted continues at its checkpoint.
 */
export function openRunner(
  settings: PortfolioSettings,
  files: RunFiles,
  database: DatabaseSettings,
  usage: Usage,
  log: FastifyBaseLogger,
  clock: () => Date,
) {
  let active: Active | undefined;
  let working: Promise<void> | undefined;
  let isClosed = false;
  let sweptAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = 0;

  async function work(): Promise<void> {
    if (performance.now() < pausedUntil) return;
    if (performance.now() - sweptAt > sweepEveryMs) {
      sweptAt = performance.now();
      await files.sweep(clock());
    }
    while (!isClosed && performance.now() >= pausedUntil && (await next())) {
      const lock = await claimLock(join(files.folder, 'running.lock'));
      if (!lock) return;
      try {
        const record = await next();
        if (record && !isClosed) await runOne(record, lock);
      } finally {
        await lock.release();
      }
    }
  }

  const next = async () => (await files.list()).find(isUnfinished);

  function wake(): Promise<void> {
    working ??= work()
      .catch(err => {
        pausedUntil = performance.now() + pauseMs;
        log.error({ err }, 'portfolios cannot be run');
      })
      .finally(() => {
        working = undefined;
      });
    return working;
  }

  async function runOne(before: RunRecord, lock: RunLock): Promise<void> {
    const { id } = before.status;
    const attempts = before.attempts + 1;
    let record: RunRecord = { ...before, attempts, status: { ...before.status, state: 'running' } };
    const update = (report: RunReport, isCounted = record.isCounted) => {
      record = { ...record, isCounted, status: { ...record.status, ...report } };
    };
    try {
      if (before.attempts >= mostAttempts) throw interruptedTooOften();
      await files.write(record);
      await runThread(record, lock, update, () => record);
    } catch (error) {
      if (error === 'removed' || error === 'lost' || !(await files.read(id))) return;
      // An orderly stop is no attempt that failed.
      if (error === 'closing') return files.write({ ...record, attempts: before.attempts });
      if (isTemporary(error) && attempts < mostAttempts && (await wait(record, error))) return;
      const message = failureOf(error, resolve(files.pathOf(id)), record.status.name);
      if (message === undefined) log.error({ err: error, portfolio: id }, 'a portfolio failed');
      update({ state: 'failed', error: message ?? unforeseen });
    }
    await finish(record);
  }

  /** Puts a run back into the queue; false if the disk has no room even for that. */
  async function wait(record: RunRecord, error: unknown): Promise<boolean> {
    try {
      await files.write({ ...record, status: { ...record.status, state: 'queued' } });
    } catch (failure) {
      if (isOutOfSpace(failure)) return false;
      throw failure;
    }
    pausedUntil = performance.now() + pauseMs;
    log.warn({ err: error, portfolio: record.status.id }, waiting);
    return true;
  }

  async function finish(record: RunRecord): Promise<void> {
    const now = clock();
    const expires = new Date(now.getTime() + settings.portfolioHours * 3_600_000);
    const { id, state, header, error } = record.status;
    const times = { finished_at: now.toISOString(), expires_at: expires.toISOString() };
    const write = () => files.write({ ...record, status: { ...record.status, ...times } });
    const removeRest = () =>
      state === 'done' ? rm(files.pathOf(id, 'input'), { force: true }) : files.removeContent(id);
    // What another run needs, unless the columns could not even be read, or the disk is full.
    const kept = header.length > 0 && error !== noRoom().message ? keptForAgain : [];
    // The record first: if the process is killed here, the run must not have lost its input.
    await write().catch(async error => {
      // It may have been removed meanwhile.
      if (isGone(error)) return;
      if (!isOutOfSpace(error)) throw error;
      await removeRest();
      await write();
    });
    if (state !== 'done') await files.removeContent(id, kept);
  }

  /** Runs one thread to its end. Rejects with its error, or with the reason why it was stopped. */
  async function runThread(
    { options, status, subject }: RunRecord,
    lock: RunLock,
    update: (report: RunReport, isCounted?: boolean) => void,
    current: () => RunRecord,
  ): Promise<void> {
    const folder = resolve(files.pathOf(status.id));
    const data: RunWorkerData = {
      request: requestOf(options, join(folder, 'input'), join(folder, `result.${status.format}`)),
      database,
      withZones: options.zones === true,
      name: status.name,
      rows: join(folder, rowsFile),
      summary: join(folder, 'summary'),
      mostRows: settings.portfolioRows,
    };
    const worker = new Worker(new URL('./run-worker.ts', import.meta.url), { workerData: data });
    let reason: StopReason | undefined;
    let counting = Promise.resolve();
    const stop = (why: StopReason) => {
      reason ??= why;
      void worker.terminate();
    };
    const ended = new Promise<void>((resolve, reject) => {
      let failure: unknown = new Error('the thread of a portfolio ended early');
      // A short run ends before its rows are counted, which may refuse it.
      const settle = async () => {
        await counting;
        if (reason === undefined && current().status.state === 'done') resolve();
        else reject(reason ?? failure);
      };
      worker.on('message', ({ rowsToCount, ...report }: WorkerMessage) => {
        update(report);
        if (report.state === 'done') void settle();
        if (rowsToCount === undefined || current().isCounted) return;
        update({}, true);
        counting = countRows(usage, subject, rowsToCount).catch(stop);
      });
      worker.on('error', error => {
        failure = fromThread(error);
      });
      // Only then have all its reports arrived.
      worker.on('exit', settle);
    });
    active = { id: status.id, stop, ended: ended.catch(() => {}) };
    let written = '';
    const look = async () => {
      const why = await reasonToStop(status.id, lock).catch(() => undefined);
      if (why) return stop(why);
      const state = JSON.stringify(current());
      if (state === written || current().status.state === 'done') return;
      written = state;
      await files.write(current()).catch(error => isGone(error) && stop('removed'));
    };
    let looking: Promise<void> | undefined;
    const stopLooking = repeat(() => {
      looking = look();
      return looking;
    }, lookEveryMs);
    try {
      if (isClosed) stop('closing');
      await ended;
    } finally {
      stopLooking();
      // Its record must not replace the last one.
      await looking;
      await worker.terminate();
      active = undefined;
    }
  }

  async function reasonToStop(id: string, lock: RunLock): Promise<StopReason | undefined> {
    if (!(await files.read(id))) return 'removed';
    // Another process runs it now, because this one was stopped for long.
    if (!(await lock.renew())) return 'lost';
    const used = await files.usedBytes();
    return used > settings.portfolioDiskMB * 1_000_000 ? outOfShare() : undefined;
  }

  const stopLooking = repeat(wake, lookEveryMs);
  return {
    wake: () => void wake(),

    /** Stops a run if it is this process that runs it; another process sees that it was removed. */
    async stop(id: string): Promise<void> {
      if (active?.id !== id) return;
      const { stop, ended } = active;
      stop('removed');
      await ended;
    },

    /** Stops the current run, which continues when a service opens the folder again. */
    async close(): Promise<void> {
      isClosed = true;
      stopLooking();
      active?.stop('closing');
      await working;
    },
  };
}

const waiting = 'a portfolio waits: database or disk failed';
const unforeseen = 'an error inside the service; report the id of the portfolio to the operator';

/** Whether a later attempt may succeed. */
function isTemporary(error: unknown): boolean {
  return (error instanceof KtimaError && error.code === 'UNAVAILABLE') || isOutOfSpace(error);
}

/** What the owner gets to read; undefined for errors that nobody foresaw. */
function failureOf(error: unknown, folder: string, name: string): string | undefined {
  if (isOutOfSpace(error)) return noRoom().message;
  if (error instanceof KtimaError) return messageFor(error.message, folder, name);
  const { code } = error as { code?: string };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'the file needs too much memory' : undefined;
}

/** Whether a file could not be written because its folder was removed. */
function isGone(error: unknown): boolean {
  const { cause } = error as { cause?: NodeJS.ErrnoException };
  return cause?.code === 'ENOENT';
}

function interruptedTooOften(): KtimaError {
  const message = `the run was interrupted ${mostAttempts} times; send the file again, or in parts`;
  return new KtimaError('BAD_DATA', message);
}

function outOfShare(): KtimaError {
  return new KtimaError('BAD_DATA', noRoom().message);
}
