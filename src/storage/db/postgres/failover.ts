import type { PoolClient } from 'pg';
import { checkDiskSpace } from './disk.ts';
import type { PoolLoad } from './pool-load.ts';
import {
  classifyError,
  outOfReach,
  reasonOf,
  stateOf,
  toClientError,
  tooMany,
} from './postgres-errors.ts';
import { endPool, type ServerPool } from './servers.ts';

/** A connection pool on the server that can be used now. */
export interface FailoverPool {
  /** Runs `work` with a connection. Errors are the driver's. */
  use<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Throws while the database cannot be used; detects when it can be used again. */
  check(): Promise<void>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/**
 * A lack of disk space, privileges or tables counts as over when no statement has met it for this
 * time. A working statement proves nothing, because it may not need what is lacking.
 */
const calmMs = 10_000;

/**
 * Keeps a pool on one server until that is lost, then opens another; requests wait meanwhile.
 * `onOutage` is called when the database can no longer be used, once per reason, and with undefined
 * when it can be used again. More than `mostAtOnce` requests are rejected.
 */
export function openFailoverPool(
  open: () => Promise<ServerPool>,
  onOutage: (reason: string | undefined) => void,
  mostAtOnce: number,
): FailoverPool {
  let atOnce = 0;
  let pool: Promise<ServerPool> | undefined;
  let inUse: ServerPool | undefined;
  let lack: { readonly error: unknown; readonly atMs: number } | undefined;
  let closed = false;
  const outage = openOutage(onOutage);

  const openAndReport = async (lostBecause?: unknown) => {
    try {
      inUse = await open();
      lack = undefined;
      if (lostBecause !== undefined) outage.report(lostBecause);
      outage.end();
      return inUse;
    } catch (error) {
      pool = undefined;
      outage.report((error as Error).cause ?? error);
      throw error;
    }
  };
  /** Opens the next pool immediately: an error there explains more than the lost connection. */
  const abandon = (lost: Promise<ServerPool>, error: unknown) => {
    // An earlier statement already left this server.
    if (pool !== lost || closed) return;
    lost.then(({ pool }) => endPool(pool)).catch(() => {});
    inUse = undefined;
    pool = openAndReport(error);
    pool.catch(() => {});
  };

  /** Takes a connection from the pool. A failure is never the caller's error, so it retries once. */
  const take = async (isRetry = false) => {
    if (closed) throw outOfReach(new Error('it was closed'));
    pool ??= openAndReport();
    const chosen = pool;
    const opened = await chosen;
    try {
      return { chosen, opened, client: await opened.pool.connect() };
    } catch (error) {
      if (classifyError(error) === 'late') throw error;
      abandon(chosen, error);
      if (isRetry) throw outOfReach(error);
      return take(true);
    }
  };
  const lend = async <T>(work: (client: PoolClient, opened: ServerPool) => Promise<T>) => {
    const { chosen, opened, client } = await take();
    try {
      const result = await work(client, opened);
      client.release();
      return result;
    } catch (error) {
      const kind = classifyError(error);
      client.release(kind === 'lost');
      if (kind === 'lost') abandon(chosen, error);
      if (kind === 'impaired') {
        lack = { error: toClientError(error), atMs: performance.now() };
        outage.report(error);
      }
      throw error;
    }
  };

  return {
    async use(work) {
      if (atOnce >= mostAtOnce) throw tooMany();
      atOnce++;
      return lend(work).finally(() => {
        atOnce--;
      });
    },
    async check() {
      await lend(async (client, opened) => {
        await opened.check(client);
        if (lack) await checkDiskSpace(client);
      });
      if (lack && performance.now() - lack.atMs < calmMs) throw lack.error;
      lack = undefined;
      outage.end();
    },
    load() {
      const { totalCount = 0, idleCount: idle = 0 } = inUse?.pool ?? {};
      const busy = totalCount - idle;
      return { busy, idle, waiting: Math.max(0, atOnce - busy) };
    },
    async close() {
      closed = true;
      const opened = await pool?.catch(() => undefined);
      pool = undefined;
      if (opened) await endPool(opened.pool);
    },
  };
}

/** Reports an outage: calls `onOutage` once per cause, and with undefined at its end. */
function openOutage(onOutage: (reason: string | undefined) => void) {
  // By SQLSTATE if there is one: the message may name another file each time.
  const reported = new Set<string>();
  return {
    report(error: unknown): void {
      const reason = reasonOf(error);
      const cause = stateOf(error) ?? reason;
      if (reported.has(cause)) return;
      reported.add(cause);
      onOutage(reason);
    },
    end(): void {
      if (reported.size > 0) onOutage(undefined);
      reported.clear();
    },
  };
}
