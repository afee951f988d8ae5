import { readFileSync } from 'node:fs';
import type { Client, ClientBase } from 'pg';
import { runUntil } from './cancel.ts';
import { openConnection, openPool } from './pool.ts';
import type { PoolLoad } from './pool-load.ts';
import { classifyError, toClientError } from './postgres-errors.ts';
import { type Pooler, runStatement, runTransaction } from './session.ts';
import { differOnlyInLogin, type PostgresAddress, readPostgresUrl } from './url.ts';

export interface PostgresOptions {
  /** The maximum number of connections; 10 by default. */
  readonly poolSize?: number;
  /**
   * The time limit of a statement in milliseconds; 5,000 by default. Two fifths of it are the limit
   * for connecting, or for getting a connection from the pool.
   */
  readonly timeoutMs?: number;
  /** Whether there is a connection pooler; detected by default. */
  readonly pooler?: Pooler;
  /** The name of the setting with the URL, for messages. */
  readonly setting?: string;
  /** The file of the URL. A new user or password in it is used for new connections. */
  readonly urlFile?: string | undefined;
  /** Whether the database is written. Then a read-only primary is not used. */
  readonly writes?: boolean;
  /** Called when the database cannot be used, once with each reason, and then with undefined. */
  readonly onOutage?: (reason: string | undefined) => void;
  /** Called with the server if connections to it over a network are not encrypted. */
  readonly onPlainText?: (server: string) => void;
  /** Called with the file of the URL when it changed in more than user and password. */
  readonly onOtherDatabase?: (urlFile: string) => void;
  /** Called once, with a function that returns the load of the pool. */
  readonly onPool?: (load: () => PoolLoad) => void;
}

/** A PostgreSQL database, at the address of its primary. */
export interface Postgres {
  /**
   * Runs one statement that only reads. Retries once if the connection is lost. When the signal is
   * aborted, it is cancelled on the server, and the reason of the signal is thrown.
   */
  read<Row>(sql: string, values?: readonly unknown[], signal?: AbortSignal): Promise<Row[]>;
  /** Runs one statement. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction; an error rolls it back. */
  transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T>;
  /** Opens a separate connection, which the caller closes; without a time limit by default. */
  connect(asked?: { readonly writes?: boolean; readonly limitMs?: number }): Promise<Client>;
  /** Throws while the database cannot be used: not reachable, read-only but written, disk full. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a database. Connections are opened when they are needed, so a server that was lost is used
 * again without a restart.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Postgres {
  const { setting, poolSize = 10, timeoutMs = 5_000, pooler = 'auto', writes = false } = options;
  const address = readPostgresUrl(url, setting);
  const { name, isPlainText } = address;
  if (isPlainText) options.onPlainText?.(name);
  const currentUrl = urlOf(address, options);
  const how = { name, currentUrl, pooler, writes, timeoutMs };
  const { use, check, load, close } = openPool(how, poolSize, options.onOutage ?? (() => {}));
  options.onPool?.(load);
  const run = <Row>(sql: string, values: readonly unknown[] = [], signal?: AbortSignal) =>
    use(client => {
      const runOnce = () => runStatement<Row>(client, sql, values, timeoutMs);
      return signal ? runUntil(client, signal, runOnce) : runOnce();
    });

  return {
    query: (sql, values) => run<never>(sql, values).catch(rethrowNamed),
    read: (sql, values, signal) =>
      run<never>(sql, values, signal)
        .catch(error => {
          if (classifyError(error) !== 'lost') throw error;
          return run<never>(sql, values, signal);
        })
        .catch(rethrowNamed),
    transaction: work => use(client => runTransaction(client, work, timeoutMs)).catch(rethrowNamed),
    connect: ({ limitMs = 0, ...asked } = {}) => openConnection({ ...how, ...asked }, limitMs),
    check: () => check().catch(rethrowNamed),
    close,
  };
}

/**
 * Returns the URL, with user and password read from its file again if it has one. Another server or
 * database needs a restart: open connections would still use the old one.
 */
function urlOf(
  first: PostgresAddress,
  { urlFile, setting, onOtherDatabase = () => {} }: PostgresOptions,
) {
  let { url } = first;
  let lastText: string | undefined;
  return (): string => {
    if (urlFile === undefined) return url;
    try {
      const text = readFileSync(urlFile, 'utf8').trim();
      const address = readPostgresUrl(text, setting);
      if (differOnlyInLogin(address, first)) ({ url } = address);
      else if (text !== lastText) onOtherDatabase(urlFile);
      lastText = text;
    } catch {
      // While the file is being replaced, the last URL is used.
    }
    return url;
  };
}

function rethrowNamed(error: unknown): never {
  throw toClientError(error);
}
