import { existsSync, rmSync, writeFileSync } from 'node:fs';
import type { Engine, FileOptions } from '#storage/db/engine.ts';
import { openEngine } from '#storage/db/open-engine.ts';
import type { DatabaseAddress } from '#storage/db/service-database.ts';
import { behindLink } from '#storage/db/sqlite/sqlite.ts';
import { diskFull } from '#storage/db/sqlite/sqlite-errors.ts';
import { runTables } from './run-schema.ts';

/** The database of the runs. */
export interface RunEngine extends Engine {
  /** Throws UNAVAILABLE if there is too little room to write more: the rest is for logins. */
  checkRoom(): void;
  /** Does work that removes something, on a full disk with the room of the reserve. */
  removing<T>(work: () => Promise<T>): Promise<T>;
}

/** An upload, a heartbeat and a page of rows at the same time. */
const poolSize = 3;

/** How long a statement waits for another process that writes. */
const waitMs = 10_000;

/** What portfolios leave free on their disk, and the size of the reserve. */
export const reserveBytes = 16_000_000;

/** Opens the database of the runs, and makes its tables; a service does it in a thread. */
export async function openRunEngine(
  database: DatabaseAddress,
  file: Pick<FileOptions, 'inThread'> = {},
): Promise<RunEngine> {
  const address = { ...database, poolSize, writes: true };
  const engine = await openEngine(address, runTables, { waitMs, isDurable: false, ...file });
  // A file that gives its room to a removal: what is removed goes through the log first.
  const path = /^sqlite:(?!:memory:$)(.+)/.exec(database.url)?.[1];
  const reserve = path === undefined ? '' : `${behindLink(path)}-reserve`;
  const hasReserve = () => existsSync(reserve);
  const isFull = () => (engine.freeBytes() ?? Infinity) < reserveBytes * (hasReserve() ? 1 : 2);
  const keepReserve = () => {
    if (path === undefined || hasReserve()) return;
    try {
      writeFileSync(reserve, Buffer.alloc(reserveBytes), { flag: 'wx', mode: 0o600 });
    } catch {
      // A part is no reserve; the next write tries again.
      rmSync(reserve, { force: true });
    }
  };
  return {
    ...engine,
    checkRoom() {
      if (isFull()) throw diskFull();
      keepReserve();
    },
    async removing(work) {
      try {
        return await work();
      } catch (error) {
        if (!hasReserve() || !isFull()) throw error;
        rmSync(reserve, { force: true });
        const done = await work();
        // The log gives its room back, and the next removal has it.
        await engine.run('PRAGMA wal_checkpoint(TRUNCATE)').catch(() => {});
        keepReserve();
        return done;
      }
    },
  };
}
