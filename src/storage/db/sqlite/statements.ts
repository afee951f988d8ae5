import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import type { FileOptions, Run, Tables, Value } from '../engine.ts';
import { checkFile } from './same-file.ts';
import { openSqlite } from './sqlite.ts';

/** What runs the statements of a file, one after the other. */
export interface Statements {
  readonly run: Run;
  close(): Promise<void>;
}

/** A file, and how it is used. */
export interface EngineFile {
  readonly path: string;
  readonly tables: Tables;
  readonly file: FileOptions;
}

/** A statement for a thread; without a text, the thread closes the file. */
export interface Statement {
  readonly sql: string | undefined;
  readonly values: readonly Value[];
}

/** The rows of a statement, or the fields of its error: a message between threads keeps only some. */
export type StatementResult =
  | { readonly rows: unknown[] }
  | { readonly message: string; readonly fields: object };

/** Opens a file as an engine uses it. */
export function openFile({ path, tables, file }: EngineFile): DatabaseSync {
  const { waitMs = 5_000, isDurable = true } = file;
  const db = openSqlite(path, tables.sqlite, tables.kind);
  db.exec(`PRAGMA synchronous = ${isDurable ? 'FULL' : 'NORMAL'}; PRAGMA busy_timeout = ${waitMs}`);
  return db;
}

const rowLock = /\bFOR (UPDATE|SHARE)\b( OF \w+)?( SKIP LOCKED)?/g;

/** Runs statements of a file at once. Each is prepared once. */
export function statementsOf(db: DatabaseSync): Statements {
  const prepared = new Map<string, StatementSync>();
  return {
    run: async <Row>(sql: string, values: readonly Value[] = []) => {
      // A transaction that has begun can be rolled back.
      if (!db.isTransaction) checkFile(db);
      const statement = prepared.get(sql) ?? db.prepare(sql.replaceAll(rowLock, ''));
      prepared.set(sql, statement);
      return statement.all(...values.map(toStored)) as Row[];
    },
    close: async () => db.close(),
  };
}

function toStored(value: Value): SQLInputValue {
  return typeof value === 'boolean' ? Number(value) : value;
}
