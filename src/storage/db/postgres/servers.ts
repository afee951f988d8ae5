import { Socket } from 'node:net';
import { Client, type ClientConfig, Pool, type PoolClient, types } from 'pg';
import { isRefusal, outOfReach, Refusal, reasonOf } from './postgres-errors.ts';
import { checkSession, inspectServer, isPooled, type Pooler } from './session.ts';
import { limits } from './transaction.ts';
import type { PostgresServer, SessionKind } from './url.ts';

/** The time limit of a connection, as a share of that of a statement. */
const connectShare = 0.4;

/** The options of a connection. */
export interface ConnectOptions {
  readonly pooler: Pooler;
  /** The time limit of a statement in milliseconds. */
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
  let isRefused = true;
  for (const kind of passes) {
    for (const server of servers) {
      try {
        return await open(server, kind);
      } catch (error) {
        reasons.add(`${server.name}: ${reasonOf(error)}`);
        isRefused &&= isRefusal(error);
      }
    }
  }
  const reason = [...reasons].join('; ');
  throw outOfReach(isRefused ? new Refusal(reason) : new Error(reason));
}

/** Connections to one server. */
export interface ServerPool {
  readonly pool: Pool;
  /** Throws when the server is no longer of the requested kind. */
  check(client: PoolClient): Promise<unknown>;
}

/** Opens a pool on one server, with a first connection to check that it is suitable. */
export async function openPool(
  server: PostgresServer,
  session: SessionKind,
  max: number,
  { pooler, timeoutMs }: ConnectOptions,
): Promise<ServerPool> {
  const sockets = new Set<Socket>();
  const prepare = async (client: PoolClient) => {
    await inspectServer(client, session, pooler);
    if (!isPooled(client)) await client.query(limits('SET', timeoutMs));
  };
  const pool = new Pool({
    ...connection(server, timeoutMs),
    stream: () => openSocket(sockets),
    max,
    idleTimeoutMillis: 30_000,
    // A bit later than the server's own time-out; for a server that hangs.
    query_timeout: timeoutMs + 500,
    // The pool awaits it, although its types do not show that. A server may change its role at any
    // time.
    onConnect: client => prepare(client as PoolClient) as unknown as undefined,
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', () => {});
  pool.on('connect', client => client.on('error', () => {}));
  try {
    (await pool.connect()).release();
    return { pool, check: client => checkSession(client, session) };
  } catch (error) {
    endPool(pool);
    // The driver does not close a connection after a failed login.
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

/** Opens a connection with a time limit of `limitMs` per statement; 0 for none. */
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
    await inspectServer(client, session, pooler);
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

/** Parses 64-bit integers as numbers: ours stay far below 2^53. */
const getTypeParser = ((id: number, format: 'text') =>
  id === types.builtins.INT8
    ? Number
    : types.getTypeParser(id, format)) as typeof types.getTypeParser;

/** Closes a pool after its running statements. */
export async function endPool(pool: Pool): Promise<void> {
  if (!pool.ending) await pool.end().catch(() => {});
}
