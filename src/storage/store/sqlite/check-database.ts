import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { fromThread } from '#tools/errors.ts';
import { checkDatabaseNow } from './check-rows.ts';

/** Checking a larger file would delay the start by 0.1 s or more. */
const largeBytes = 2 ** 24;

/**
 * Checks a database: throws when it is damaged. A large file is checked in a thread, and `onDamage`
 * gets the result.
 */
export function checkDatabase(db: DatabaseSync, onDamage: (error: unknown) => void): void {
  const path = db.location();
  if (path === null || statSync(path).size < largeBytes) {
    checkDatabaseNow(db);
    return;
  }
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData: path,
  });
  worker.once('error', error => onDamage(fromThread(error)));
  worker.unref();
}
