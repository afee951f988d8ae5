import type { FileOptions } from '#storage/db/engine.ts';
import type { DatabaseAddress } from '#storage/db/service-database.ts';
import { attemptsOf } from './run-attempts.ts';
import { openRunEngine } from './run-engine.ts';
import { runsOf } from './run-list.ts';
import { piecesOf } from './run-pieces.ts';
import { queueOf } from './run-queue.ts';
import { openRows } from './run-rows.ts';

/** Portfolios in a database, which several instances share. */
export type RunStore = Awaited<ReturnType<typeof openRunStore>>;

/** Opens the runs of portfolios: an SQLite file of their own, or tables of PostgreSQL. */
export async function openRunStore(
  database: DatabaseAddress,
  file?: Pick<FileOptions, 'inThread'>,
) {
  const engine = await openRunEngine(database, file);
  return {
    ...queueOf(engine),
    ...runsOf(engine),
    ...attemptsOf(engine),
    ...piecesOf(engine),
    ...openRows(engine),
    close: engine.close,
  };
}
