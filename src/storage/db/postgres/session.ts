import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { UnfitServer } from './postgres-errors.ts';
import { beginWithin, inTransaction } from './transaction.ts';

/** The operator's setting about a pooler between Ktima and the server. */
export type Pooler =
  /** Detected at each connection. */
  | 'auto'
  /** A pooler gives each transaction another session of the server. */
  | 'transaction'
  /** Each client keeps its own session. */
  | 'session';

const pooled = new WeakSet<ClientBase>();

/**
 * Whether each transaction of a connection may run in another session of the server. Then SET
 * and prepared statements, which belong to a session, cannot be used.
 */
export function isPooled(client: ClientBase): boolean {
  return pooled.has(client);
}

/** Checks the server of a new connection, and detects a pooler. */
export async function inspectServer(
  client: ClientBase,
  { pooler, writes }: { readonly pooler: Pooler; readonly writes: boolean },
): Promise<void> {
  const { processId } = await checkServer(client, writes);
  // A pooler reports its own process ids. Its mode cannot be queried, so assume transaction mode:
  // what works there also works in session mode.
  const isForeign = processId !== (client as { processID?: number }).processID;
  if (pooler === 'session' || (pooler === 'auto' && !isForeign)) return;
  pooled.add(client);
  // Fails in statement mode, which is not supported.
  await inTransaction(client, 'BEGIN', async () => {});
}

interface Facts {
  readonly isStandby: boolean;
  readonly isReadOnly: boolean;
  readonly processId: number;
}

const facts = `SELECT pg_is_in_recovery() AS "isStandby", pg_backend_pid() AS "processId",
  current_setting('transaction_read_only') = 'on' AS "isReadOnly"`;

/** Throws when a server is a standby, or accepts no writes although it must. */
export async function checkServer(client: ClientBase, writes: boolean): Promise<Facts> {
  const server = (await client.query<Facts>(facts)).rows[0]!;
  if (server.isStandby) throw new UnfitServer('it is a standby, expected the primary');
  if (writes && server.isReadOnly) {
    throw new UnfitServer('it is a read-only primary, expected one that accepts writes');
  }
  return server;
}

/**
 * Runs one statement on a connection of a pool. If sessions are shared by a pooler, it sets the time
 * limit per transaction and does not use prepared statements.
 */
export async function runStatement<Row>(
  client: ClientBase,
  text: string,
  values: readonly unknown[],
  timeoutMs: number,
): Promise<Row[]> {
  const given = { text, values: [...values] };
  const { rows } = isPooled(client)
    ? await runTransaction(client, () => client.query(given), timeoutMs)
    : await client.query(values.length > 0 ? { ...given, name: nameOf(text) } : { text });
  return rows as Row[];
}

/** Runs `work` in one transaction on a connection of a pool. */
export function runTransaction<T>(
  client: ClientBase,
  work: (client: ClientBase) => Promise<T>,
  timeoutMs: number,
): Promise<T> {
  return inTransaction(client, isPooled(client) ? beginWithin(timeoutMs) : 'BEGIN', work);
}

const names = new Map<string, string>();

/**
 * The name of a prepared statement. It is parsed once per connection and soon no longer planned,
 * which takes longer than finding a row. The name is derived from the text: if two processes share
 * a session unnoticed, neither can run the other's statement. Names are cached, because the texts
 * are constants in the code, so they are few.
 */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `ktima_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
  }
  return name;
}
