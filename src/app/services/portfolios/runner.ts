import type { FastifyBaseLogger } from 'fastify';
import { refusal } from '#features/portfolio/messages/refusals.ts';
import type { Message } from '#features/portfolio/messages/row-messages.ts';
import { type PortfolioOptions, zonesOf } from '#features/portfolio/run-options.ts';
import type { RunStore } from '#features/runs/run-store.ts';
import type { Ending, ListedRun, RunLimits, StoredRun } from '#features/runs/stored-run.ts';
import type { EndedSessions } from '#http/tokens/ended-sessions.ts';
import type { RenewedValue } from '#http/tokens/renewed-value.ts';
import { countRows } from '#http/usage/count-requests.ts';
import type { Usage } from '#http/usage/count-usage.ts';
import type { DatabaseSettings } from '#storage/store/open-store.ts';
import { KtimaError } from '#tools/errors.ts';
import { repeat } from '#tools/repeat.ts';
import type { Settings } from '../../settings/config.ts';
import type { RunMessage } from './process/run-process.ts';
import {
  failedStatus,
  interruptedTooOften,
  mostInterruptions,
  type RunEvent,
  step,
} from './run-steps.ts';
import { runSeconds, startRunProcess } from './start-process.ts';

/** The settings of portfolios. */
export type PortfolioSettings = Pick<
  Settings,
  | 'portfolioMB'
  | 'portfolioRows'
  | 'portfolioDiskMB'
  | 'portfolioHours'
  | 'portfolioRuns'
  | 'portfolioMemoryMB'
>;

/** What portfolios need of a service. */
export interface PortfolioParts {
  readonly settings: PortfolioSettings;
  /** The property data. */
  readonly database: DatabaseSettings;
  readonly runsDatabase: DatabaseSettings;
  readonly usage: Usage;
  /** Sessions that were ended, of the issuer that lists them. */
  readonly endedSessions?: RenewedValue<EndedSessions> | undefined;
  readonly log: FastifyBaseLogger;
  readonly clock: () => Date;
}

/** How often an instance looks for runs, and keeps its own. */
export const lookEveryMs = 1_000;
const leaseMs = 20_000;
/** How long a run waits after the database could not be used. */
const pauseMs = 10_000;

/** Reading takes less than a second for each megabyte of an ordinary file. */
const readingSeconds = 120;

/** The most runs that one owner may have kept. */
export const mostKept = 20;

/** The most runs that may wait or run, of all owners and of one. */
const [mostWaiting, mostWaitingOfUser] = [100, 10];

/** The limits of the settings. */
export function limitsOf(settings: PortfolioSettings): RunLimits {
  return {
    running: settings.portfolioRuns,
    waiting: mostWaiting,
    waitingOfUser: mostWaitingOfUser,
    keptOfUser: mostKept,
    bytes: settings.portfolioDiskMB * 1_000_000,
    // Half of the room, and at least a file.
    bytesOfUser: Math.max(settings.portfolioMB, settings.portfolioDiskMB / 2) * 1_000_000,
  };
}

/** Runs portfolios, oldest first. Other instances run others of the same database. */
export function openRunner(store: RunStore, parts: PortfolioParts) {
  const limits = limitsOf(parts.settings);
  const active = new Map<string, ReturnType<typeof openRun>>();
  let isClosed = false;
  let looking: Promise<void> | undefined;
  let isFailing = false;

  async function claimAll(): Promise<void> {
    while (!isClosed && active.size < limits.running) {
      const claimed = await store.claim(limits, parts.clock().getTime(), leaseMs);
      if (!claimed) return;
      const run = openRun(store, parts, claimed);
      active.set(claimed.id, run);
      void run.ended.then(() => {
        active.delete(claimed.id);
        void look();
      });
    }
  }

  /** Starts what waits, as far as there is room. Never rejects. */
  function look(): Promise<void> {
    looking ??= claimAll()
      .then(
        () => {
          isFailing = false;
        },
        err => {
          // Once for an outage, not every second.
          if (!isFailing) parts.log.error({ err }, 'portfolios cannot be run');
          isFailing = true;
        },
      )
      .finally(() => {
        looking = undefined;
      });
    return looking;
  }

  return {
    look,

    /** Stops the runs of this instance; another one, or the next start, runs them again. */
    async close(): Promise<void> {
      isClosed = true;
      await looking;
      const runs = [...active.values()];
      for (const { stop } of runs) stop(closing);
      await Promise.all(runs.map(({ ended }) => ended));
    },
  };
}

/** Reasons to stop a process that are no failure of its run. */
const closing = Symbol('the service closes');
const lost = Symbol('the run was removed, cancelled or claimed by another instance');

/** Runs one attempt to its end. `ended` never rejects. */
function openRun(store: RunStore, parts: PortfolioParts, claimed: StoredRun) {
  const { settings, database, runsDatabase, usage, log, clock } = parts;
  let run = claimed;
  let counting = Promise.resolve();
  const apply = (event: RunEvent) => {
    run = step(run, event);
  };
  const onMessage = ({ report, rowsToCount }: RunMessage) => {
    if (report) apply({ type: 'reported', report });
    if (rowsToCount === undefined || run.isCounted) return;
    apply({ type: 'counted' });
    counting = countRows(usage, run, rowsToCount);
    counting.catch(process.stop);
  };
  const options = allowedOptions(claimed);
  const job = {
    run: { ...claimed, options },
    zones: zonesOf(options),
    database,
    runs: runsDatabase,
    mostRows: settings.portfolioRows,
    limits: limitsOf(settings),
  };
  const memoryMB = settings.portfolioMemoryMB;
  const process = startRunProcess(job, { memoryMB, readingSeconds, runSeconds }, onMessage);
  if (claimed.interruptions >= mostInterruptions) process.stop(interruptedTooOften());
  const stopRenewing = repeat(async () => {
    // While the database does not answer, no other instance can claim the run.
    const isOurs = await store.renew(run, clock().getTime() + leaseMs).catch(() => true);
    if (!isOurs) process.stop(lost);
  }, lookEveryMs);

  async function runToEnd(): Promise<void> {
    try {
      await process.ended;
      // A short run ends before its rows are counted, which may refuse it.
      await counting;
      apply({ type: 'done', ...timesOf(parts) });
    } catch (error) {
      if (error === lost) return;
      if (error === closing) apply({ type: 'stopped' });
      else {
        apply({ type: 'failed', error, ...timesOf(parts) });
        logFailure(log, error, run);
      }
    } finally {
      stopRenewing();
    }
    await store.end(run, endingOf(run, claimed, clock().getTime()));
  }

  const ended = runToEnd().catch(err =>
    // Its lease ends, and it is run again.
    log.error({ err, portfolio: run.id }, 'the end of a portfolio could not be stored'),
  );
  return { stop: process.stop, ended };
}

/** The options of a run as far as the token that asked for it allows them. */
export function allowedOptions({ options, scopes }: StoredRun): PortfolioOptions {
  return scopes.includes('zones') ? options : { ...options, zones: 'false' };
}

function logFailure(log: FastifyBaseLogger, err: unknown, { id, status }: StoredRun): void {
  if (status.state === 'queued') log.warn({ err, portfolio: id }, 'a portfolio waits');
  else if (!(err instanceof KtimaError)) log.error({ err, portfolio: id }, 'a portfolio failed');
}

function endingOf({ status, interruptions }: StoredRun, before: StoredRun, nowMs: number): Ending {
  const { state } = status;
  if (state === 'done' || state === 'failed' || state === 'read') return { state, status };
  const notBeforeMs = interruptions > before.interruptions ? nowMs + pauseMs : 0;
  return { state: 'queued', interruptions, notBeforeMs };
}

/** What decides when a run that ends now is removed. */
interface EndParts {
  readonly clock: () => Date;
  readonly settings: Pick<Settings, 'portfolioHours'>;
}

/** When a run ends now, and when it is removed. */
function timesOf({ clock, settings }: EndParts) {
  const now = clock();
  return { now, expiresAt: new Date(now.getTime() + settings.portfolioHours * 3_600_000) };
}

/** Removes what has expired, and stops the runs of sessions that were ended. */
export async function tidyRuns(store: RunStore, parts: PortfolioParts): Promise<void> {
  await store.sweep(parts.clock().getTime());
  const ended = await parts.endedSessions?.();
  if (ended === undefined) return;
  for (const run of await store.open()) {
    if (run.session === null || !ended.has(run.session)) continue;
    await cancelRun(store, run, { code: 'session_ended' }, parts);
  }
}

/** Makes a run fail that waits or runs; false if it does neither. Its process ends within seconds. */
export function cancelRun(
  store: RunStore,
  { id, status }: Pick<ListedRun, 'id' | 'status'>,
  reason: Message,
  of: EndParts,
): Promise<boolean> {
  return store.cancel(id, failedStatus(status, refusal(reason), timesOf(of)));
}
