import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { KtimaError } from '#tools/errors.ts';
import { privateFileMode } from '#tools/files/private-file.ts';
import { checkOutput, freeBytes, megabytes, replaceFileBy } from '#tools/files/write-file.ts';
import { checkChecksum, checksumFile, writeChecksum } from './backup-file.ts';
import { isPostgresUrl } from './postgres/url.ts';
import type {
  DatabaseAddress,
  Finding,
  RestoreOptions,
  ServiceDatabase,
  TableCounts,
} from './service-database.ts';
import { copySqlite, restoreSqlite } from './sqlite/backup.ts';
import { inspectSqlite } from './sqlite/inspect-sqlite.ts';
import { emptyLog } from './sqlite/log.ts';
import { openSqlite } from './sqlite/sqlite.ts';

/** What a backup holds. */
export interface BackupSummary {
  readonly tables: number;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 of the file, in hex. */
  readonly checksum: string;
}

/** Backup, restore and compaction of the database of a service; PostgreSQL has programs for these. */
export interface Upkeep {
  readonly content: string;
  /** The setting with the URL of the database. */
  readonly setting: string;
  /**
   * Writes a consistent copy of an SQLite file to a file that only this user can read, while services
   * use the database, and checks it; next to it, its checksum. If anything fails, there is no file.
   */
  backUp(path: string, file: string, force: boolean): Promise<BackupSummary>;
  /**
   * Replaces the content of an SQLite file by a backup, all or nothing; running services see it. All
   * of the backup is checked before anything is changed.
   */
  restore(
    path: string,
    file: string,
    options: RestoreOptions,
  ): Promise<Pick<BackupSummary, 'tables' | 'rows'>>;
  /** Checks the database and what surrounds it; changes nothing. */
  inspect(address: DatabaseAddress): Promise<Finding[]>;
  /** Gives unused pages of an SQLite file back to the disk; undefined for PostgreSQL. */
  compact(address: DatabaseAddress): Promise<{ before: number; after: number } | undefined>;
}

export function upkeepOf(database: ServiceDatabase): Upkeep {
  return {
    content: database.content,
    setting: database.setting,
    backUp: (path, file, force) => backUp(database, path, file, force),
    restore: (path, file, options) => restore(database, path, file, options),
    async inspect(address) {
      const path = sqlitePath(address);
      if (path !== undefined) return inspectSqlite(path, database);
      const { inspectPostgres } = await import('./postgres/inspect-postgres.ts');
      return inspectPostgres(address, database);
    },
    async compact(address) {
      const path = sqlitePath(address);
      return path === undefined ? undefined : compactSqlite(path, database);
    },
  };
}

async function backUp(
  database: ServiceDatabase,
  path: string,
  file: string,
  force: boolean,
): Promise<BackupSummary> {
  const needed = [path, `${path}-wal`, `${path}-shm`];
  for (const output of [file, checksumFile(file)]) await checkOutput(output, needed, force);
  let [counts, checksum]: [TableCounts, string] = [new Map(), ''];
  const write: Parameters<typeof replaceFileBy>[1] = async (_, temporary) => {
    counts = await copySqlite(path, temporary, database);
    checksum = await writeChecksum(file, temporary);
  };
  await replaceFileBy(file, write, privateFileMode);
  return { ...sumOf(counts), bytes: statSync(file).size, checksum };
}

async function restore(
  database: ServiceDatabase,
  path: string,
  file: string,
  options: RestoreOptions,
) {
  if (options.checksum) await checkChecksum(file);
  const counts = await restoreSqlite(path, file, database, options);
  await options.migrate();
  return sumOf(counts);
}

async function compactSqlite(path: string, { sqlite, kind }: ServiceDatabase) {
  const db = openSqlite(path, sqlite.schema, kind);
  try {
    await emptyLog(db);
    const before = statSync(path).size;
    checkSpaceFor(db, path, before);
    db.exec('VACUUM');
    await emptyLog(db);
    return { before, after: statSync(path).size };
  } finally {
    db.close();
  }
}

/** The new file is written to the log first. */
function checkSpaceFor(db: DatabaseSync, path: string, bytes: number): void {
  const { freelist_count: unused } = db.prepare('PRAGMA freelist_count').get() as Counted;
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as Counted;
  const needed = bytes * (1 - Number(unused) / Number(pages));
  const free = freeBytes(path);
  if (needed <= free) return;
  throw new KtimaError(
    'UNAVAILABLE',
    `${path}: its disk has ${megabytes(free)} free, and compacting needs ${megabytes(needed)}`,
  );
}

type Counted = Readonly<Record<string, unknown>>;

/** The file of an SQLite database; undefined for PostgreSQL. */
export function sqlitePath({ url }: DatabaseAddress): string | undefined {
  return isPostgresUrl(url) ? undefined : url.replace(/^sqlite:/, '');
}

function sumOf(counts: TableCounts) {
  return { tables: counts.size, rows: counts.values().reduce((sum, rows) => sum + rows, 0) };
}
