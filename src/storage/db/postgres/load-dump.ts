import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Client } from 'pg';
import { type CopyStreamQuery, from } from 'pg-copy-streams';
import { KtimaError } from '#tools/errors.ts';
import {
  badBackup,
  checkBackupVersion,
  damagedBackup,
  formatOf,
  hasData,
  otherService,
} from '../backup-file.ts';
import type {
  DatabaseAddress,
  RestoreOptions,
  ServiceDatabase,
  TableCounts,
} from '../service-database.ts';
import { versionTable } from './dump.ts';
import { listTables, readRows, readStatements } from './dump-file.ts';
import { openPostgres } from './postgres.ts';
import { cannotOpen, reasonOf, stateOf, toClientError } from './postgres-errors.ts';
import { beginUnlimited, inTransaction } from './transaction.ts';

/** How long a restore waits for the end of other work on the tables. */
const lockMs = 30_000;

/**
 * Replaces the tables of a service by those of a dump, in one transaction over our own connection.
 * pg_restore only prints the dump, so it needs no login and no superuser.
 */
export async function loadDump(
  { url, ...options }: DatabaseAddress,
  file: string,
  database: ServiceDatabase,
  { replace, migrate }: RestoreOptions,
): Promise<TableCounts> {
  await checkDump(file, database);
  await migrate();
  const db = openPostgres(url, { setting: database.setting, ...options, writes: true });
  try {
    const client = await db.connect('read-write');
    try {
      return await inTransaction(client, beginUnlimited(), () =>
        replaceTables(client, file, database, replace),
      );
    } finally {
      await client.end().catch(() => {});
    }
  } catch (error) {
    if (stateOf(error) === '55P03') throw inUse(database);
    if (error instanceof KtimaError) throw cannotOpen(database.content, error);
    const message = `${database.content} were not changed: ${reasonOf(error)}`;
    throw new KtimaError('BAD_DATA', message, { cause: error });
  } finally {
    await db.close();
  }
}

function inUse({ content }: ServiceDatabase): KtimaError {
  const message = `${content} are in use by an import, a backup or a long read; nothing was changed`;
  return new KtimaError('UNAVAILABLE', message);
}

/** Throws if a file is not a dump of this service that this version understands. */
async function checkDump(file: string, database: ServiceDatabase): Promise<void> {
  const { content, setting, kind, postgres } = database;
  const format = formatOf(file);
  if (format === 'SQLite') {
    throw badBackup(file, `a backup of SQLite, and ${setting} is a PostgreSQL database`);
  }
  if (format === undefined) throw badBackup(file, `expected a backup of ${content}`);
  try {
    const tables = await listTables(file);
    if (kind.other && tables.includes(kind.other.table) && !tables.includes(kind.table)) {
      throw otherService(file, database);
    }
    const version = tables.includes(kind.table) ? await versionOf(file, postgres.name) : undefined;
    if (version === undefined)
      throw badBackup(file, `expected a dump of ${content} by ktima backup`);
    checkBackupVersion(file, version, postgres.schema);
  } catch (error) {
    throw error instanceof KtimaError ? error : damagedBackup(file, error);
  }
}

/** The version of the tables in a dump; undefined if it has none. */
async function versionOf(file: string, name: string): Promise<number | undefined> {
  let lines = '';
  for await (const piece of readRows(file, `--table=${versionTable}`)) {
    if (piece.kind === 'rows') lines += piece.bytes.toString();
  }
  const versions = lines.split('\n').map(line => line.split('\t'));
  const own = versions.filter(([of]) => of === name).map(([, version]) => Number(version));
  return own.length > 0 ? Math.max(...own) : undefined;
}

async function replaceTables(
  client: Client,
  file: string,
  { mainTable, postgres }: ServiceDatabase,
  replace: boolean,
): Promise<TableCounts> {
  const [path] = await rowsOf<{ path: string }>(
    client,
    `SELECT current_setting('search_path') AS path, set_config('lock_timeout', '${lockMs}', true)`,
  );
  // No import may begin meanwhile.
  await client.query(`SELECT pg_advisory_xact_lock(hashtextextended('ktima import', 0))`);
  const [main] = await rowsOf<{ has: boolean }>(
    client,
    `SELECT EXISTS (SELECT FROM ${mainTable}) AS has`,
  );
  if (main!.has && !replace) throw hasData('the database');
  await client.query(`DROP TABLE ${postgres.tables}`);
  await setVersionsAside(client);
  const counts = await loadScript(client, file);
  await client.query(`SELECT set_config('search_path', $1, true)`, [path!.path]);
  await takeVersion(client, postgres.name);
  counts.delete(versionTable);
  if (postgres.announce) await client.query(postgres.announce);
  return counts;
}

/** Runs a dump; what is wrong in it is an error of the file. */
async function loadScript(client: Client, file: string): Promise<Map<string, number>> {
  try {
    await client.query(await readStatements(file, 'pre-data'));
    const counts = await loadRows(client, file);
    await client.query(await readStatements(file, 'post-data'));
    return counts;
  } catch (error) {
    const known = toClientError(error);
    throw known instanceof KtimaError ? known : damagedBackup(file, error);
  }
}

async function loadRows(client: Client, file: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let copy: CopyStreamQuery | undefined;
  let copied: Promise<void> | undefined;
  for await (const piece of readRows(file)) {
    if (piece.kind === 'statements') await client.query(piece.sql);
    else if (piece.kind === 'copy') {
      copy = client.query(from(piece.sql));
      copied = finished(copy);
      copied.catch(() => {});
    } else if (piece.kind === 'rows') {
      // A table that refuses a row ends the stream, so that it never drains.
      if (!copy!.write(piece.bytes)) await Promise.race([once(copy!, 'drain'), copied]);
    } else {
      copy!.end();
      await copied;
      counts.set(piece.table, piece.rows);
    }
  }
  return counts;
}

const aside = `${versionTable}_aside`;

/** The dump brings a table of versions with rows of its service, and this one may have others. */
async function setVersionsAside(client: Client): Promise<void> {
  await client.query(`
    ALTER TABLE ${versionTable} RENAME CONSTRAINT ${versionTable}_pkey TO ${aside}_pkey;
    ALTER TABLE ${versionTable} RENAME TO ${aside}`);
}

/** Takes the version of the service from the table of the dump, and puts the other one back. */
async function takeVersion(client: Client, name: string): Promise<void> {
  await client.query(`DELETE FROM ${aside} WHERE name = $1`, [name]);
  await client.query(`INSERT INTO ${aside} SELECT * FROM ${versionTable} WHERE name = $1`, [name]);
  await client.query(`
    DROP TABLE ${versionTable};
    ALTER TABLE ${aside} RENAME TO ${versionTable};
    ALTER TABLE ${versionTable} RENAME CONSTRAINT ${aside}_pkey TO ${versionTable}_pkey`);
}

async function rowsOf<Row extends object>(client: Client, sql: string): Promise<Row[]> {
  return (await client.query<Row>(sql)).rows;
}
