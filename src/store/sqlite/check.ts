import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { damaged } from '../../db/sqlite/errors.ts';
import { checkIntegrity } from '../../db/sqlite.ts';
import { fromThread } from '../../errors.ts';
import { tableNames } from '../layer-tables.ts';

/** A larger file would hold up a start by a tenth of a second and more. */
const largeBytes = 2 ** 24;

/**
 * Looks through a database: throws when the file, or what stands in it, is not whole. A large one
 * is looked through in a thread, and `onDamage` hears what that finds.
 */
export function lookThrough(db: DatabaseSync, onDamage: (error: unknown) => void): void {
  const path = db.location();
  if (path === null || statSync(path).size < largeBytes) {
    lookThroughNow(db);
    return;
  }
  const worker = new Worker(new URL('./check-worker.ts', import.meta.url), {
    workerData: path,
  });
  worker.once('error', error => onDamage(fromThread(error)));
  worker.unref();
}

/** The same, here and now. */
export function lookThroughNow(db: DatabaseSync): void {
  checkIntegrity(db);
  checkCounts(db);
}

/** Throws when a source has not the rows it was loaded with: some may have lost their source. */
function checkCounts(db: DatabaseSync): void {
  const counts = tableNames
    .map(table => `SELECT source_id, count(*) AS rows FROM ${table} GROUP BY source_id`)
    .join(' UNION ALL ');
  const found = db
    .prepare(
      `SELECT id, row_count, sum(rows) FROM sources
       FULL JOIN (${counts}) ON source_id = id
       GROUP BY coalesce(id, source_id)
       HAVING row_count IS NOT coalesce(sum(rows), 0)`,
    )
    .get();
  if (found !== undefined) throw damaged('a source has not the rows it was loaded with');
}
