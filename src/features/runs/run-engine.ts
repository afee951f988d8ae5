import type { Engine, FileOptions } from '#storage/db/engine.ts';
import { openEngine } from '#storage/db/open-engine.ts';
import type { DatabaseAddress } from '#storage/db/service-database.ts';
import { diskFull } from '#storage/db/sqlite/sqlite-errors.ts';
import { runTables } from './run-schema.ts';

/** The database of the runs. */
export interface RunEngine extends Engine {
  /** Throws UNAVAILABLE if there is too little room to write more, and still to remove it again. */
  checkRoom(): void;
}

/** An upload, a heartbeat and a page of rows at the same time. */
const poolSize = 3;

/** How long a statement waits for another process that writes. */
const waitMs = 10_000;

/** Removing a run writes to the log first, so a file that filled the disk could never be removed. */
const reserveBytes = 16_000_000;

/** Opens the database of the runs, and makes its tables; a service does it in a thread. */
export async function openRunEngine(
  database: DatabaseAddress,
  file: Pick<FileOptions, 'inThread'> = {},
): Promise<RunEngine> {
  const address = { ...database, poolSize, isPrimary: true };
  const engine = await openEngine(address, runTables, { waitMs, isDurable: false, ...file });
  return {
    ...engine,
    checkRoom() {
      if ((engine.freeBytes() ?? reserveBytes) < reserveBytes) throw diskFull();
    },
  };
}
