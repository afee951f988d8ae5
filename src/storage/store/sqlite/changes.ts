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

/** Reads something once, and again after each commit, of this connection or another. */
export function untilChange<T>(db: DatabaseSync, read: () => T): () => T {
  const statement = db.prepare(
    "SELECT data_version || '-' || total_changes() AS version FROM pragma_data_version",
  );
  let known: { readonly version: unknown; readonly value: T } | undefined;
  return () => {
    const version = statement.get()?.version;
    if (known?.version === version) return known!.value;
    const value = read();
    // What is not committed yet may be rolled back.
    if (!db.isTransaction) known = { version, value };
    return value;
  };
}
