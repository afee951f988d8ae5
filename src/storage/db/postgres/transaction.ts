import type { ClientBase } from 'pg';
import { classifyError } from './postgres-errors.ts';

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
    if (classifyError(error) !== 'lost') await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/** Begins a transaction with time limits that end with it, because a pooler may share the session. */
export function beginWithin(timeoutMs: number, begin = 'BEGIN'): string {
  return `${begin}; ${limits('SET LOCAL', timeoutMs)}`;
}

/** Begins a transaction without a time limit, whatever the operator has set. */
export function beginUnlimited(begin?: string): string {
  return beginWithin(0, begin);
}

/** Sets the time limit of a statement; 0 for none. */
export function limits(set: 'SET' | 'SET LOCAL', timeoutMs: number): string {
  // A client that hangs in a transaction must not block the others for ever.
  return `${set} statement_timeout = ${timeoutMs};
    ${set} idle_in_transaction_session_timeout = ${3 * timeoutMs}`;
}
