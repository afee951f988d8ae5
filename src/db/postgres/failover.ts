import type { PoolClient } from 'pg';
import { checkDiskSpace } from './disk.ts';
import { named, outOfReach, tooMany, troubleOf } from './errors.ts';
import { openOutage } from './outage.ts';
import type { PoolLoad } from './pool-load.ts';
import { endPool, type ServerPool } from './servers.ts';

/** Connections to whichever server can be used. */
export interface FailoverPool {
  /** Lends a connection to `work`. Errors are the driver's. */
  use<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Throws while the database cannot be used; finds out when it can be used again. */
  check(): Promise<void>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/**
 * How long no statement must have met a lack of the server (of space, rights, tables) before it
 * counts as over: other statements may have worked all the while.
 */
const calmMs = 10_000;

/**
 * Keeps a pool on one server until that is lost, then opens another; requests that come meanwhile
 * wait for it. `onTrouble` is called when the database can no longer be used, once with each
 * reason, and with undefined when it can be used again. Beyond `mostAtOnce` requests are rejected.
 */
export function openFailoverPool(
  open: () => Promise<ServerPool>,
  onTrouble: (reason: string | undefined) => void,
  mostAtOnce: number,
): FailoverPool {
  let atOnce = 0;
  let pool: Promise<ServerPool> | undefined;
  let inUse: ServerPool | undefined;
  let lack: { readonly error: unknown; readonly atMs: number } | undefined;
  let closed = false;
  const outage = openOutage(onTrouble);

  const openTelling = async (lostBecause?: unknown) => {
    try {
      inUse = await open();
      lack = undefined;
      if (lostBecause !== undefined) outage.tell(lostBecause);
      outage.end();
      return inUse;
    } catch (error) {
      pool = undefined;
      outage.tell((error as Error).cause ?? error);
      throw error;
    }
  };
  /** Opens the next one at once: why that fails tells more than how the connection was lost. */
  const leave = (lost: Promise<ServerPool>, error: unknown) => {
    // Whoever fails later on the same server has nothing new to tell.
    if (pool !== lost || closed) return;
    lost.then(({ pool }) => endPool(pool)).catch(() => {});
    inUse = undefined;
    pool = openTelling(error);
    pool.catch(() => {});
  };

  /** A connection of the pool. That it cannot be had is never a mistake of the caller's. */
  const take = async (isRetry = false) => {
    if (closed) throw outOfReach(new Error('it was closed'));
    pool ??= openTelling();
    const chosen = pool;
    const opened = await chosen;
    try {
      return { chosen, opened, client: await opened.pool.connect() };
    } catch (error) {
      if (troubleOf(error) === 'late') throw error;
      leave(chosen, error);
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
      const trouble = troubleOf(error);
      client.release(trouble === 'lost');
      if (trouble === 'lost') leave(chosen, error);
      if (trouble === 'impaired') {
        lack = { error: named(error), atMs: performance.now() };
        outage.tell(error);
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
