import type { ClientBase } from 'pg';
import { diskFull, stateOf, troubleOf } from './errors.ts';
import { inTransaction } from './transaction.ts';

/**
 * Throws when the disk of a server is full. A list that does not fit into so little memory makes
 * it write half a megabyte to a temporary file, for which no right is needed.
 */
export async function checkDiskSpace(client: ClientBase): Promise<void> {
  try {
    await inTransaction(client, `BEGIN; SET LOCAL work_mem = '64kB'`, () =>
      client.query('SELECT count(*) FROM generate_series(1, 20000)'),
    );
  } catch (error) {
    // Another limit, such as temp_file_limit, says nothing about the disk.
    if (stateOf(error) === diskFull || troubleOf(error) === 'lost') throw error;
  }
}
