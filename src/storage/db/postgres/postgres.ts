import { readFileSync } from 'node:fs';
import type { Client, ClientBase } from 'pg';
import { runUntil } from './cancel.ts';
import { openFailoverPool } from './failover.ts';
import type { PoolLoad } from './pool-load.ts';
import { classifyError, toClientError } from './postgres-errors.ts';
import { firstThatFits, openClient, openPool } from './servers.ts';
import { type Pooler, runStatement, runTransaction } from './session.ts';
import {
  differOnlyInLogin,
  type ParsedPostgresUrl,
  type PostgresServer,
  readPostgresUrl,
  type SessionKind,
  sessionFor,
} from './url.ts';

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
  /** Whether the database is written. Then only a writable server is used. */
  readonly writes?: boolean;
  /** Whether the primary is used, also if the URL asks for a standby; default false. */
  readonly isPrimary?: boolean;
  /** Called when the database cannot be used, once with each reason, and then with undefined. */
  readonly onOutage?: (reason: string | undefined) => void;
  /** Called with the servers to which connections over a network are not encrypted, if any. */
  readonly onPlainText?: (servers: readonly string[]) => void;
  /** Called with the file of the URL when it changed in more than user and password. */
  readonly onOtherDatabase?: (urlFile: string) => void;
  /** Called once, with a function that returns the load of the pool. */
  readonly onPool?: (load: () => PoolLoad) => void;
}

/** The maximum number of waiting statements per connection: they pile up while a server hangs. */
const mostWaiting = 50;

/** A PostgreSQL database with one or several servers. */
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
  connect(session?: SessionKind, timeoutMs?: number): Promise<Client>;
  /** Throws while the database cannot be used: not reachable, read-only but written, disk full. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a database. Connections are opened when they are needed. After a server is lost, the next
 * statement uses the first suitable server of the URL, so a failover needs no restart.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Postgres {
  const { setting, poolSize = 10, timeoutMs = 5_000, pooler = 'auto' } = options;
  const parsed = readPostgresUrl(url, setting);
  const { session: asked, plainText } = parsed;
  const currentServers = serversOf(parsed, options);
  const session = options.isPrimary
    ? 'read-write'
    : sessionFor(asked, options.writes ?? false, setting);
  if (plainText.length > 0) options.onPlainText?.(plainText);
  const how = { pooler, timeoutMs };
  const { use, check, load, close } = openFailoverPool(
    () => firstThatFits(currentServers(), session, (...fit) => openPool(...fit, poolSize, how)),
    options.onOutage ?? (() => {}),
    poolSize * mostWaiting,
  );
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
    connect: (kind = session, limitMs = 0) =>
      firstThatFits(currentServers(), kind, (...fit) => openClient(...fit, limitMs, how)),
    check: () => check().catch(rethrowNamed),
    close,
  };
}

/**
 * The servers of the URL, with user and password read from its file again if it has one. Another
 * server or database needs a restart: open connections would still use the old one.
 */
function serversOf(
  first: ParsedPostgresUrl,
  { urlFile, setting, onOtherDatabase = () => {} }: PostgresOptions,
) {
  let servers = first.servers;
  let lastText: string | undefined;
  return (): readonly PostgresServer[] => {
    if (urlFile === undefined) return servers;
    try {
      const text = readFileSync(urlFile, 'utf8').trim();
      const parsed = readPostgresUrl(text, setting);
      if (differOnlyInLogin(parsed, first)) servers = parsed.servers;
      else if (text !== lastText) onOtherDatabase(urlFile);
      lastText = text;
    } catch {
      // While the file is being replaced, the last URL is used.
    }
    return servers;
  };
}

function rethrowNamed(error: unknown): never {
  throw toClientError(error);
}
