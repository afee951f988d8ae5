import type { ClientBase } from 'pg';
import { troubleOf } from './errors.ts';

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

/** Begins a transaction whose limits of time end with it, whoever has the session afterwards. */
export function beginWithin(timeoutMs: number, begin = 'BEGIN'): string {
  return `${begin}; ${limits('SET LOCAL', timeoutMs)}`;
}

/** Begins a transaction that may take as long as it does, whatever limits the operator has set. */
export function beginUnlimited(begin?: string): string {
  return beginWithin(0, begin);
}

/** Sets how long a statement may take; 0 for no limit. */
export function limits(set: 'SET' | 'SET LOCAL', timeoutMs: number): string {
  // A client that stops in the middle of a transaction must not hold up the others for ever.
  return `${set} statement_timeout = ${timeoutMs};
    ${set} idle_in_transaction_session_timeout = ${3 * timeoutMs}`;
}
