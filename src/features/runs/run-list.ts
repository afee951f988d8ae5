import type { UsageSubject } from '#http/usage/usage-store.ts';
import type { Run, Value } from '#storage/db/engine.ts';
import { keepAttempt, sumUp } from './run-attempts.ts';
import type { RunEngine } from './run-engine.ts';
import {
  columns,
  fromRow,
  type ListedRun,
  listed,
  msOf,
  type RunRow,
  type RunState,
  type RunTotals,
  type StoredRun,
} from './stored-run.ts';

/** Expired runs, and files that did not arrive. */
const isOld = "expires_ms <= ?1 OR (state = 'receiving' AND lease_ms <= ?1)";

/** Removes runs: none is found any more, then their rows go, in pieces that others need not wait for. */
async function removeWhere(run: Run, where: string, value: Value): Promise<boolean> {
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
async function removePiece(run: Run, id: string): Promise<boolean> {
  const removed = await run(
    `DELETE FROM portfolio_rows WHERE run = ?1 AND (attempt, n) IN
       (SELECT attempt, n FROM portfolio_rows WHERE run = ?1 ORDER BY attempt, n LIMIT 5000
        FOR UPDATE SKIP LOCKED) RETURNING n`,
    [id],
  );
  return removed.length > 0;
}

/** Removes what has expired, and files that never arrived. */
export async function sweep(run: Run, nowMs: number): Promise<void> {
  await removeWhere(run, isOld, nowMs);
}

/** Reads runs: with `columns` as they are stored, with `listed` as in a list. */
export async function readRuns(
  run: Run,
  what: string,
  where: string,
  values: readonly Value[],
): Promise<StoredRun[]> {
  const rows = await run<RunRow>(`SELECT ${what} FROM portfolio_runs WHERE ${where}`, values);
  return rows.map(fromRow);
}

const isKept = "state <> 'receiving' AND (expires_ms IS NULL OR expires_ms > ?1)";

/** Which runs there are. */
export function runsOf({ run, alone, removing }: RunEngine) {
  return {
    /** A run that was not removed and has not expired. */
    find: async (id: string, nowMs: number) =>
      (await readRuns(run, columns, `${isKept} AND id = ?2`, [nowMs, id]))[0],

    /** The runs of an owner, or of all, newest first. */
    list: (owner: UsageSubject | undefined, nowMs: number): Promise<ListedRun[]> =>
      readRuns(
        run,
        listed,
        `${isKept} ${owner ? 'AND issuer = ?2 AND subject = ?3' : ''} ORDER BY created_ms DESC, id`,
        owner ? [nowMs, owner.issuer, owner.subject] : [nowMs],
      ),

    /** Makes a run fail that waits or runs; false if it does neither. */
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

    open: (): Promise<ListedRun[]> => readRuns(run, listed, "state IN ('queued', 'running')", []),

    remove: (id: string) => removing(() => removeWhere(run, 'id = ?1', id)),
    /** Removes what has expired, and files that never arrived. */
    sweep: (nowMs: number) => removing(() => sweep(run, nowMs)),

    /** Sums up what a run has stored so far. */
    measure: (id: string) => sumUp(run, id),

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
