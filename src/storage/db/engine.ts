import type { Schema } from './schema-versions.ts';
import type { DatabaseKind } from './sqlite/sqlite.ts';

export type Value = string | number | boolean | Uint8Array | null;

/**
 * Runs one statement and returns its rows. Its values are `?1`, `?2` and so on. Row locks are written
 * as PostgreSQL has them; SQLite leaves them out, because a transaction has its only write lock. A
 * truth value is 0 or 1 in a row of SQLite.
 */
export type Run = <Row>(sql: string, values?: readonly Value[]) => Promise<Row[]>;

/** A database that runs the same statements with both engines. */
export interface Engine {
  readonly run: Run;
  /** The same for a statement that only reads: it is run again if its connection was lost. */
  readonly read: Run;
  /** Runs statements in one transaction; an error rolls it back. */
  transaction<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** The same, alone among all instances that call this. */
  alone<T>(work: (run: Run) => Promise<T>): Promise<T>;
  /** Free bytes on the disk; undefined where a client cannot see it. */
  freeBytes(): number | undefined;
  /** Throws while the database cannot be used. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** The tables of an engine. */
export interface Tables {
  /** What they are, in a sentence. */
  readonly content: string;
  readonly sqlite: Schema;
  readonly postgres: Schema;
  /** The name under which PostgreSQL stores their version. */
  readonly name: string;
  /** How an SQLite file is recognised. */
  readonly kind: DatabaseKind;
  /** The name of the lock of `alone`. */
  readonly lock?: string;
}

/** How an SQLite file is used. */
export interface FileOptions {
  /** How long a statement waits for another process that writes; default 5,000. */
  readonly waitMs?: number;
  /** Whether a commit waits for the disk; default true. Otherwise a power cut loses the last seconds. */
  readonly isDurable?: boolean;
  /** Whether a thread of its own runs the statements; default false. */
  readonly inThread?: boolean;
}

/** How many rows a statement of `insertRows` has: few sizes, because each is prepared. */
const sizes = [256, 64, 16, 4, 1];

/**
 * Inserts rows of as many values as there are columns, several at a time. `end` follows, such as
 * ON CONFLICT; returns what it returns.
 */
export async function insertRows<Row>(
  run: Run,
  table: string,
  columns: readonly string[],
  rows: readonly (readonly Value[])[],
  end = '',
): Promise<Row[]> {
  const returned: Row[] = [];
  for (let at = 0; at < rows.length; ) {
    const size = sizes.find(one => one <= rows.length - at)!;
    const places = Array.from({ length: size }, (_, row) => placesOf(row, columns.length));
    const sql = `INSERT INTO ${table} (${columns}) VALUES ${places} ${end}`;
    returned.push(...(await run<Row>(sql, rows.slice(at, at + size).flat())));
    at += size;
  }
  return returned;
}

function placesOf(row: number, columns: number): string {
  return `(${Array.from({ length: columns }, (_, i) => `?${row * columns + i + 1}`)})`;
}
