import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  openSync,
  type Stats,
  statSync,
} from 'node:fs';
import { badData, type KtimaError } from '../errors.ts';

/*
 * Ktima's files are private to the user it runs as, whatever the umask is: databases contain signing
 * keys, password hashes and bought data.
 */

/** The modes of files and folders that Ktima creates. */
export const privateFileMode = 0o600;
export const privateFolderMode = 0o700;

/** The permissions of the group and of others. */
const othersMask = 0o077;

/** Creates a folder that is private to this user. An existing folder is not changed. */
export function makePrivateFolder(path: string): void {
  unlessThere(() => mkdirSync(path, { mode: privateFolderMode }));
}

/** Creates an empty file that is private to this user. An existing file is not changed. */
export function createPrivateFile(path: string): void {
  unlessThere(() => closeSync(openSync(path, 'wx', privateFileMode)));
}

/**
 * Removes the permissions of others from an existing file. Throws if that is not possible; ignores a
 * link.
 *
 * It never opens the file: closing it would release the locks that SQLite holds on it in this
 * process (https://www.sqlite.org/howtocorrupt.html, section 2.2).
 */
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
  // Windows does not have these modes.
  if (!facts.isFile() || (mode & othersMask) === 0 || process.platform === 'win32') return;
  try {
    chmodSync(path, privateFileMode);
  } catch (cause) {
    throw openToOthers(path, mode, 'only its owner can change that', cause);
  }
  // Some file systems have no modes and ignore chmod silently.
  if ((statSync(path).mode & othersMask) !== 0) {
    throw openToOthers(path, mode, 'its file system does not keep modes');
  }
}

function openToOthers(path: string, mode: number, why: string, cause?: unknown): KtimaError {
  const found = `mode ${(mode & 0o777).toString(8)}`;
  const message =
    `${path}: other users of this machine may read it (${found}), and ${why}: ` +
    `run chmod 600 on it as its owner, or put it elsewhere`;
  return badData(message, { cause });
}
