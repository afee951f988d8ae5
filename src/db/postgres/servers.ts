import { Socket } from 'node:net';
import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg';
import { outOfReach, reasonOf } from './errors.ts';
import { checkSession, isPooled, meetServer, type Pooler } from './session.ts';
import { limits } from './transaction.ts';
import type { PostgresServer, SessionKind } from './url.ts';

/** Longest wait for a connection, as a share of that for a statement. */
const connectShare = 0.4;

/** How connections are made. */
export interface ConnectOptions {
  readonly pooler: Pooler;
  /** How long a statement may take, in milliseconds. */
  readonly timeoutMs: number;
}

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
  throw outOfReach(new Error([...reasons].join('; ')));
}

/** Connections to one server. */
export interface ServerPool {
  readonly pool: Pool;
  /** Throws when the server is no longer of the kind that was asked for. */
  check(client: PoolClient): Promise<unknown>;
}

/** Opens a pool on one server, with a first connection to see that it fits. */
export async function openPool(
  server: PostgresServer,
  session: SessionKind,
  max: number,
  { pooler, timeoutMs }: ConnectOptions,
): Promise<ServerPool> {
  const sockets = new Set<Socket>();
  const prepare = async (client: PoolClient) => {
    await meetServer(client, session, pooler);
    if (!isPooled(client)) await client.query(limits('SET', timeoutMs));
  };
  const pool = new Pool({
    ...connection(server, timeoutMs),
    stream: () => openSocket(sockets),
    max,
    idleTimeoutMillis: 30_000,
    // The server should be the one to give up; this is for one that cannot.
    query_timeout: timeoutMs + 500,
    // Awaited by the pool, whatever its types say: a server may change its part at any time.
    onConnect: client => prepare(client as PoolClient) as unknown as undefined,
  });
  // Without a listener the end of an idle connection would be the end of the process.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  try {
    (await pool.connect()).release();
    return { pool, check: client => checkSession(client, session) };
  } catch (error) {
    endPool(pool);
    // The driver leaves a connection open over which it could not log in.
    for (const socket of sockets) socket.destroy();
    throw error;
  }
}

function openSocket(open: Set<Socket>): Socket {
  const socket = new Socket();
  open.add(socket);
  socket.once('close', () => open.delete(socket));
  return socket;
}

/** Opens a connection whose statements may take as long as they do, or `limitMs` if not 0. */
export async function openClient(
  server: PostgresServer,
  session: SessionKind,
  limitMs: number,
  { pooler, timeoutMs }: ConnectOptions,
): Promise<Client> {
  const client = new Client({ ...connection(server, timeoutMs), query_timeout: limitMs });
  client.on('error', () => {});
  try {
    await client.connect();
    await meetServer(client, session, pooler);
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

/** Ends a pool as soon as those who use it are done. */
export async function endPool(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end().catch(() => {});
}
