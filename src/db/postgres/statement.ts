import { createHash } from 'node:crypto';
import type { ClientBase } from 'pg';
import { isPooled } from './session.ts';
import { beginWithin, inTransaction } from './transaction.ts';

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
