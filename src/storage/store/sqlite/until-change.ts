import type { DatabaseSync } from 'node:sqlite';

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
