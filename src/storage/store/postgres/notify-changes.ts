import type { Client } from 'pg';
import { repeat } from '#tools/repeat.ts';
import type { Postgres } from '../../db/postgres/postgres.ts';
import { isPooled } from '../../db/postgres/session.ts';
import type { Store } from '../store.ts';
import { changeChannel } from './replace.ts';

/** How often the version is read, with or without a notification. */
const pollMs = 1_000;

/** How long to wait before the connection for LISTEN is opened again. */
const listenAgainMs = 2_000;

/**
 * Calls every listener when the data have changed. LISTEN makes it quick. Polling makes it sure: a
 * notification can get lost with its connection, and a standby sends none.
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
  const stopPolling = repeat(check, pollMs);
  const stopListening = listen(db, check);
  return () => {
    stopPolling();
    stopListening();
  };
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

/** Keeps a connection for notifications, and opens a new one when it is lost. */
function listen(db: Postgres, heard: () => void): () => void {
  let client: Client | undefined;
  let retry: NodeJS.Timeout | undefined;
  let stopped = false;
  const later = () => {
    if (!stopped) retry = setTimeout(start, listenAgainMs).unref();
  };
  const start = async () => {
    try {
      const opened = await db.connect();
      client = opened;
      // Behind a pooler there are no notifications, only polling.
      if (stopped || isPooled(opened)) return void opened.end();
      opened.on('notification', heard);
      opened.once('end', later);
      // A standby refuses LISTEN; the end of its connection triggers the next try.
      await opened.query(`LISTEN ${changeChannel}`).catch(() => opened.end());
    } catch {
      later();
    }
  };
  start();
  return () => {
    stopped = true;
    clearTimeout(retry);
    client?.end().catch(() => {});
  };
}
