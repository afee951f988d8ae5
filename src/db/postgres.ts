import type { Client, ClientBase } from 'pg';
import { named, troubleOf } from './postgres-errors.ts';
import { openFailoverPool } from './postgres-failover.ts';
import { firstThatFits, openClient, openPool } from './postgres-servers.ts';
import { readPostgresUrl, type SessionKind } from './postgres-url.ts';

export interface PostgresOptions {
  /** Most connections held at once; 10 by default. */
  readonly poolSize?: number;
  /**
   * How long a statement may take, in milliseconds; 5,000 by default. To connect, or to get a
   * connection of the pool, may take two fifths of it.
   */
  readonly timeoutMs?: number;
  /** Which server to use when the URL does not say; any by default. */
  readonly session?: SessionKind;
  /** Told when the database is lost (why) and when it is back (undefined). */
  readonly onTrouble?: (reason: string | undefined) => void;
  /** Given, once, how to ask what the pool does. */
  readonly onPool?: (load: () => PoolLoad) => void;
}

/** How many connections of a pool are busy and idle, and how many statements wait for one. */
export interface PoolLoad {
  readonly busy: number;
  readonly idle: number;
  readonly waiting: number;
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
  transaction<T>(work: (client: ClientBase) => Promise<T>, begin?: string): Promise<T>;
  /** A connection of its own, which the caller ends; without a limit of time by default. */
  connect(session?: SessionKind, timeoutMs?: number): Promise<Client>;
  close(): Promise<void>;
}

/**
 * Opens a database; connections are made when they are needed. A server that is lost is left, and
 * the next statement looks for the first of the URL's servers that fits, so a failover needs no
 * restart.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Postgres {
  const { servers, session: asked } = readPostgresUrl(url);
  const { onTrouble = () => {}, poolSize = 10, timeoutMs = 5_000 } = options;
  const session = asked ?? options.session ?? 'any';
  const { use, load, close } = openFailoverPool(
    () => firstThatFits(servers, session, (...fit) => openPool(...fit, poolSize, timeoutMs)),
    onTrouble,
    poolSize * mostWaiting,
  );
  options.onPool?.(load);
  const run = <Row>(sql: string, values: readonly unknown[] = []) =>
    use(async client => (await client.query(statement(sql, values))).rows as Row[]);

  return {
    query: (sql, values) => run<never>(sql, values).catch(rethrowNamed),
    read: (sql, values) =>
      run<never>(sql, values)
        .catch(error => {
          if (troubleOf(error) !== 'lost') throw error;
          return run<never>(sql, values);
        })
        .catch(rethrowNamed),
    transaction: (work, begin = 'BEGIN') =>
      use(client => inTransaction(client, begin, work)).catch(rethrowNamed),
    connect: (kind = session, limitMs = 0) =>
      firstThatFits(servers, kind, (...fit) => openClient(...fit, timeoutMs, limitMs)),
    close,
  };
}

const statementNames = new Map<string, string>();

/**
 * A statement with a name is parsed once a connection and soon planned no more, which takes longer
 * than to find a row. Ours are few: their texts stand in the code.
 */
function statement(text: string, values: readonly unknown[]) {
  if (values.length === 0) return { text };
  const name = statementNames.get(text) ?? `ktima_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return { name, text, values: [...values] };
}

function rethrowNamed(error: unknown): never {
  throw named(error);
}

/** Runs `work` between `begin` and COMMIT on a connection. */
export async function inTransaction<T, C extends ClientBase>(
  client: C,
  begin: string,
  work: (client: C) => Promise<T>,
): Promise<T> {
  await client.query(begin);
  try {
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    if (troubleOf(error) !== 'lost') await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}
