import type { DatabaseSync } from 'node:sqlite';

/** How often to check for commits of other processes. */
const pollMs = 500;

/**
 * Calls `changed` after a commit of another connection, here or in another process: SQLite's
 * `data_version` changes then. Returns how to end the polling.
 */
export function pollDataVersion(db: DatabaseSync, changed: () => void): () => void {
  const statement = db.prepare('PRAGMA data_version');
  const version = () => statement.get()?.data_version;
  let seen = version();
  const timer = setInterval(() => {
    let now: typeof seen;
    try {
      now = version();
    } catch {
      // The file cannot be read at the moment; requests that need it report the error.
      return;
    }
    if (now === seen) return;
    seen = now;
    changed();
  }, pollMs);
  timer.unref();
  return () => clearInterval(timer);
}
