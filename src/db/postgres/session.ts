import type { ClientBase } from 'pg';
import { UnfitServer } from './errors.ts';
import { inTransaction } from './transaction.ts';
import type { SessionKind } from './url.ts';

/** Whether a pooler stands between Ktima and the server, as far as the operator says. */
export type Pooler =
  /** Found out at each connection. */
  | 'auto'
  /** Yes, and each transaction may get another session of the server. */
  | 'transaction'
  /** None that shares sessions: each client keeps its own. */
  | 'session';

const pooled = new WeakSet<ClientBase>();

/**
 * Whether each transaction of a connection may run in another session of the server: then nothing
 * that belongs to a session can be used, such as SET, LISTEN and prepared statements.
 */
export function isPooled(client: ClientBase): boolean {
  return pooled.has(client);
}

/** Checks to what kind of server a new connection leads, and whether a pooler is in between. */
export async function meetServer(
  client: ClientBase,
  session: SessionKind,
  pooler: Pooler,
): Promise<void> {
  const { processId } = await checkSession(client, session);
  // A pooler gives its clients numbers of its own. Its mode cannot be asked for, so transaction
  // mode is assumed: what works there works in session mode too.
  const isForeign = processId !== (client as { processID?: number }).processID;
  if (pooler === 'session' || (pooler === 'auto' && !isForeign)) return;
  pooled.add(client);
  // Statement mode refuses this.
  await inTransaction(client, 'BEGIN', async () => {});
}

interface Facts {
  readonly standby: boolean;
  readonly readOnly: boolean;
  readonly processId: number;
}

const facts = `SELECT pg_is_in_recovery() AS standby, pg_backend_pid() AS "processId",
  current_setting('transaction_read_only') = 'on' AS "readOnly"`;

/** Throws when a server is not of the kind that is wanted. */
export async function checkSession(client: ClientBase, session: SessionKind): Promise<Facts> {
  const server = (await client.query<Facts>(facts)).rows[0]!;
  const { standby, readOnly } = server;
  const fits = {
    any: true,
    'read-write': !readOnly,
    'read-only': readOnly,
    primary: !standby,
    standby,
    'prefer-standby': true,
  };
  if (fits[session]) return server;
  const state = standby ? 'a standby' : `a ${readOnly ? 'read-only' : 'writable'} primary`;
  throw new UnfitServer(`it is ${state}, expected ${session}`);
}
