import type { Pool, PoolClient } from 'pg';
import type { PoolLoad } from './postgres.ts';
import { reasonOf, tooMany, troubleOf } from './postgres-errors.ts';
import { endPool } from './postgres-servers.ts';

/** Connections to whichever server can be used. */
export interface FailoverPool {
  /** Lends a connection to `work`. Errors are the driver's. */
  use<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  load(): PoolLoad;
  close(): Promise<void>;
}

/**
 * Keeps a pool on one server until that is lost; whoever asks next opens another, and all who ask
 * meanwhile wait for the same one. `onTrouble` hears why a server was lost, and undefined when one
 * is found again: once each. Beyond `mostAtOnce` the next is turned away.
 */
export function openFailoverPool(
  open: () => Promise<Pool>,
  onTrouble: (reason: string | undefined) => void,
  mostAtOnce: number,
): FailoverPool {
  let atOnce = 0;
  let pool: Promise<Pool> | undefined;
  let inUse: Pool | undefined;
  let inTrouble = false;

  const tell = (reason: string | undefined) => {
    if (inTrouble !== (reason !== undefined)) onTrouble(reason);
    inTrouble = reason !== undefined;
  };
  const openTelling = async () => {
    try {
      const opened = await open();
      inUse = opened;
      tell(undefined);
      return opened;
    } catch (error) {
      pool = undefined;
      tell(reasonOf((error as Error).cause ?? error));
      throw error;
    }
  };
  const leave = (lost: Promise<Pool>, error: unknown) => {
    // Whoever fails later on the same server has nothing new to tell.
    if (pool !== lost) return;
    pool = undefined;
    inUse = undefined;
    tell(reasonOf(error));
    lost.then(endPool, () => {});
  };

  const lend = async <T>(work: (client: PoolClient) => Promise<T>) => {
    pool ??= openTelling();
    const chosen = pool;
    const opened = await chosen;
    let client: PoolClient | undefined;
    try {
      client = await opened.connect();
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      const lost = troubleOf(error) === 'lost';
      client?.release(lost);
      if (lost) leave(chosen, error);
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
    load() {
      const { totalCount = 0, idleCount: idle = 0 } = inUse ?? {};
      const busy = totalCount - idle;
      return { busy, idle, waiting: Math.max(0, atOnce - busy) };
    },
    async close() {
      const opened = await pool?.catch(() => undefined);
      pool = undefined;
      if (opened) await endPool(opened);
    },
  };
}
