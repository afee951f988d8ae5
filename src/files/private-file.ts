import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import { KtimaError } from '../errors.ts';

/*
 * What Ktima keeps is for the user it runs as, whatever the umask says: databases hold signing keys,
 * password hashes and bought data.
 */

/** Modes of what Ktima makes. */
export const privateFileMode = 0o600;
export const privateFolderMode = 0o700;

/** What the group and all others may do. */
const othersMask = 0o077;

/** Makes a folder for this user alone. A folder that is there stays as it is. */
export function makePrivateFolder(path: string): void {
  unlessThere(() => mkdirSync(path, { mode: privateFolderMode }));
}

/**
 * Makes an empty file for this user alone, or takes from others what they may do with the one that is
 * there; refuses a file where that cannot be done.
 *
 * A file that is there is never opened: to close it again would release the locks that SQLite holds
 * on it in this process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
export function makePrivateFile(path: string): void {
  unlessThere(() => closeSync(openSync(path, 'wx', privateFileMode)));
  closeToOthers(path, statSync(path));
}

/** The same for a file that may be missing, and then stays so; a link is left alone. */
export function keepPrivateFile(path: string): void {
  const facts = lstatSync(path, { throwIfNoEntry: false });
  if (facts) closeToOthers(path, facts);
}

function unlessThere(make: () => void): void {
  try {
    make();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

function closeToOthers(path: string, facts: Stats): void {
  const { mode } = facts;
  // Windows has no such modes.
  if (!facts.isFile() || (mode & othersMask) === 0 || process.platform === 'win32') return;
  try {
    chmodSync(path, privateFileMode);
  } catch (cause) {
    throw openToOthers(path, mode, 'only its owner can change that', cause);
  }
  // Some file systems know no modes, and take every chmod without a word.
  if ((statSync(path).mode & othersMask) !== 0) {
    throw openToOthers(path, mode, 'its file system does not keep modes');
  }
}

function openToOthers(path: string, mode: number, why: string, cause?: unknown): KtimaError {
  const found = `mode ${(mode & 0o777).toString(8)}`;
  const message =
    `${path}: other users of this machine may read it (${found}), and ${why}: ` +
    `run chmod 600 on it as its owner, or put it elsewhere`;
  return new KtimaError('BAD_DATA', message, { cause });
}
