import type { UsageSubject } from '#http/usage/usage-store.ts';
import type { Run } from '#storage/db/engine.ts';
import type { PortfolioStatus } from './portfolio-body.ts';
import { batchesFile, keepAttempt } from './run-attempts.ts';
import type { RunEngine } from './run-engine.ts';
import { readRuns, sweep } from './run-list.ts';
import {
  askedOf,
  columns,
  type NewRun,
  type RunLimits,
  type StoredRun,
  storedStatus,
} from './stored-run.ts';

/** Files that arrive, wait or run. */
const isOpen = "state IN ('receiving', 'queued', 'running')";

type Used = Omit<RunLimits, 'running'>;

async function usedBy(run: Run, { issuer, subject }: UsageSubject): Promise<Used> {
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

/** How runs come to wait, and how many may. */
export function queueOf({ run, alone }: RunEngine) {
  return {
    /** Takes a place for a file before it arrives; returns why not. */
    async admit(asked: NewRun, limits: RunLimits, nowMs: number) {
      await sweep(run, nowMs);
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

    /** The run with a key of its owner; undefined if there is none. */
    withKey: async ({ issuer, subject }: UsageSubject, key: string) =>
      (await readRuns(run, columns, hasKey, [issuer, subject, key]))[0],

    /** Queues a run whose file has arrived; false if its place was lost. */
    async queue(id: string, status: PortfolioStatus, fingerprint: string) {
      const queued = await run(
        `UPDATE portfolio_runs SET state = 'queued', lease_ms = 0, bytes = ?2, fingerprint = ?3,
           status = ?4, understood = ?5
         WHERE id = ?1 AND state = 'receiving' RETURNING id`,
        [id, status.bytes, fingerprint, ...storedStatus(status)],
      );
      return queued.length > 0;
    },

    /** Queues another attempt of a run that has ended; false if it has not. */
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

    /** Of all runs, and of those of an owner. */
    usedBytes: (owner: UsageSubject) => usedBy(run, owner),
  };
}
