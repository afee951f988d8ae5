import { type FileHandle, open, stat } from 'node:fs/promises';
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { badFile, refuseSpecialFile } from '#tools/files/bytes.ts';
import { exactNumber } from '../reader.ts';
import { checkSchemaPages } from './schema-pages.ts';

/** A value of a row; integers that a JavaScript number cannot represent are their digits as text. */
export type Value = Exclude<SQLOutputValue, bigint>;

/** An untrusted SQLite file, open for reading. */
export interface ForeignSqlite {
  readonly path: string;
  readonly totalBytes: number;
  readonly db: DatabaseSync;
}

const longestRowBytes = 16 * 1024 * 1024;

/** Opens an untrusted SQLite file, and changes nothing in it. */
export async function openForeignSqlite(path: string): Promise<ForeignSqlite> {
  const totalBytes = await checkFile(path);
  await refuseUnfinishedWrites(path);
  const url = pathToFileURL(path);
  // Immutable: SQLite locks nothing and creates no -wal or -shm next to the operator's file.
  url.searchParams.set('immutable', '1');
  try {
    const db = new DatabaseSync(url, {
      readOnly: true,
      readBigInts: true,
      returnArrays: true,
      limits: { length: longestRowBytes },
    });
    db.exec('PRAGMA trusted_schema = OFF');
    return { path, totalBytes, db };
  } catch (cause) {
    throw badFile(path, cause);
  }
}

/** Checks the file before SQLite opens it. */
async function checkFile(path: string): Promise<number> {
  try {
    const facts = await stat(path);
    // Opening a pipe would wait for a writer.
    refuseSpecialFile(path, facts);
    await using file = await open(path);
    const pageBytes = await checkHeader(path, file, facts.size);
    await checkSchemaPages(file, pageBytes, facts.size);
    return facts.size;
  } catch (cause) {
    throw badFile(path, cause instanceof RangeError ? `not a valid file: ${cause.message}` : cause);
  }
}

/** SQLite's errors for a cut file, or a file in another format, do not say what is wrong. */
async function checkHeader(path: string, file: FileHandle, size: number): Promise<number> {
  const { buffer: header } = await file.read(Buffer.alloc(100), 0, 100, 0);
  if (header.toString('latin1', 0, 16) !== 'SQLite format 3\0') {
    throw badFile(path, 'expected an SQLite file, which this is not');
  }
  // 65,536 does not fit into two bytes: the file format writes 1 instead.
  const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
  const expected = pageBytes * header.readUInt32BE(28);
  // Programs before SQLite 3.7 updated neither the number of pages nor this mark.
  const isUpToDate = header.readUInt32BE(24) === header.readUInt32BE(92);
  if (isUpToDate && size < expected) {
    throw badFile(path, `cut at byte ${size}, expected ${expected} bytes`);
  }
  return pageBytes;
}

/** Changes that another program has not yet written into the file would be missing silently. */
async function refuseUnfinishedWrites(path: string): Promise<void> {
  for (const beside of [`${path}-wal`, `${path}-journal`]) {
    const size = await stat(beside).then(
      found => found.size,
      () => 0,
    );
    if (size > 0) {
      const problem = `another program has not finished writing it, ${beside} is not empty`;
      throw badFile(path, `${problem}: close it there first`);
    }
  }
}

/** SQLite does not find such columns. GDAL copies the names of MapInfo as they are. */
const brokenNames =
  'the names of its columns are not in UTF-8; a MapInfo file with Greek names needs the charset ' +
  '"WindowsGreek" in its .tab or .mif, in place of "Neutral"';

/** The names of a table's stored columns; virtual generated columns are left out. */
export function columnsOf({ path, db }: ForeignSqlite, table: string): string[] {
  try {
    requireTable(db, table);
    const rows = db.prepare('SELECT name FROM pragma_table_xinfo(?) WHERE hidden IN (0, 3)');
    const names = (rows.all(table) as unknown as [string][]).map(([name]) => name);
    if (names.some(name => name.includes('\uFFFD'))) throw new RangeError(brokenNames);
    return names;
  } catch (cause) {
    throw badFile(path, `table ${table}: ${messageOf(cause)}`);
  }
}

/**
 * Streams the rows of a table by their ids; `share` is the share read so far, 0 to 1. In a malicious
 * file, pages that are used more than once would never end. So each id must be higher than the last,
 * and all rows together may not be larger than the file.
 */
export function* scan(
  { path, totalBytes, db }: ForeignSqlite,
  table: string,
  columns: readonly string[],
): Generator<{ share: number; values: Value[] }> {
  let row = 1;
  try {
    requireTable(db, table);
    const rowIdName = rowIdNameOf(db, table);
    const [first, end] = rowIdRange(db, table, rowIdName);
    const list = [rowIdName, ...columns.map(quoted)].join(', ');
    // NOT INDEXED: an index with all columns would return the rows in another order.
    const rows = db.prepare(`SELECT ${list} FROM ${quoted(table)} NOT INDEXED`).iterate();
    let last: bigint | undefined;
    let bytes = 0;
    for (const found of rows) {
      const [rowId, ...values] = found as unknown as [bigint, ...SQLOutputValue[]];
      if (last !== undefined && rowId <= last) throw new RangeError('its id is not ascending');
      last = rowId;
      for (const value of values) bytes += leastBytesOf(value);
      if (bytes > totalBytes) throw new RangeError('the rows hold more than the whole file');
      const share = (Number(rowId) - first) / (end - first + 1);
      yield {
        share,
        values: values.map(value => (typeof value === 'bigint' ? exactNumber(value) : value)),
      };
      row++;
    }
  } catch (cause) {
    throw badFile(path, `table ${table}, row ${row}: ${messageOf(cause)}`);
  }
}

/** A name of SQLite's row id that no column of the table hides. */
function rowIdNameOf(db: DatabaseSync, table: string): string {
  const columns = db.prepare('SELECT name FROM pragma_table_xinfo(?)').all(table);
  const taken = new Set((columns as unknown as [string][]).map(([name]) => name.toLowerCase()));
  const free = ['_rowid_', 'rowid', 'oid'].find(name => !taken.has(name));
  if (free) return free;
  throw new RangeError('columns named _rowid_, rowid and oid hide the ids of its rows');
}

/** The minimum size of a text or blob in the file; numbers are too small to count. */
function leastBytesOf(value: SQLOutputValue): number {
  return typeof value === 'string' || value instanceof Uint8Array ? value.length : 0;
}

function rowIdRange(db: DatabaseSync, table: string, rowIdName: string): [number, number] {
  const from = `FROM ${quoted(table)}`;
  const range = db
    .prepare(`SELECT (SELECT min(${rowIdName}) ${from}), (SELECT max(${rowIdName}) ${from})`)
    .get() as unknown as [bigint | null, bigint | null];
  return [Number(range[0]), Number(range[1])];
}

/** Accepts only a table with its own pages: a view or virtual table runs code and may never end. */
function requireTable(db: DatabaseSync, table: string): void {
  const query = `SELECT 1 FROM sqlite_schema
                 WHERE type = 'table' AND rootpage > 0 AND name = ? COLLATE NOCASE`;
  const has = (name: string) => db.prepare(query).get(name) !== undefined;
  if (has(table)) return;
  throw new RangeError(
    table === 'gpkg_contents' && has('geometry_columns')
      ? 'a SpatiaLite database is not read; ogr2ogr converted.gpkg FILE makes a GeoPackage of it'
      : 'there is no such table (views are not read)',
  );
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The message of an error of SQLite in one line: it may quote the SQL of a table, with its lines. */
function messageOf(cause: unknown): string {
  return (cause as Error).message.replace(/\s+/g, ' ');
}
