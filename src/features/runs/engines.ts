import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { isPostgresUrl } from '#storage/db/postgres/url.ts';
import type { DatabaseAddress } from '#storage/db/service-database.ts';
import { freeBytesOf, openSqlite } from '#storage/db/sqlite/sqlite.ts';
import { diskFull, toClientError } from '#storage/db/sqlite/sqlite-errors.ts';
import { postgresSchema, runsKind, sqliteSchema } from './run-schema.ts';

export type Value = string | number | Uint8Array | null;

/** Runs one statement, whose values are `?1`, `?2` and so on, and returns its rows. */
export type Run = <Row>(sql: string, values?: readonly Value[]) => Promise<Row[]>;

/** A database that runs the same statements with both engines. */
export interface Engine {
  readonly run: Run;
  /** Throws UNAVAILABLE if there is too little room to write more, and still to remove it again. */
  checkRoom(): void;
  /** Runs statements in one transaction, alone among all instances. */
  alone<T>(work: (run: Run) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** An upload, a heartbeat and a page of rows at the same time. */
const poolSize = 3;

/** The name of the advisory lock of `alone`. */
const lock = 'ktima portfolios';

/** Opens the database of the runs, and makes its tables. */
export async function openEngine({ url, ...options }: DatabaseAddress): Promise<Engine> {
  if (!isPostgresUrl(url)) return openSqliteEngine(url.replace(/^sqlite:/, ''));
  // Loaded only when needed, because the driver makes other commands start slower.
  const { openPostgres } = await import('#storage/db/postgres/postgres.ts');
  const { migrate } = await import('#storage/db/postgres/run-scripts.ts');
  const { cannotOpen } = await import('#storage/db/postgres/postgres-errors.ts');
  const db = openPostgres(url, { ...options, poolSize, isPrimary: true });
  try {
    await migrate(db, postgresSchema, 'portfolios');
  } catch (error) {
    await db.close();
    throw cannotOpen('the tables of portfolios', error);
  }
  return {
    run: (sql, values) => db.query(numbered(sql), values),
    // The server has room of its own for what it must write.
    checkRoom() {},
    alone: work =>
      db.transaction(async client => {
        await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
        return work(
          async (sql, values = []) => (await client.query(numbered(sql), [...values])).rows,
        );
      }),
    close: db.close,
  };
}

/** PostgreSQL writes `$1` where SQLite writes `?1`. */
function numbered(sql: string): string {
  return sql.replaceAll('?', '$');
}

/** How long a statement waits for another process that writes. */
const waitMs = 10_000;

/** Removing a run writes to the log first, so a file that filled the disk could never be removed. */
const reserveBytes = 16_000_000;

function openSqliteEngine(path: string): Engine {
  const db = openSqlite(path, sqliteSchema, runsKind);
  // A commit then waits for no disk. A power cut loses the last seconds, and damages nothing.
  db.exec(`PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = ${waitMs}`);
  const prepared = new Map<string, StatementSync>();
  const runNow: Run = async <Row>(sql: string, values: readonly Value[] = []) => {
    const statement = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...(values as SQLInputValue[])) as Row[];
  };
  // There is one connection, so a statement waits for the transaction before it.
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work).catch(error => {
      throw toClientError(error);
    });
    last = result.catch(() => {});
    return result;
  };
  return {
    run: (sql, values) => inTurn(() => runNow(sql, values)),
    checkRoom() {
      if ((freeBytesOf(db) ?? reserveBytes) < reserveBytes) throw diskFull();
    },
    alone: work =>
      inTurn(async () => {
        db.exec('BEGIN IMMEDIATE');
        try {
          const result = await work(runNow);
          db.exec('COMMIT');
          return result;
        } catch (error) {
          if (db.isTransaction) db.exec('ROLLBACK');
          throw error;
        }
      }),
    close: () => inTurn(async () => db.close()),
  };
}
