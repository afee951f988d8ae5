import { Client, type ClientBase, type ClientConfig, Pool, type PoolClient, types } from 'pg';
import { named, outOfReach, reasonOf, troubleOf } from './postgres-errors.ts';
import { type PostgresServer, readPostgresUrl, type SessionKind } from './postgres-url.ts';

export interface PostgresOptions {
  /** Most connections held at once; 10 by default. */
  readonly poolSize?: number;
  /** How long a statement may take, in milliseconds; 5,000 by default. */
  readonly timeoutMs?: number;
  /** Which server to use when the URL does not say; any by default. */
  readonly session?: SessionKind;
  /** Told when the database is lost (why) and when it is back (undefined). */
  readonly onTrouble?: (reason: string | undefined) => void;
}

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

/** Longest wait for a connection: a server that takes longer is as good as gone. */
const connectMs = 2_000;

/**
 * Opens a database; connections are made when they are needed. A server that is lost is left, and
 * the next statement looks for the first of the URL's servers that fits, so a failover needs no
 * restart.
 */
export function openPostgres(url: string, options: PostgresOptions = {}): Postgres {
  const address = readPostgresUrl(url);
  const session = address.session ?? options.session ?? 'any';
  const { onTrouble = () => {}, poolSize = 10, timeoutMs = 5_000 } = options;
  let pool: Promise<Pool> | undefined;
  let inTrouble = false;

  const tell = (reason: string | undefined) => {
    if (inTrouble !== (reason !== undefined)) onTrouble(reason);
    inTrouble = reason !== undefined;
  };
  const open = async (): Promise<Pool> => {
    try {
      const opened = await firstThatFits(address.servers, session, (server, kind) =>
        openPool(server, kind, poolSize, timeoutMs),
      );
      tell(undefined);
      return opened;
    } catch (error) {
      tell(reasonOf((error as Error).cause ?? error));
      throw error;
    }
  };
  /** The pool in use; all who ask while it is being opened wait for the same one. */
  const current = () => {
    pool ??= open().catch(error => {
      pool = undefined;
      throw error;
    });
    return pool;
  };
  const leave = (lost: Promise<Pool>, error: unknown) => {
    if (pool === lost) pool = undefined;
    tell(reasonOf(error));
    lost.then(end, () => {});
  };

  const use = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const chosen = current();
    const opened = await chosen;
    let client: PoolClient | undefined;
    try {
      client = await opened.connect();
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      const lost = troubleOf(error) === 'lost';
      client?.release(lost);
      if (lost) leave(chosen, error);
      throw error;
    }
  };
  const run = <Row>(sql: string, values: readonly unknown[] = []) =>
    use(async client => (await client.query(sql, [...values])).rows as Row[]);

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
      firstThatFits(address.servers, kind, (server, fit) => openClient(server, fit, limitMs)),
    async close() {
      const opened = await pool?.catch(() => undefined);
      pool = undefined;
      if (opened) await end(opened);
    },
  };
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

/** Tries the servers in the order of the URL, as libpq does. */
async function firstThatFits<T>(
  servers: readonly PostgresServer[],
  session: SessionKind,
  open: (server: PostgresServer, session: SessionKind) => Promise<T>,
): Promise<T> {
  const passes: SessionKind[] = session === 'prefer-standby' ? ['standby', 'any'] : [session];
  const reasons = new Set<string>();
  for (const kind of passes) {
    for (const server of servers) {
      try {
        return await open(server, kind);
      } catch (error) {
        reasons.add(`${server.name}: ${reasonOf(error)}`);
      }
    }
  }
  throw outOfReach('the database cannot be reached at the moment', [...reasons].join('; '));
}

async function openPool(
  server: PostgresServer,
  session: SessionKind,
  max: number,
  timeoutMs: number,
): Promise<Pool> {
  const pool = new Pool({
    ...connection(server, Math.min(connectMs, timeoutMs)),
    max,
    idleTimeoutMillis: 30_000,
    statement_timeout: timeoutMs,
    // One who is stopped in the middle of a transaction must not hold up the others for ever.
    idle_in_transaction_session_timeout: 3 * timeoutMs,
    // The server should be the one to give up; this is for one that cannot.
    query_timeout: timeoutMs + 500,
    // Awaited by the pool, whatever its types say: a server may change its part at any time.
    onConnect: client => checkSession(client, session) as unknown as undefined,
  });
  // Without a listener the end of an idle connection would be the end of the process.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  try {
    (await pool.connect()).release();
    return pool;
  } catch (error) {
    end(pool);
    throw error;
  }
}

async function openClient(
  server: PostgresServer,
  session: SessionKind,
  timeoutMs: number,
): Promise<Client> {
  const client = new Client({ ...connection(server, connectMs), query_timeout: timeoutMs });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkSession(client, session);
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

function connection({ url }: PostgresServer, connectionTimeoutMillis: number): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'ktima',
    connectionTimeoutMillis,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    types: { getTypeParser },
  };
}

/** Whole numbers of 64 bits as numbers: ours stay far below 2^53. */
const getTypeParser = ((id: number, format: 'text') =>
  id === types.builtins.INT8
    ? Number
    : types.getTypeParser(id, format)) as typeof types.getTypeParser;

/** Throws when a server is not of the kind that is wanted. */
async function checkSession(client: ClientBase, session: SessionKind): Promise<void> {
  if (session === 'any') return;
  const { rows } = await client.query(
    `SELECT pg_is_in_recovery() AS standby, current_setting('transaction_read_only') = 'on' AS "readOnly"`,
  );
  const { standby, readOnly } = rows[0] as { standby: boolean; readOnly: boolean };
  const fits = {
    any: true,
    'read-write': !readOnly,
    'read-only': readOnly,
    primary: !standby,
    standby,
    'prefer-standby': true,
  };
  if (!fits[session]) throw new Error(`is not ${session}`);
}

async function end(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end().catch(() => {});
}
