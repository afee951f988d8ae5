import { Client, Pool, type PoolClient, types } from 'pg';
import { checkDiskSpace } from './disk.ts';
import type { PoolLoad } from './pool-load.ts';
import {
  classifyError,
  outOfReach,
  reasonOf,
  stateOf,
  toClientError,
  tooMany,
} from './postgres-errors.ts';
import { checkServer, inspectServer, isPooled, type Pooler } from './session.ts';
import { limits } from './transaction.ts';

/** How connections are made. */
export interface ConnectionOptions {
  /** Host and port, for messages. */
  readonly name: string;
  /** Returns the URL, whose user and password may have changed. */
  readonly currentUrl: () => string;
  readonly pooler: Pooler;
  /** Whether the server must accept writes. */
  readonly writes: boolean;
  /** The time limit of a statement in milliseconds; two fifths of it are the limit for connecting. */
  readonly timeoutMs: number;
}

/** The maximum number of waiting statements per connection: they pile up while a server hangs. */
const mostWaiting = 50;

/**
 * A lack of disk space, privileges or tables counts as over when no statement has met it for this
 * time. A working statement proves nothing, because it may not need what is lacking.
 */
const calmMs = 10_000;

/**
 * Opens a pool of at most `max` connections. One that is lost is closed; the others stay. `onOutage`
 * is called when the database cannot be used, once per reason, and with undefined when `check` finds
 * that it can be used again.
 */
export function openPool(
  options: ConnectionOptions,
  max: number,
  onOutage: (reason: string | undefined) => void,
) {
  const pool = driverPool(options, max);
  const outage = openOutage(onOutage);
  let lack: { readonly error: unknown; readonly atMs: number } | undefined;

  const take = async () => {
    if (pool.waitingCount >= max * mostWaiting) throw tooMany();
    try {
      return await pool.connect();
    } catch (error) {
      if (classifyError(error) === 'late') throw error;
      const failure = outOfReach(options.name, error);
      if (!pool.ending) outage.report(failure.cause);
      throw failure;
    }
  };
  /** Runs `work` with a connection. Errors are the driver's. */
  const use = async <T>(work: (client: PoolClient) => Promise<T>): Promise<T> => {
    const client = await take();
    try {
      const result = await work(client);
      client.release();
      return result;
    } catch (error) {
      const kind = classifyError(error);
      client.release(kind === 'lost');
      if (kind === 'lost' || kind === 'impaired') outage.report(error);
      if (kind === 'impaired') lack = { error: toClientError(error), atMs: performance.now() };
      throw error;
    }
  };
  return {
    use,
    /** Throws while the database cannot be used; detects when it can be used again. */
    async check(): Promise<void> {
      await use(async client => {
        await checkServer(client, options.writes);
        if (lack) await checkDiskSpace(client);
      });
      if (lack && performance.now() - lack.atMs < calmMs) throw lack.error;
      lack = undefined;
      outage.end();
    },
    load(): PoolLoad {
      const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
      return { busy: totalCount - idle, idle, waiting };
    },
    async close(): Promise<void> {
      if (!pool.ending) await pool.end();
    },
  };
}

function driverPool(options: ConnectionOptions, max: number): Pool {
  const pool = new Pool({
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connectMs(options),
    Client: Connection.bind(null, options, options.timeoutMs),
  });
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', () => {});
  return pool;
}

function connectMs({ timeoutMs }: ConnectionOptions): number {
  return Math.round(timeoutMs * 0.4);
}

/** Opens a connection outside the pool, with a time limit per statement; 0 for none. */
export async function openConnection(options: ConnectionOptions, limitMs: number): Promise<Client> {
  try {
    return await new Connection(options, limitMs).connect();
  } catch (error) {
    throw outOfReach(options.name, error);
  }
}

/** A connection that is checked when it is opened. */
class Connection extends Client {
  readonly #prepare: () => Promise<void>;

  constructor(options: ConnectionOptions, limitMs: number) {
    super({
      connectionString: options.currentUrl(),
      fallback_application_name: 'ktima',
      connectionTimeoutMillis: connectMs(options),
      // A bit later than the server's own time-out; for a server that hangs.
      query_timeout: limitMs && limitMs + 500,
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
      types: { getTypeParser },
    });
    this.on('error', () => {});
    this.#prepare = async () => {
      await inspectServer(this, options);
      if (limitMs > 0 && !isPooled(this)) await this.query(limits('SET', limitMs));
    };
  }

  override connect(): Promise<Client>;
  override connect(done: (error: Error | null) => void): void;
  /** Connects. The pool passes a callback. */
  override connect(done?: (error: Error | null) => void): Promise<Client> {
    const opened = this.#open();
    if (done) opened.then(() => done(null), done);
    return opened;
  }

  async #open(): Promise<Client> {
    try {
      await super.connect();
      await this.#prepare();
      return this;
    } catch (error) {
      // The driver does not close a connection after a failed login.
      this.connection.stream.destroy();
      throw error;
    }
  }
}

/** Parses 64-bit integers as numbers: ours stay far below 2^53. */
const getTypeParser = ((id: number, format: 'text') =>
  id === types.builtins.INT8
    ? Number
    : types.getTypeParser(id, format)) as typeof types.getTypeParser;

/** Reports an outage: calls `onOutage` once per cause, and with undefined at its end. */
function openOutage(onOutage: (reason: string | undefined) => void) {
  // By SQLSTATE if there is one: the message may name another file each time.
  const reported = new Set<string>();
  return {
    report(error: unknown): void {
      const reason = reasonOf(error);
      const cause = stateOf(error) ?? reason;
      if (reported.has(cause)) return;
      reported.add(cause);
      onOutage(reason);
    },
    end(): void {
      if (reported.size > 0) onOutage(undefined);
      reported.clear();
    },
  };
}
