import { statSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { movedCode } from './sqlite-errors.ts';

/** The file that a database had when it was opened. */
const opened = new WeakMap<DatabaseSync, { readonly path: string; readonly file: string }>();

/** Remembers which file a database has now. */
export function rememberFile(db: DatabaseSync, path: string): void {
  const file = fileAt(path);
  if (file !== undefined) opened.set(db, { path, file });
}

/** Throws if another file is there, or none: what is written would be lost with the one in use. */
export function checkFile(db: DatabaseSync): void {
  const known = opened.get(db);
  const now = known && fileAt(known.path);
  if (known?.file === now) return;
  const what = now === undefined ? 'was removed' : 'was replaced by another file';
  throw Object.assign(new Error(`${known!.path} ${what}`), { errcode: movedCode });
}

/** Device and inode; undefined if there is no file. */
function fileAt(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}
