import type { Scope } from '#http/scopes.ts';
import type { UsageSubject } from '#http/usage/usage-store.ts';
import type { FileOptions, Run as RunSql, Value } from '#storage/db/engine.ts';
import type { DatabaseAddress } from '#storage/db/service-database.ts';
import type { PortfolioOptions } from '../portfolio/run-options.ts';
import type { PortfolioStatus } from './portfolio-body.ts';
import { openRunEngine, type RunEngine } from './run-engine.ts';
import { applyCorrections, openRows, type RunRows } from './run-rows.ts';

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

/** Portfolios in a database, which several instances share. */
export interface RunStore extends RunRows {
  /** Takes a place for a file before it arrives; returns why not. */
  admit(run: NewRun, limits: RunLimits, nowMs: number): Promise<Refusal | undefined>;
  /** The run with a key of its owner; undefined if there is none. */
  withKey(owner: UsageSubject, key: string): Promise<StoredRun | undefined>;
  addPiece(
    id: string,
    attempt: number,
    file: string,
    piece: number,
    content: Uint8Array,
  ): Promise<void>;
  /** A piece of a file; undefined behind its end. */
  piece(id: string, attempt: number, file: string, piece: number): Promise<Uint8Array | undefined>;
  sizeOf(id: string, attempt: number, file: string): Promise<number>;
  /** The attempts before one that have left a file, newest first. */
  earlierAttempts(id: string, attempt: number, file: string): Promise<number[]>;
  movePiece(id: string, from: number, to: number, file: string, piece: number): Promise<void>;
  /** Queues a run whose file has arrived; false if its place was lost. */
  queue(id: string, status: PortfolioStatus, fingerprint: string): Promise<boolean>;
  /** A run that was not removed and has not expired. */
  find(id: string, nowMs: number): Promise<StoredRun | undefined>;
  /** The runs of an owner, or of all, newest first. */
  list(owner: UsageSubject | undefined, nowMs: number): Promise<ListedRun[]>;
  /** Starts the next attempt of the oldest run, of a user without a running one if possible. */
  claim(limits: RunLimits, nowMs: number, leaseMs: number): Promise<StoredRun | undefined>;
  /** Keeps an attempt for its process; false if it was cancelled, removed or claimed by another. */
  renew(run: StoredRun, untilMs: number): Promise<boolean>;
  /** Ends an attempt; false if it no longer belongs to its process. Earlier results are removed. */
  end(run: StoredRun, ending: Ending): Promise<boolean>;
  /** Queues another attempt of a run that has ended; false if it has not. */
  again(run: StoredRun, limits: RunLimits): Promise<Exclude<Refusal, 'key'> | boolean>;
  /** Makes a run fail that waits or runs; false if it does neither. */
  cancel(id: string, status: RunState): Promise<boolean>;
  /** The runs that wait or run. */
  open(): Promise<ListedRun[]>;
  remove(id: string): Promise<boolean>;
  /** Removes what has expired, and files that never arrived. */
  sweep(nowMs: number): Promise<void>;
  /** Sums up what a run has stored so far. */
  measure(id: string): Promise<void>;
  /** Of all runs, and of those of an owner. */
  usedBytes(owner: UsageSubject): Promise<Pick<RunLimits, 'bytes' | 'bytesOfUser'>>;
  totals(): Promise<RunTotals>;
  close(): Promise<void>;
}

/** Opens the runs of portfolios: an SQLite file of their own, or tables of PostgreSQL. */
export async function openRunStore(
  database: DatabaseAddress,
  file?: Pick<FileOptions, 'inThread'>,
): Promise<RunStore> {
  const engine = await openRunEngine(database, file);
  return {
    ...runsOf(engine),
    ...attemptsOf(engine),
    ...piecesOf(engine),
    ...openRows(engine),
    close: engine.close,
  };
}

const listed = `id, issuer, subject, session, state, attempt, interruptions, is_counted, rows,
  progress, fingerprint, asked, status,
  (SELECT count(*) FROM portfolio_runs AS earlier WHERE earlier.state = 'queued'
     AND (earlier.created_ms, earlier.id) < (portfolio_runs.created_ms, portfolio_runs.id)) AS earlier`;

const columns = `understood, ${listed}`;

interface RunRow extends UsageSubject {
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

function fromRow(row: RunRow): StoredRun {
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
function storedStatus(status: PortfolioStatus): [status: string, understood: string] {
  const { header, samples, columns, notes, ...rest } = status;
  return [JSON.stringify(rest), JSON.stringify({ header, samples, columns, notes })];
}

function askedOf({
  options,
  scopes,
  again,
}: Pick<StoredRun, 'options' | 'scopes' | 'again'>): string {
  return JSON.stringify({ options, scopes, again });
}

/** Files that arrive, wait or run. */
const isOpen = "state IN ('receiving', 'queued', 'running')";

interface Used {
  readonly waiting: number;
  readonly waitingOfUser: number;
  readonly keptOfUser: number;
  readonly bytes: number;
  readonly bytesOfUser: number;
}

async function usedBy(run: RunSql, { issuer, subject }: UsageSubject): Promise<Used> {
  const [used] = await run<Used>(
    `SELECT count(CASE WHEN ${isOpen} THEN 1 END) AS waiting,
       count(CASE WHEN ${isOpen} AND issuer = ?1 AND subject = ?2 THEN 1 END) AS "waitingOfUser",
       count(CASE WHEN issuer = ?1 AND subject = ?2 THEN 1 END) AS "keptOfUser",
       CAST(coalesce(sum(bytes), 0) AS bigint) AS bytes,
       CAST(coalesce(sum(CASE WHEN issuer = ?1 AND subject = ?2 THEN bytes END), 0) AS bigint)
         AS "bytesOfUser"
     FROM portfolio_runs`,
    [issuer, subject],
  );
  return used!;
}

const hasKey = 'issuer = ?1 AND subject = ?2 AND idempotency_key = ?3';

/** Expired runs, and files that did not arrive. */
const isOld = "expires_ms <= ?1 OR (state = 'receiving' AND lease_ms <= ?1)";

/** Removes runs: none is found any more, then their rows go, in pieces that others need not wait for. */
async function removeWhere(run: RunSql, where: string, value: Value): Promise<boolean> {
  const removed = await run<{ id: string }>(
    `UPDATE portfolio_runs SET state = 'removed', expires_ms = 0, idempotency_key = NULL
     WHERE ${where} RETURNING id`,
    [value],
  );
  for (const { id } of removed) {
    while (await removePiece(run, id));
    await run('DELETE FROM portfolio_runs WHERE id = ?1', [id]);
  }
  return removed.length > 0;
}

/** Removes some rows of a run; false if there were none. Another instance may remove others. */
async function removePiece(run: RunSql, id: string): Promise<boolean> {
  const removed = await run(
    `DELETE FROM portfolio_rows WHERE run = ?1 AND (attempt, n) IN
       (SELECT attempt, n FROM portfolio_rows WHERE run = ?1 ORDER BY attempt, n LIMIT 5000
        FOR UPDATE SKIP LOCKED) RETURNING n`,
    [id],
  );
  return removed.length > 0;
}

/** Which runs there are, and how many there may be. */
function runsOf({ run, alone }: RunEngine) {
  const rowsWhere = (what: string, where: string, values: readonly Value[]) =>
    run<RunRow>(`SELECT ${what} FROM portfolio_runs WHERE ${where}`, values);
  const select = async (where: string, values: readonly Value[]): Promise<StoredRun[]> =>
    (await rowsWhere(columns, where, values)).map(fromRow);
  const selectListed = async (where: string, values: readonly Value[]): Promise<ListedRun[]> =>
    (await rowsWhere(listed, where, values)).map(fromRow);
  const isKept = "state <> 'receiving' AND (expires_ms IS NULL OR expires_ms > ?1)";

  const sweep = async (nowMs: number) => {
    await removeWhere(run, isOld, nowMs);
  };

  return {
    async admit(asked: NewRun, limits: RunLimits, nowMs: number) {
      await sweep(nowMs);
      return alone(async run => {
        const used = await usedBy(run, asked);
        const { id, issuer, subject, session, key, untilMs, status } = asked;
        const same = await run(`SELECT id FROM portfolio_runs WHERE ${hasKey}`, [
          issuer,
          subject,
          key,
        ]);
        if (same.length > 0) return 'key' as const;
        if (used.keptOfUser >= limits.keptOfUser) return 'keptOfUser' as const;
        if (used.waitingOfUser >= limits.waitingOfUser) return 'waitingOfUser' as const;
        if (used.waiting >= limits.waiting) return 'waiting' as const;
        if (used.bytesOfUser + status.bytes > limits.bytesOfUser) return 'bytesOfUser' as const;
        if (used.bytes + status.bytes > limits.bytes) return 'bytes' as const;
        await run(
          `INSERT INTO portfolio_runs (id, issuer, subject, session, state, created_ms, lease_ms,
             attempt, interruptions, is_counted, bytes, rows, progress, idempotency_key, asked, status, understood)
           VALUES (?1, ?2, ?3, ?4, 'receiving', ?5, ?6, 0, 0, 0, ?7, 0, 0, ?8, ?9, ?10, ?11)`,
          [
            id,
            issuer,
            subject,
            session,
            nowMs,
            untilMs,
            status.bytes,
            key,
            askedOf(asked),
            ...storedStatus(status),
          ],
        );
        return undefined;
      });
    },

    withKey: async ({ issuer, subject }: UsageSubject, key: string) =>
      (await select(hasKey, [issuer, subject, key]))[0],

    async queue(id: string, status: PortfolioStatus, fingerprint: string) {
      const queued = await run(
        `UPDATE portfolio_runs SET state = 'queued', lease_ms = 0, bytes = ?2, fingerprint = ?3,
           status = ?4, understood = ?5
         WHERE id = ?1 AND state = 'receiving' RETURNING id`,
        [id, status.bytes, fingerprint, ...storedStatus(status)],
      );
      return queued.length > 0;
    },

    find: async (id: string, nowMs: number) =>
      (await select(`${isKept} AND id = ?2`, [nowMs, id]))[0],

    list: (owner: UsageSubject | undefined, nowMs: number) =>
      selectListed(
        `${isKept} ${owner ? 'AND issuer = ?2 AND subject = ?3' : ''} ORDER BY created_ms DESC, id`,
        owner ? [nowMs, owner.issuer, owner.subject] : [nowMs],
      ),

    again: (of: StoredRun, limits: RunLimits) =>
      alone(async run => {
        const used = await usedBy(run, of);
        if (used.waitingOfUser >= limits.waitingOfUser) return 'waitingOfUser' as const;
        if (used.waiting >= limits.waiting) return 'waiting' as const;
        const { id, session, isCounted, status } = of;
        const queued = await run(
          `UPDATE portfolio_runs SET state = 'queued', lease_ms = 0, expires_ms = NULL, rows = 0,
             progress = 0, interruptions = 0, session = ?2, is_counted = ?3, asked = ?4, status = ?5, understood = ?6
           WHERE id = ?1 AND state IN ('done', 'failed', 'read') RETURNING id`,
          [id, session, Number(isCounted), askedOf(of), ...storedStatus(status)],
        );
        if (queued.length > 0) await keepAttempt(run, id, 0, batchesFile);
        return queued.length > 0;
      }),

    cancel: (id: string, status: RunState) =>
      alone(async run => {
        const failed = await run(
          `UPDATE portfolio_runs SET state = 'failed', status = ?2, expires_ms = ?3
           WHERE id = ?1 AND state IN ('queued', 'running') RETURNING id`,
          [id, JSON.stringify(status), msOf(status.expires_at)],
        );
        if (failed.length > 0) await keepAttempt(run, id, 0);
        return failed.length > 0;
      }),

    open: () => selectListed("state IN ('queued', 'running')", []),

    remove: (id: string) => removeWhere(run, 'id = ?1', id),
    sweep,

    measure: (id: string) => sumUp(run, id),

    usedBytes: (owner: UsageSubject) => usedBy(run, owner),

    async totals() {
      const count = (state: string) => `count(CASE WHEN state = '${state}' THEN 1 END) AS ${state}`;
      const [totals] = await run<RunTotals>(
        `SELECT ${['queued', 'running', 'failed', 'done'].map(count)},
           CAST(coalesce(sum(bytes), 0) AS bigint) AS bytes,
           min(CASE WHEN state = 'queued' THEN created_ms END) AS "oldestMs"
         FROM portfolio_runs`,
      );
      return totals!;
    },
  };
}

/** Files in pieces. */
function piecesOf({ run, checkRoom }: RunEngine) {
  return {
    async addPiece(id: string, attempt: number, file: string, piece: number, content: Uint8Array) {
      checkRoom();
      await run('INSERT INTO portfolio_pieces VALUES (?1, ?2, ?3, ?4, ?5)', [
        id,
        attempt,
        file,
        piece,
        content,
      ]);
    },

    async piece(id: string, attempt: number, file: string, piece: number) {
      const [found] = await run<{ content: Uint8Array }>(
        `SELECT content FROM portfolio_pieces
         WHERE run = ?1 AND attempt = ?2 AND file = ?3 AND piece = ?4`,
        [id, attempt, file, piece],
      );
      return found?.content;
    },

    async sizeOf(id: string, attempt: number, file: string) {
      const [found] = await run<{ bytes: number }>(
        `SELECT CAST(coalesce(sum(octet_length(content)), 0) AS bigint) AS bytes
         FROM portfolio_pieces WHERE run = ?1 AND attempt = ?2 AND file = ?3`,
        [id, attempt, file],
      );
      return found!.bytes;
    },

    async earlierAttempts(id: string, attempt: number, file: string) {
      const found = await run<{ attempt: number }>(
        `SELECT DISTINCT attempt FROM portfolio_pieces
         WHERE run = ?1 AND attempt < ?2 AND file = ?3 ORDER BY attempt DESC`,
        [id, attempt, file],
      );
      return found.map(({ attempt }) => attempt);
    },

    async movePiece(id: string, from: number, to: number, file: string, piece: number) {
      await run(
        `UPDATE portfolio_pieces SET attempt = ?3
         WHERE run = ?1 AND attempt = ?2 AND file = ?4 AND piece = ?5`,
        [id, from, to, file, piece],
      );
    },
  };
}

/** Attempts of runs. An attempt belongs to the process that claimed it until its lease ends. */
function attemptsOf({ run, alone }: RunEngine) {
  const isOwn = "id = ?1 AND attempt = ?2 AND state = 'running'";

  return {
    async claim(limits: RunLimits, nowMs: number, leaseMs: number) {
      // Each instance asks every second: without a waiting run it takes no lock.
      const isWaiting = "state IN ('queued', 'running') AND lease_ms <= ?1";
      const waiting = await run(`SELECT id FROM portfolio_runs WHERE ${isWaiting} LIMIT 1`, [
        nowMs,
      ]);
      if (waiting.length === 0) return undefined;
      return alone(async run => {
        const [claimed] = await run<RunRow>(
          `UPDATE portfolio_runs SET state = 'running', attempt = attempt + 1, lease_ms = ?2,
             interruptions = interruptions + CASE state WHEN 'running' THEN 1 ELSE 0 END
           WHERE id = (
             SELECT id FROM portfolio_runs AS next
             WHERE ${isWaiting}
               AND (SELECT count(*) FROM portfolio_runs
                 WHERE state = 'running' AND lease_ms > ?1) < ?3
             ORDER BY (SELECT count(*) FROM portfolio_runs AS other
                 WHERE other.state = 'running' AND other.lease_ms > ?1
                   AND other.issuer = next.issuer AND other.subject = next.subject),
               created_ms, id
             LIMIT 1)
           RETURNING ${columns}`,
          [nowMs, nowMs + leaseMs, limits.running],
        );
        return claimed && fromRow(claimed);
      });
    },

    async renew({ id, attempt, isCounted, status }: StoredRun, untilMs: number) {
      const renewed = await run(
        `UPDATE portfolio_runs SET lease_ms = ?3, rows = ?4, progress = ?5, is_counted = ?6, status = ?7,
           understood = ?8
         WHERE ${isOwn} RETURNING id`,
        [
          id,
          attempt,
          untilMs,
          status.rows,
          status.progress,
          Number(isCounted),
          ...storedStatus(status),
        ],
      );
      return renewed.length > 0;
    },

    end: ({ id, attempt }: StoredRun, ending: Ending) =>
      alone(async run => {
        const ended =
          ending.state === 'queued'
            ? await run(
                `UPDATE portfolio_runs SET state = 'queued', interruptions = ?3, lease_ms = ?4
                 WHERE ${isOwn} RETURNING id`,
                [id, attempt, ending.interruptions, ending.notBeforeMs],
              )
            : await run(
                `UPDATE portfolio_runs SET state = ?3, rows = ?4, progress = ?5, expires_ms = ?6,
                   status = ?7, understood = ?8
                 WHERE ${isOwn} RETURNING id`,
                [
                  id,
                  attempt,
                  ending.state,
                  ending.status.rows,
                  ending.status.progress,
                  msOf(ending.status.expires_at),
                  ...storedStatus(ending.status),
                ],
              );
        if (ended.length === 0) return false;
        if (ending.state === 'queued') await keepAttempt(run, id, 0, batchesFile);
        else await keepAttempt(run, id, ending.state === 'done' ? attempt : 0);
        if (ending.state === 'done') await applyCorrections(run, id);
        return true;
      }),
  };
}

/** Enriched batches of rows, which a later attempt may use. A piece has the line of its first row. */
export const batchesFile = 'batches';

/**
 * Removes what other attempts have written, but not the file that was sent nor one named here, and
 * sums up the rest.
 */
async function keepAttempt(run: RunSql, id: string, kept: number, file = ''): Promise<void> {
  const ofOthers = 'run = ?1 AND attempt NOT IN (0, ?2)';
  await run(`DELETE FROM portfolio_pieces WHERE ${ofOthers} AND file <> ?3`, [id, kept, file]);
  await run(`DELETE FROM portfolio_rows WHERE ${ofOthers}`, [id, kept]);
  await sumUp(run, id);
}

/** Sums up what a run has stored. */
async function sumUp(run: RunSql, id: string): Promise<void> {
  await run(
    `UPDATE portfolio_runs SET bytes =
       (SELECT coalesce(sum(octet_length(content)), 0) FROM portfolio_pieces WHERE run = ?1) +
       (SELECT coalesce(sum(octet_length(details) + octet_length(words)), 0)
          FROM portfolio_rows WHERE run = ?1)
     WHERE id = ?1`,
    [id],
  );
}

function msOf(time: string | null): number | null {
  return time === null ? null : Date.parse(time);
}
