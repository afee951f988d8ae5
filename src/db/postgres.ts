import type { Client, ClientBase } from 'pg';
import { named, troubleOf } from './postgres/errors.ts';
import { openFailoverPool } from './postgres/failover.ts';
import type { PoolLoad } from './postgres/pool-load.ts';
import { firstThatFits, openClient, openPool } from './postgres/servers.ts';
import type { Pooler } from './postgres/session.ts';
import { runStatement, runTransaction } from './postgres/statement.ts';
import { readPostgresUrl, type SessionKind, sessionFor } from './postgres/url.ts';

export interface PostgresOptions {
  /** Most connections held at once; 10 by default. */
  readonly poolSize?: number;
  /**
   * How long a statement may take, in milliseconds; 5,000 by default. To connect, or to get a
   * connection of the pool, may take two fifths of it.
   */
  readonly timeoutMs?: number;
  /** Whether a connection pooler is in between; found out by default. */
  readonly pooler?: Pooler;
  /** The setting that the URL comes from, for messages. */
  readonly setting?: string;
  /** Whether it is to be written: then only a server that can be is used. */
  readonly writes?: boolean;
  /** Called when the database cannot be used, once with each reason, and then with undefined. */
  readonly onTrouble?: (reason: string | undefined) => void;
  /** Called with the servers to which connections over a network are not encrypted, if any. */
  readonly onPlainText?: (servers: readonly string[]) => void;
  /** Given, once, how to ask what the pool does. */
  readonly onPool?: (load: () => PoolLoad) => void;
}

/** How many may ask at once, for each connection; while a server is frozen, they pile up. */
const mostWaiting = 50;

/** A PostgreSQL database, on whichever of its servers can be used. */
export interface Postgres {
  /** Runs one statement that changes nothing; tried again once if its connection is lost. */
  read<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs one statement. */
  query<Row>(sql: string, values?: readonly unknown[]): Promise<Row[]>;
  /** Runs `work` in one transaction; an error undoes all of it. */
  transaction<T>(work: (client: ClientBase) => Promise<T>): Promise<T>;
  /** A connection of its own, which the caller ends; without a limit of time by default. */
  connect(session?: SessionKind, timeoutMs?: number): Promise<Client>;
  /** Throws while the database cannot be used: lost, read-only though it is to be written, full. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens a database; connections are made when they are needed. A server that is lost is left, and
 * the next statement looks for the first of the URL's servers that fits, so a failover needs no
 * restart.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Postgres {
  const { setting, poolSize = 10, timeoutMs = 5_000, pooler = 'auto' } = options;
  const { servers, session: asked, plainText } = readPostgresUrl(url, setting);
  const session = sessionFor(asked, options.writes ?? false, setting);
  if (plainText.length > 0) options.onPlainText?.(plainText);
  const how = { pooler, timeoutMs };
  const { use, check, load, close } = openFailoverPool(
    () => firstThatFits(servers, session, (...fit) => openPool(...fit, poolSize, how)),
    options.onTrouble ?? (() => {}),
    poolSize * mostWaiting,
  );
  options.onPool?.(load);
  const run = <Row>(sql: string, values: readonly unknown[] = []) =>
    use(client => runStatement<Row>(client, sql, values, timeoutMs));

  return {
    query: (sql, values) => run<never>(sql, values).catch(rethrowNamed),
    read: (sql, values) =>
      run<never>(sql, values)
        .catch(error => {
          if (troubleOf(error) !== 'lost') throw error;
          return run<never>(sql, values);
        })
        .catch(rethrowNamed),
    transaction: work => use(client => runTransaction(client, work, timeoutMs)).catch(rethrowNamed),
    connect: (kind = session, limitMs = 0) =>
      firstThatFits(servers, kind, (...fit) => openClient(...fit, limitMs, how)),
    check: () => check().catch(rethrowNamed),
    close,
  };
}

function rethrowNamed(error: unknown): never {
  throw named(error);
}
