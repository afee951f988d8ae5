import { accessSync, constants, existsSync, realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { badData, KtimaError } from '#tools/errors.ts';
import {
  createPrivateFile,
  keepPrivateFile,
  makePrivateFolder,
} from '#tools/files/private-file.ts';
import { freeBytes } from '#tools/files/write-file.ts';
import { currentVersion, missingScripts, type Schema } from '../schema-versions.ts';
import { emptyLeftLog } from './log.ts';
import { rememberFile } from './same-file.ts';
import { isDamage } from './sqlite-errors.ts';

/** How to recognise a database in a file that a wrong setting may name. */
export interface DatabaseKind {
  /** A table that every version of this database has, and no other database. */
  readonly table: string;
  /** The other database of Ktima, by a table that only that one has. */
  readonly other?: {
    readonly table: string;
    /** What the file is and which setting is wrong, as it follows the path in a sentence. */
    readonly problem: string;
  };
}

/** How long opening waits for another process that writes. */
const patienceMs = 5_000;

/**
 * Opens an SQLite database, creates it if it is missing, and migrates its tables. With write-ahead
 * logging, readers continue while an import writes.
 */
export function openSqlite(path: string, schema: Schema, kind: DatabaseKind): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    if (path !== ':memory:') createMissing(path);
    db = new DatabaseSync(path, { timeout: patienceMs, enableForeignKeyConstraints: true });
    // Before any change: a mistyped path must not change a file of another program or version.
    rejectForeign(db, path, kind);
    missingScripts(schema, versionOf(db), path);
    if (path !== ':memory:') makePrivate(path);
    db.exec('PRAGMA synchronous = FULL');
    keepLog(db);
    emptyLeftLog(db);
    migrate(db, path, schema);
    rememberFile(db, path);
    return db;
  } catch (cause) {
    db?.close();
    throw cannotOpen(path, cause);
  }
}

/**
 * Turns on write-ahead logging. While another process does the same to a new file, SQLite does not
 * wait, but fails at once.
 */
function keepLog(db: DatabaseSync, untilMs = performance.now() + patienceMs): void {
  try {
    db.exec('PRAGMA journal_mode = WAL');
  } catch (error) {
    if ((error as { errcode?: number }).errcode !== 5 || performance.now() > untilMs) throw error;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    keepLog(db, untilMs);
  }
}

/** The system's code for the file; SQLite only reports "unable to open" without permissions. */
function accessProblem(path: string): string | undefined {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

/** The error at the start of a command: the file, and the reason. */
export function cannotOpen(path: string, cause: unknown): KtimaError {
  if (cause instanceof KtimaError) return cause;
  const { message, code } = cause as NodeJS.ErrnoException;
  const systemCode = code?.startsWith('ERR_') ? accessProblem(path) : code;
  const reason = path === ':memory:' ? message : (openProblem(path, systemCode) ?? message);
  return badData(`cannot open the database ${path}: ${reason}`, { cause });
}

/** The file itself, which may be on another disk; the path while there is none. */
export function behindLink(path: string): string {
  return existsSync(path) ? realpathSync(path) : path;
}

/** Creates a missing folder and file, private to this user. */
function createMissing(path: string): void {
  const folder = dirname(path);
  // Create only the last folder: a typing error in a path must not create a tree of folders.
  if (!existsSync(folder)) makePrivateFolder(folder);
  createPrivateFile(path);
}

/**
 * Makes an existing file private to this user. SQLite gives the files next to a database its mode;
 * existing ones are corrected here.
 */
function makePrivate(path: string): void {
  const real = realpathSync(path);
  for (const ending of ['', '-wal', '-shm', '-journal']) keepPrivateFile(real + ending);
}

/** Throws unless the database is empty or has this kind's table; any program may use any version. */
export function rejectForeign(
  db: DatabaseSync,
  path: string,
  { table, other }: DatabaseKind,
): void {
  const rows = db.prepare('SELECT type, name FROM sqlite_schema').all();
  const tables = rows.filter(({ type }) => type === 'table').map(({ name }) => name);
  if (rows.length === 0 || tables.includes(table)) return;
  const isOther = other && tables.includes(other.table);
  const problem = isOther ? other.problem : 'is a database of another program';
  throw badData(`${path} ${problem}`);
}

/** The version of the tables of a database; 0 if it has none. */
export function versionOf(db: DatabaseSync): number {
  return Number(db.prepare('PRAGMA user_version').get()?.user_version);
}

/** Writes only if a script is missing: opening must not lock, nor look like a change of the data. */
function migrate(db: DatabaseSync, path: string, schema: Schema): void {
  if (versionOf(db) === currentVersion(schema)) return;
  inTransaction(db, () => {
    // Read it again: another process may have migrated meanwhile.
    for (const script of missingScripts(schema, versionOf(db), path)) db.exec(script);
    db.exec(`PRAGMA user_version = ${currentVersion(schema)}`);
  });
}

/**
 * Checks the structure of the whole file and throws if it is damaged: about 8 ms per megabyte. It
 * does not check the values in rows; `store/sqlite/rows.ts` does.
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
  throw badData(
    `the database ${path} is damaged (${found.replaceAll('\n', ', ')}): restore it from a backup`,
  );
}

/** Free bytes for this user on the disk of a database; undefined for one in memory. */
export function freeBytesOf(path: string): number | undefined {
  return path === ':memory:' ? undefined : freeBytes(dirname(behindLink(path)));
}

/** Runs `work` in one transaction with the write lock; an error rolls it back. */
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

/** Problems with a file that exists, or that cannot be created, by the system's code. */
const problems: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read and write it; run the command as the user who owns it',
  EPERM: 'this user may not read and write it; run the command as the user who owns it',
  EROFS: 'its disk is read-only; choose a path on another disk',
  ENOSPC: 'no room left on its disk',
};

/**
 * Why the file of a database cannot be opened, and what to do. Undefined where the engine's own
 * message has the reason.
 */
function openProblem(path: string, code = ''): string | undefined {
  const folder = dirname(path);
  const known = nearestExisting(folder);
  if (!statSync(known).isDirectory()) {
    return `${known} is a file, expected a folder; correct the database URL`;
  }
  const missing = missingFolder(folder);
  if (missing !== undefined) {
    return `the folder ${missing} does not exist; create it, or correct the database URL`;
  }
  if (existsSync(path) && statSync(path).isDirectory()) {
    return 'expected a file, this is a folder; add the name of the file to the database URL';
  }
  return problems[code] ?? (/^E[A-Z]+$/.test(code) ? `it cannot be created (${code})` : undefined);
}

/** The folder itself, or the first above it that exists. */
function nearestExisting(folder: string): string {
  return existsSync(folder) ? folder : nearestExisting(dirname(folder));
}

/** The topmost missing folder, except the last one of a path, which is created. */
function missingFolder(folder: string): string | undefined {
  const parent = dirname(folder);
  if (existsSync(folder) || existsSync(parent)) return undefined;
  return missingFolder(parent) ?? parent;
}
