import assert from 'node:assert/strict';
import type { Postgres } from '#storage/db/postgres/postgres.ts';
import { KtimaError } from '#tools/errors.ts';
import { execute } from './database.ts';

/** Longer than any test; nothing else runs it. */
const endless = 'SELECT pg_sleep(600)';

/**
 * Aborts a statement that runs, over a pool of one connection: the server has ended it, and the same
 * connection runs the next one. `url` leads to the server itself.
 */
export async function assertCancels(db: Postgres, url: string): Promise<void> {
  const isRunning = async () =>
    (
      await execute(
        url,
        `SELECT FROM pg_stat_activity WHERE query = '${endless}'
      AND state = 'active' AND datname = current_database()`,
      )
    ).length > 0;
  const processId = async () => (await db.read('SELECT pg_backend_pid() AS id'))[0];
  const before = await processId();
  const { signal, abort } = openSignal();
  const running = db.read(endless, [], signal);
  while (!(await isRunning()));
  abort();
  await assert.rejects(running, { code: 'CLIENT_LEFT' });
  assert.equal(await isRunning(), false);
  assert.deepEqual(await processId(), before);
  await assert.rejects(db.read(endless, [], signal), { code: 'CLIENT_LEFT' }, 'not even begun');
}

function openSignal() {
  const controller = new AbortController();
  const abort = () => controller.abort(new KtimaError('CLIENT_LEFT', 'the client has left'));
  return { signal: controller.signal, abort };
}
