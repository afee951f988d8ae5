import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { KtimaError } from '#tools/errors.ts';
import {
  badBackup,
  checkBackupVersion,
  checkCounts,
  damagedBackup,
  formatOf,
  hasData,
  otherService,
} from '../backup-file.ts';
import { currentVersion, firstVersion, missingScripts } from '../schema-versions.ts';
import type { RestoreOptions, ServiceDatabase, TableCounts } from '../service-database.ts';
import { emptyLog } from './log.ts';
import { checkIntegrity, rejectForeign, versionOf } from './sqlite.ts';

/** Pages that are copied at once. */
const rate = 10_000;

/** Copies a database to an empty file, from one version of the data, and checks the copy. */
export async function copySqlite(
  path: string,
  target: string,
  database: ServiceDatabase,
): Promise<TableCounts> {
  const db = openExisting(path);
  let counts: TableCounts;
  try {
    rejectForeign(db, path, database.kind);
    missingScripts(database.sqlite.schema, versionOf(db), path);
    db.exec('BEGIN');
    counts = countTables(db);
    await backup(db, target, { rate });
  } finally {
    db.close();
  }
  makeSingleFile(target);
  const copy = openBackup(target, database);
  try {
    checkCounts(target, countTables(copy), counts);
  } finally {
    copy.close();
  }
  return counts;
}

/**
 * Copies a backup over a database in one transaction. Readers continue with the old data meanwhile,
 * and a process that dies leaves them in force.
 */
export async function restoreSqlite(
  path: string,
  file: string,
  database: ServiceDatabase,
  { replace, migrate }: RestoreOptions,
): Promise<TableCounts> {
  const source = openBackup(file, database);
  try {
    await migrate();
    const before = openExisting(path);
    const rows = countRows(before, database.mainTable);
    before.close();
    if (rows > 0 && !replace) throw hasData(path);
    await backup(source, path, { rate }).catch(error => {
      throw notRestored(path, database, error);
    });
    const restored = new DatabaseSync(path);
    await emptyLog(restored);
    restored.close();
    return countTables(source);
  } finally {
    source.close();
  }
}

function notRestored(path: string, { service }: ServiceDatabase, cause: unknown): KtimaError {
  const { message, errcode } = cause as Error & { errcode?: number };
  const writer = service === 'api' ? 'an import' : 'another process';
  // For a locked database Node.js reports the code 0, "not an error".
  const isLocked = errcode === 0 || /locked/.test(message);
  const reason = isLocked ? `${writer} is writing to it; try again when it has ended` : message;
  return new KtimaError('UNAVAILABLE', `${path} was not changed: ${reason}`, { cause });
}

/** Opens a database to read it. A connection that may only read would leave its log behind. */
function openExisting(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 5_000 });
  db.exec('PRAGMA query_only = on');
  return db;
}

/** The copy of a database with a log would get one too when it is opened; a backup is one file. */
function makeSingleFile(path: string): void {
  const db = new DatabaseSync(path);
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
}

/** Opens a backup after it has passed all checks. Nothing is written next to it. */
function openBackup(file: string, database: ServiceDatabase): DatabaseSync {
  rejectOtherFormats(file, database);
  const address = pathToFileURL(resolve(file));
  address.search = 'immutable=1';
  const db = new DatabaseSync(address, { readOnly: true });
  try {
    checkBackup(db, file, database);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function rejectOtherFormats(file: string, { content, setting }: ServiceDatabase): void {
  const format = formatOf(file);
  if (format === 'PostgreSQL') {
    throw badBackup(file, `a backup of PostgreSQL, and ${setting} is an SQLite database`);
  }
  if (format === undefined) throw badBackup(file, `expected a backup of ${content}`);
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0) {
    throw badBackup(file, 'a database in use, not a backup: make one with ktima backup');
  }
}

function checkBackup(db: DatabaseSync, file: string, database: ServiceDatabase): void {
  const { content, kind, sqlite } = database;
  const has = (table: string) => tablesOf(db).includes(table);
  try {
    if (kind.other && has(kind.other.table)) throw otherService(file, database);
    if (!has(kind.table)) throw badBackup(file, `a database of another program, not ${content}`);
    const version = versionOf(db);
    checkBackupVersion(file, version, sqlite.schema);
    checkObjects(db, file, sqlite.schema.scripts.slice(0, version - firstVersion + 1));
    checkIntegrity(db);
    if (version === currentVersion(sqlite.schema)) sqlite.checkRows(db);
  } catch (error) {
    if (error instanceof KtimaError && error.code === 'USAGE') throw error;
    throw damagedBackup(file, error);
  }
}

/**
 * Throws if a backup has anything but the tables and indexes that the scripts make: a view or a
 * trigger in their place would fail, or run, after the database is replaced.
 */
function checkObjects(db: DatabaseSync, file: string, scripts: readonly string[]): void {
  const made = new DatabaseSync(':memory:');
  for (const script of scripts) made.exec(script);
  const [found, expected] = [objectsOf(db), objectsOf(made)];
  made.close();
  const different = [...found.keys(), ...expected.keys()].find(
    name => found.get(name) !== expected.get(name),
  );
  if (different === undefined) return;
  throw badBackup(
    file,
    `its ${different} is not as Ktima makes it, or missing; use another backup`,
  );
}

/** The SQL of tables, indexes, views and triggers; without the tables of ANALYZE. */
function objectsOf(db: DatabaseSync): ReadonlyMap<string, string> {
  const objects = `SELECT type || ' ' || name AS name, sql FROM sqlite_schema
                   WHERE NOT (type = 'table' AND name GLOB 'sqlite_stat[1-4]')`;
  const rows = db.prepare(objects).all();
  return new Map(rows.map(({ name, sql }) => [String(name), withoutComments(String(sql))]));
}

/** Comments of a script may change without a new version of its tables. */
function withoutComments(sql: string): string {
  const spaced = sql.replace(/('[^']*'|"[^"]*")|--[^\n]*|\s/g, (_, quoted) => quoted ?? ' ');
  return spaced.replace(/ +/g, ' ');
}

function tablesOf(db: DatabaseSync): string[] {
  const tables = `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`;
  return db
    .prepare(tables)
    .all()
    .map(({ name }) => String(name));
}

function countRows(db: DatabaseSync, table: string): number {
  return Number(db.prepare(`SELECT count(*) AS rows FROM "${table}"`).get()?.rows);
}

function countTables(db: DatabaseSync): TableCounts {
  return new Map(tablesOf(db).map(table => [table, countRows(db, table)]));
}
