import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';

/*
 * The write-ahead log of an import is as large as its rows. SQLite keeps the size of the file, also
 * after a rollback, so that it could fill the disk for other databases on it.
 */

/** A log that SQLite checkpoints by itself stays below this. */
const usualBytes = 2 ** 23;

/** How often a log is tried that a reader still uses, and how long to wait in between. */
const tries = 20;
const retryMs = 100;

/** Merges the log into the database and empties its file, unless a reader uses it for seconds. */
export async function emptyLog(db: DatabaseSync): Promise<void> {
  for (let i = 1; !tryToEmpty(db) && i < tries; i++) await sleep(retryMs);
}

/** Empties a log that an import left which was killed. Does not wait if another one writes. */
export function emptyLeftLog(db: DatabaseSync): void {
  const path = db.location();
  const log = path === null ? undefined : statSync(`${path}-wal`, { throwIfNoEntry: false });
  if (log && log.size > usualBytes) tryToEmpty(db);
}

/** Returns whether there is nothing more to do. */
function tryToEmpty(db: DatabaseSync): boolean {
  if (db.location() === null) return true;
  const { timeout } = db.prepare('PRAGMA busy_timeout').get() as { timeout: number };
  db.exec('PRAGMA busy_timeout = 0');
  try {
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  } catch {
    // On a full disk the log cannot be merged. What it holds is committed and stays valid.
    return true;
  } finally {
    db.exec(`PRAGMA busy_timeout = ${timeout}`);
  }
}
