import type { FileHandle } from 'node:fs/promises';
import type { Client } from 'pg';
import { KtimaError } from '#tools/errors.ts';
import { checkCounts } from '../backup-file.ts';
import { currentVersion, firstVersion } from '../schema-versions.ts';
import type { DatabaseAddress, ServiceDatabase, TableCounts } from '../service-database.ts';
import { libpqEnvironment, readRows, startProgram } from './dump-file.ts';
import { openPostgres } from './postgres.ts';
import { cannotOpen } from './postgres-errors.ts';
import { versionOf } from './run-scripts.ts';
import { beginUnlimited } from './transaction.ts';

/** The table with the versions of the tables, which the services may share. */
export const versionTable = 'ktima_migrations';

/**
 * Writes the tables of a service to a file by pg_dump, from one version of the data, and reads the
 * file again. The role needs no more than to read the tables.
 */
export async function dumpTables(
  { url, ...options }: DatabaseAddress,
  database: ServiceDatabase,
  file: FileHandle,
  path: string,
): Promise<TableCounts> {
  const db = openPostgres(url, { setting: database.setting, ...options });
  try {
    checkVersion(await versionOf(db, database.postgres.name), database);
    const client = await db.connect();
    try {
      const counts = await dump(client, url, database, file);
      checkCounts(path, await countRows(path), counts);
      return counts;
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    throw cannotOpen(database.content, error);
  } finally {
    await db.close();
  }
}

function checkVersion(has: number, { content, setting, postgres }: ServiceDatabase): void {
  const expected = currentVersion(postgres.schema);
  if (has === expected) return;
  const fail = (problem: string) => new KtimaError('BAD_DATA', problem);
  if (has === 0) throw fail(`there are no tables of ${content}; check ${setting}`);
  const tables = `the tables of ${content} are of`;
  if (has > expected) throw fail(`${tables} a newer version of Ktima`);
  if (has >= firstVersion)
    throw fail(`${tables} an older version: back them up with that version, or run ktima migrate`);
  throw fail(`${tables} a version from before the first release: ${postgres.schema.ifOlder}`);
}

async function dump(
  client: Client,
  url: string,
  { postgres }: ServiceDatabase,
  file: FileHandle,
): Promise<TableCounts> {
  await client.query(beginUnlimited('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY'));
  // Before the first read, which fixes the version: an import drops partitions.
  await client.query(`LOCK TABLE ${postgres.tables} IN ACCESS SHARE MODE`);
  const tables = await tablesOf(client, [...postgres.tables, versionTable]);
  const counts = new Map<string, number>();
  for (const { name, quoted, hasRows } of tables) {
    // The versions are of all services, and a restore takes only its own.
    if (!hasRows || name === versionTable) continue;
    const { rows } = await client.query(`SELECT count(*) AS rows FROM ${quoted}`);
    counts.set(name, rows[0].rows);
  }
  const { rows } = await client.query('SELECT pg_export_snapshot() AS id');
  const args = [
    '--format=custom',
    '--encoding=UTF8',
    '--no-owner',
    '--no-privileges',
    '--lock-wait-timeout=60000',
    `--snapshot=${rows[0].id}`,
    // Only these tables: an extension and its comments belong to an administrator.
    ...tables.map(({ quoted }) => `--table=${quoted}`),
  ];
  await startProgram('pg_dump', args, file.fd, libpqEnvironment(client, url)).ended.catch(failed);
  await client.query('COMMIT');
  return counts;
}

function failed(error: unknown): never {
  if (error instanceof KtimaError) throw error;
  throw new KtimaError('UNAVAILABLE', `pg_dump failed: ${(error as Error).message}`);
}

interface FoundTable {
  readonly name: string;
  /** Schema and name, quoted. */
  readonly quoted: string;
  /** Whether it has rows itself, and not only in its partitions. */
  readonly hasRows: boolean;
}

/** Tables with their partitions. */
async function tablesOf(client: Client, names: readonly string[]): Promise<FoundTable[]> {
  const { rows } = await client.query<FoundTable>(
    `SELECT DISTINCT relname::text AS name, relkind = 'r' AS "hasRows",
            '"' || nspname || '"."' || relname || '"' AS quoted
     FROM unnest($1::text[]) AS given (name)
     CROSS JOIN LATERAL (SELECT to_regclass(given.name)::oid AS oid
                         UNION SELECT relid::oid FROM pg_partition_tree(to_regclass(given.name))) AS t
     JOIN pg_class c ON c.oid = t.oid
     JOIN pg_namespace n ON n.oid = relnamespace
     ORDER BY 1`,
    [names],
  );
  return rows;
}

/** Counts the rows in a dump, which reads all of it. */
async function countRows(path: string): Promise<TableCounts> {
  const counts = new Map<string, number>();
  for await (const piece of readRows(path)) {
    if (piece.kind === 'end') counts.set(piece.table, piece.rows);
  }
  return counts;
}
