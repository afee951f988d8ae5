import { DatabaseSync } from 'node:sqlite';
import { createPrivateFile } from './private-file.ts';

/**
 * Locks a file; returns how to release it, or why it has no lock. SQLite does so for us: Node.js
 * cannot, and the system frees it with the process.
 */
export function lockFile(path: string) {
  let db: DatabaseSync | undefined;
  try {
    createPrivateFile(path);
    db = new DatabaseSync(path, { timeout: 0 });
    db.exec('BEGIN EXCLUSIVE');
    const locked = db;
    return async () => locked.close();
  } catch (error) {
    db?.close();
    return isLocked(error) || isLockedForReaders(path) ? 'taken' : 'forbidden';
  }
}

/** For a process that may not write the file. */
function isLockedForReaders(path: string): boolean {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly: true, timeout: 0 });
    db.prepare('SELECT 1 FROM sqlite_schema').get();
    return false;
  } catch (error) {
    return isLocked(error);
  } finally {
    db?.close();
  }
}

function isLocked(error: unknown): boolean {
  return /locked/.test((error as Error).message);
}
