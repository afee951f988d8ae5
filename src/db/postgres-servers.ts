import { Client, type ClientBase, type ClientConfig, Pool, types } from 'pg';
import { outOfReach, reasonOf } from './postgres-errors.ts';
import type { PostgresServer, SessionKind } from './postgres-url.ts';

/** Longest wait for a connection, as a share of that for a statement. */
const connectShare = 0.4;

/** Tries the servers in the order of the URL, as libpq does. */
export async function firstThatFits<T>(
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

/** Opens a pool on one server, with a first connection to see that it fits. */
export async function openPool(
  server: PostgresServer,
  session: SessionKind,
  max: number,
  timeoutMs: number,
): Promise<Pool> {
  const pool = new Pool({
    ...connection(server, timeoutMs),
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
    endPool(pool);
    throw error;
  }
}

/** Opens a connection whose statements may take as long as they do, or `limitMs` if not 0. */
export async function openClient(
  server: PostgresServer,
  session: SessionKind,
  timeoutMs: number,
  limitMs: number,
): Promise<Client> {
  const client = new Client({ ...connection(server, timeoutMs), query_timeout: limitMs });
  client.on('error', () => {});
  await client.connect();
  try {
    await checkSession(client, session);
    // Whatever limits the operator has set for others.
    await client.query('SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0');
    return client;
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
}

function connection({ url }: PostgresServer, timeoutMs: number): ClientConfig {
  return {
    connectionString: url,
    fallback_application_name: 'ktima',
    connectionTimeoutMillis: Math.round(timeoutMs * connectShare),
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

/** Ends a pool as soon as those who use it are done. */
export async function endPool(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end().catch(() => {});
}
