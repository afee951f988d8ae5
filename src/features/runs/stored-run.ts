import type { Scope } from '#http/scopes.ts';
import type { UsageSubject } from '#http/usage/usage-store.ts';
import type { PortfolioOptions } from '../portfolio/run-options.ts';
import type { PortfolioStatus } from './portfolio-body.ts';

/**
 * What was read of a file, which may be large: names of columns and cells. It is stored apart, and
 * lists of runs leave it out.
 */
type Understood = Pick<PortfolioStatus, 'header' | 'samples' | 'columns' | 'notes'>;
export type RunState = Omit<PortfolioStatus, keyof Understood>;

/** A run of a portfolio in a list. */
export interface ListedRun extends UsageSubject {
  readonly id: string;
  /** The session of the token that asked for it, if its issuer lists sessions that were ended. */
  readonly session: string | null;
  /** What was asked for, and the scopes of the token that asked for this run. */
  readonly options: PortfolioOptions;
  readonly scopes: readonly Scope[];
  /** The key of the request that ran it again, and what that request asked for. */
  readonly again?: { readonly key: string; readonly fingerprint: string } | undefined;
  /** The number of its last attempt; what an attempt writes is stored under its number. */
  readonly attempt: number;
  /** How often its process, or the database, was lost. */
  readonly interruptions: number;
  /** Whether its rows count for usage and quota. */
  readonly isCounted: boolean;
  readonly fingerprint: string | null;
  readonly status: RunState;
}

/** A run of a portfolio, as it is stored. */
export interface StoredRun extends ListedRun {
  readonly status: PortfolioStatus;
}

/** A portfolio whose file is about to arrive. */
export type NewRun = Pick<
  StoredRun,
  'id' | 'issuer' | 'subject' | 'session' | 'options' | 'scopes' | 'status'
> & {
  readonly key: string | null;
  /** Until when the file must have arrived. */
  readonly untilMs: number;
};

/** Limits over all instances. */
export interface RunLimits {
  /** Runs at the same time. */
  readonly running: number;
  /** Files that arrive, wait or run. */
  readonly waiting: number;
  readonly waitingOfUser: number;
  readonly keptOfUser: number;
  /** Of all files, results and rows together, and of those of one user. */
  readonly bytes: number;
  readonly bytesOfUser: number;
}

/** Why a portfolio is not taken: the limit that it would exceed, or another run has its key. */
export type Refusal = Exclude<keyof RunLimits, 'running'> | 'key';

/** The states of all runs, for metrics. */
export interface RunTotals {
  readonly queued: number;
  readonly running: number;
  readonly failed: number;
  readonly done: number;
  readonly bytes: number;
  /** When the oldest file that waits had arrived; null if none waits. */
  readonly oldestMs: number | null;
}

/** What an attempt has left when it ended, or why it must be tried again. */
export type Ending =
  | { readonly state: 'done' | 'failed' | 'read'; readonly status: PortfolioStatus }
  | { readonly state: 'queued'; readonly interruptions: number; readonly notBeforeMs: number };

export const listed = `id, issuer, subject, session, state, attempt, interruptions, is_counted, rows,
  progress, fingerprint, asked, status,
  (SELECT count(*) FROM portfolio_runs AS earlier WHERE earlier.state = 'queued'
     AND (earlier.created_ms, earlier.id) < (portfolio_runs.created_ms, portfolio_runs.id)) AS earlier`;

/** The columns of a run, as `fromRow` reads them; `listed` are those of a run in a list. */
export const columns = `understood, ${listed}`;

export interface RunRow extends UsageSubject {
  readonly id: string;
  readonly session: string | null;
  readonly state: string;
  readonly attempt: number;
  readonly interruptions: number;
  readonly is_counted: number;
  readonly rows: number;
  readonly progress: number;
  readonly fingerprint: string | null;
  readonly asked: string;
  readonly status: string;
  /** Absent in a list. */
  readonly understood?: string;
  /** Runs that were queued before it and wait too. */
  readonly earlier: number;
}

/** The run of a row. */
export function fromRow(row: RunRow): StoredRun {
  const { id, issuer, subject, session, attempt, interruptions, fingerprint } = row;
  const { state, rows, progress } = row;
  const waiting_before = state === 'queued' ? row.earlier : null;
  return {
    ...{ id, issuer, subject, session, attempt, interruptions, fingerprint },
    ...JSON.parse(row.asked),
    isCounted: row.is_counted === 1,
    // A run of an earlier version has none of these.
    status: {
      language: 'en',
      rows_in_file: null,
      ...(row.understood !== undefined && { ...nothingRead, ...JSON.parse(row.understood) }),
      ...JSON.parse(row.status),
      state,
      rows,
      progress,
      waiting_before,
    },
  };
}

const nothingRead: Understood = { header: [], samples: [], columns: {}, notes: [] };

/** A status as it is stored: the rest, and what was read of the file. */
export function storedStatus(status: PortfolioStatus): [status: string, understood: string] {
  const { header, samples, columns, notes, ...rest } = status;
  return [JSON.stringify(rest), JSON.stringify({ header, samples, columns, notes })];
}

/** What was asked for, as it is stored. */
export function askedOf({
  options,
  scopes,
  again,
}: Pick<StoredRun, 'options' | 'scopes' | 'again'>): string {
  return JSON.stringify({ options, scopes, again });
}

/** A time in milliseconds, as it is stored. */
export function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
