import type { Run } from '#storage/db/engine.ts';
import type { RunEngine } from './run-engine.ts';
import { applyCorrections } from './run-rows.ts';
import {
  columns,
  type Ending,
  fromRow,
  msOf,
  type RunLimits,
  type RunRow,
  type StoredRun,
  storedStatus,
} from './stored-run.ts';

/** Attempts of runs. An attempt belongs to the process that claimed it until its lease ends. */
export function attemptsOf({ run, alone }: RunEngine) {
  const isOwn = "id = ?1 AND attempt = ?2 AND state = 'running'";

  return {
    /** Starts the next attempt of the oldest run, of a user without a running one if possible. */
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

    /** Keeps an attempt for its process; false if it was cancelled, removed or claimed by another. */
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

    /** Ends an attempt; false if it no longer belongs to its process. Earlier results are removed. */
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
        if (ending.state === 'done') await applyCorrections(run, id);
        if (ending.state === 'queued') await keepAttempt(run, id, 0, batchesFile);
        else await keepAttempt(run, id, ending.state === 'done' ? attempt : 0);
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
export async function keepAttempt(run: Run, id: string, kept: number, file = ''): Promise<void> {
  const ofOthers = 'run = ?1 AND attempt NOT IN (0, ?2)';
  await run(`DELETE FROM portfolio_pieces WHERE ${ofOthers} AND file <> ?3`, [id, kept, file]);
  await run(`DELETE FROM portfolio_rows WHERE ${ofOthers}`, [id, kept]);
  await sumUp(run, id);
}

/** Sums up what a run has stored. */
export async function sumUp(run: Run, id: string): Promise<void> {
  await run(
    `UPDATE portfolio_runs SET bytes =
       (SELECT coalesce(sum(octet_length(content)), 0) FROM portfolio_pieces WHERE run = ?1) +
       (SELECT coalesce(sum(octet_length(details) + octet_length(words)), 0)
          FROM portfolio_rows WHERE run = ?1) +
       (SELECT coalesce(sum(octet_length(cells)), 0) FROM portfolio_corrections WHERE run = ?1)
     WHERE id = ?1`,
    [id],
  );
}
