import type { DatabaseSync } from 'node:sqlite';

/** Runs several statements that see the same version of the data. */
export function inReadTransaction<T>(db: DatabaseSync, read: () => T): T {
  if (db.isTransaction) return read();
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    commit(db);
  }
}

/** Runs a read that waits for promises, in a transaction of its own. */
export type RunRead = <T>(read: () => Promise<T>) => Promise<T>;

/**
 * Each read begins after the one before it has ended: a connection has one transaction at a time,
 * and the pages of features that a service makes are read over the same connection.
 */
export function openReadQueue(db: DatabaseSync): RunRead {
  let last: Promise<unknown> = Promise.resolve();
  return read => {
    const result = last.then(() => inAsyncTransaction(db, read));
    last = result.catch(() => {});
    return result;
  };
}

async function inAsyncTransaction<T>(db: DatabaseSync, read: () => Promise<T>): Promise<T> {
  db.exec('BEGIN');
  try {
    return await read();
  } finally {
    commit(db);
  }
}

/** Some errors have ended the transaction already. */
function commit(db: DatabaseSync): void {
  if (db.isTransaction) db.exec('COMMIT');
}
