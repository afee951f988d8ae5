import { repeat } from '#tools/repeat.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import type { Store } from '../store.ts';

/** How often the version is read. */
const pollMs = 1_000;

/**
 * Calls every listener when the data have changed. It polls: a notification can get lost with its
 * connection, and a pooler forwards none.
 */
export function openChangeNotifier(db: Postgres): Store['onChange'] {
  const listeners = new Set<() => void>();
  let stop: Promise<() => void> | undefined;
  return async changed => {
    const listener = () => changed();
    listeners.add(listener);
    stop ??= pollVersion(db, () => {
      for (const notify of listeners) notify();
    });
    const unsubscribe = () => {
      listeners.delete(listener);
      if (listeners.size > 0) return;
      stop?.then(
        end => end(),
        () => {},
      );
      stop = undefined;
    };
    try {
      await stop;
      return unsubscribe;
    } catch (error) {
      unsubscribe();
      throw error;
    }
  };
}

async function pollVersion(db: Postgres, changed: () => void): Promise<() => void> {
  let seen = await versionOf(db);
  const check = async () => {
    // Without a connection the loaded data stay in use; the next poll finds the change.
    const now = await versionOf(db).catch(() => seen);
    if (now === seen) return;
    seen = now;
    changed();
  };
  return repeat(check, pollMs);
}

/**
 * The version, and the server that reported it. After a failover the data are read again, because
 * the new server may be slightly behind or ahead.
 */
async function versionOf(db: Postgres): Promise<string> {
  const [row] = await db.read<{ version: string }>(
    `SELECT concat_ws(' ', sum(version), pg_postmaster_start_time()) AS version FROM layers`,
  );
  return row!.version;
}
