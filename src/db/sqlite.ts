import { accessSync, constants, existsSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { KtimaError } from '../errors.ts';
import { keepPrivateFile, makePrivateFile, makePrivateFolder } from '../files/private-file.ts';
import { isDamage } from './sqlite/errors.ts';

/** SQL scripts in order; a database remembers how many of them it has had. */
export type Migrations = readonly string[];

/**
 * Opens (and makes, if missing) an SQLite database and brings its tables up to date.
 * Write-ahead logging lets readers go on while an import writes.
 */
export function openSqlite(path: string, migrations: Migrations): DatabaseSync {
  try {
    if (path !== ':memory:') makePrivate(path);
    const db = new DatabaseSync(path, { timeout: 5_000, enableForeignKeyConstraints: true });
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    migrate(db, path, migrations);
    return db;
  } catch (cause) {
    const isOurs = cause instanceof KtimaError || mayUse(path);
    throw cannotOpen(path, isOurs ? cause : new Error(notOurs));
  }
}

const notOurs =
  'this user may not read and write it; run the command as the user whom it belongs to';

/** Of a file that may not be used, SQLite only says that it cannot be opened. */
function mayUse(path: string): boolean {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'EACCES';
  }
}

/** The error for whoever starts something: which file, and in the engine's words why. */
export function cannotOpen(path: string, cause: unknown): KtimaError {
  if (cause instanceof KtimaError) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new KtimaError('BAD_DATA', `cannot open the database ${path}: ${reason}`, { cause });
}

/**
 * Folder and file for this user alone. SQLite gives the files beside a database the mode of the
 * database; those that are there from before are corrected.
 */
function makePrivate(path: string): void {
  const folder = dirname(path);
  // Only the last folder: a path with a slip in it should not grow a tree of folders.
  if (!existsSync(folder)) makePrivateFolder(folder);
  makePrivateFile(path);
  const real = realpathSync(path);
  for (const ending of ['-wal', '-shm', '-journal']) keepPrivateFile(real + ending);
}

/** Writes only when there is something to do: opening must neither lock nor look like a change. */
function migrate(db: DatabaseSync, path: string, migrations: Migrations): void {
  const had = () => Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (had() > migrations.length) {
    throw new KtimaError('BAD_DATA', `${path} was written by a newer version of Ktima`);
  }
  if (had() === migrations.length) return;
  inTransaction(db, () => {
    if (had() === 0 && db.prepare('SELECT 1 FROM sqlite_schema').get() !== undefined) {
      throw new KtimaError('BAD_DATA', `${path} is a database of another program`);
    }
    // Another process may have been first.
    for (const script of migrations.slice(had())) db.exec(script);
    db.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

/**
 * Looks through the whole file for damage in its structure and throws if there is any: about 8 ms
 * a megabyte. What a row says is another matter: see `store/sqlite/row-checksum.ts`.
 */
export function checkIntegrity(db: DatabaseSync): void {
  let found: string;
  try {
    found = String(db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check);
  } catch (cause) {
    if (!isDamage(cause)) throw cause;
    found = (cause as Error).message;
  }
  if (found === 'ok') return;
  const path = db.location() ?? ':memory:';
  throw new KtimaError(
    'BAD_DATA',
    `the database ${path} is damaged (${found.replaceAll('\n', ', ')}): restore it from a backup`,
  );
}

/** Runs `work` in one transaction that other writers wait for; an error undoes all of it. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}
