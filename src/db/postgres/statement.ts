import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { isPooled } from './session.ts';
import { beginWithin, inTransaction } from './transaction.ts';

/**
 * Runs one statement on a connection of a pool. Where sessions are shared, the limit of time holds
 * for a transaction only, and nothing is prepared for a later statement.
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
 * A statement with a name is parsed once a connection and soon planned no more, which takes longer
 * than to find a row. The name follows from the text: if two processes share a session without our
 * knowing, neither can run the other's statement. Names are remembered: the texts stand in the
 * code, so they are few.
 */
function nameOf(text: string): string {
  let name = names.get(text);
  if (name === undefined) {
    name = `ktima_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`;
    names.set(text, name);
  }
  return name;
}
