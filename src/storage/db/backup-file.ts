import { createHash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { basename } from 'node:path';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { badData, type KtimaError, usageError } from '#tools/errors.ts';
import { privateFileMode } from '#tools/files/private-file.ts';
import { replaceFileBy } from '#tools/files/write-file.ts';
import { currentVersion, firstVersion, type Schema } from './schema-versions.ts';
import type { ServiceDatabase, TableCounts } from './service-database.ts';

const formats: Readonly<Record<string, string>> = { SQLit: 'SQLite', PGDMP: 'PostgreSQL' };

/** The engine whose backup a file is, by its first bytes; undefined if it is none. */
export function formatOf(file: string): string | undefined {
  try {
    const start = Buffer.alloc(5);
    const descriptor = openSync(file, 'r');
    readSync(descriptor, start);
    closeSync(descriptor);
    return formats[start.toString('latin1')];
  } catch (cause) {
    const { code = '' } = cause as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
    throw usageError(`${file}: ${problem}`, { cause });
  }
}

/** The file with the SHA-256 of a backup, as sha256sum writes it. */
export function checksumFile(file: string): string {
  return `${file}.sha256`;
}

/** Writes the checksum of a backup that still has another name; returns it in hex. */
export async function writeChecksum(file: string, writtenTo: string): Promise<string> {
  const checksum = await checksumOf(writtenTo);
  const line = `${checksum}  ${basename(file)}\n`;
  await replaceFileBy(checksumFile(file), write => write(line), privateFileMode);
  return checksum;
}

/** Throws unless a backup has the checksum that was written with it. */
export async function checkChecksum(file: string): Promise<void> {
  // Throws if there is no such file, which is not a fault of its checksum.
  formatOf(file);
  const expected = await readChecksum(file);
  if ((await checksumOf(file)) === expected) return;
  throw damagedBackup(file, new Error(`its SHA-256 is not the one in ${checksumFile(file)}`));
}

async function readChecksum(file: string): Promise<string> {
  const path = checksumFile(file);
  const line = await text(createReadStream(path, { end: 999 })).catch((cause: unknown) => {
    const { code } = cause as NodeJS.ErrnoException;
    const problem = code === 'ENOENT' ? 'there is no such file' : `cannot be read (${code})`;
    throw usageError(`${path}: ${problem}; restore without it only by --no-checksum`, { cause });
  });
  const [checksum] = /^[\da-f]{64}\b/.exec(line) ?? [];
  if (checksum) return checksum;
  throw usageError(`${path}: expected a SHA-256, as ktima backup wrote it`);
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

/** The error for a database that a restore would overwrite. */
export function hasData(name: string): KtimaError {
  return usageError(
    `${name} has data, and a restore replaces all of them; give --replace to do that`,
  );
}

/** The error for the backup of the other service. */
export function otherService(file: string, { service, content }: ServiceDatabase): KtimaError {
  const other = service === 'api' ? 'auth' : 'api';
  return badBackup(file, `a backup of the service ${other}, expected one of ${content}`);
}

/** Throws if this version cannot use the tables of a backup. */
export function checkBackupVersion(file: string, version: number, schema: Schema): void {
  if (version > currentVersion(schema)) {
    throw badBackup(file, 'a backup of a newer version of Ktima; restore it with that version');
  }
  if (version >= firstVersion) return;
  throw badBackup(file, `a backup from before the first release: ${schema.ifOlder}`);
}

/** The error for a file that is cut or changed. */
export function damagedBackup(file: string, cause: unknown): KtimaError {
  const { message, cause: reason } = cause as Error;
  const words = reason instanceof Error ? reason.message : message;
  return badBackup(file, `is damaged (${words.replaceAll('\n', ', ')}); use another backup`);
}

export function badBackup(file: string, problem: string): KtimaError {
  return usageError(`${file}: ${problem}`);
}

/** Throws if a copy has not as many rows in each table as the original. */
export function checkCounts(name: string, found: TableCounts, expected: TableCounts): void {
  for (const [table, rows] of expected) {
    const got = found.get(table);
    if (got === rows) continue;
    throw badData(`${name}: the table ${table} has ${got ?? 'no'} rows, expected ${rows}`);
  }
}
