import type { ClientBase } from 'pg';
import { classifyError, diskFull, stateOf } from './postgres-errors.ts';
import { inTransaction } from './transaction.ts';

/**
 * Throws when the disk of a server is full. With so little `work_mem`, the query writes half a
 * megabyte to a temporary file, which needs no privilege.
 */
export async function checkDiskSpace(client: ClientBase): Promise<void> {
  try {
    await inTransaction(client, `BEGIN; SET LOCAL work_mem = '64kB'`, () =>
      client.query('SELECT count(*) FROM generate_series(1, 20000)'),
    );
  } catch (error) {
    // Ignore other limits, such as temp_file_limit: they do not mean a full disk.
    if (stateOf(error) === diskFull || classifyError(error) === 'lost') throw error;
  }
}
