import { fstat, statfsSync } from 'node:fs';
import {
  access,
  constants,
  type FileHandle,
  lstat,
  open,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { promisify } from 'node:util';
import { type KtimaError, usageError } from '../errors.ts';

/*
 * Files that a command writes. The folder may be writable by other users, who could plant a link.
 * So nothing is written through a link, or into a file with a second hard link.
 */

/**
 * Throws if the path is something other than a plain file, or if its folder cannot be written.
 * Returns whether a file exists.
 */
export async function isPlainFile(path: string): Promise<boolean> {
  const facts = await lstat(path).catch(cause => {
    if (cause.code === 'ENOENT') return undefined;
    throw notWritten(path, cause);
  });
  if (facts && !facts.isFile()) {
    const found = facts.isSymbolicLink() ? 'a link' : facts.isDirectory() ? 'a folder' : 'a device';
    throw usageError(`${path}: expected the name of a file, this is ${found}`);
  }
  await access(dirname(path), constants.W_OK).catch(cause => {
    throw notWritten(cause.code === 'EACCES' ? dirname(path) : path, cause);
  });
  return facts !== undefined;
}

/** Creates a file for writing. Throws if the name exists already, also as a link. */
export async function createFile(path: string, mode = 0o666): Promise<FileHandle> {
  try {
    return await open(path, 'wx', mode);
  } catch (cause) {
    throw notWritten(path, cause);
  }
}

/** Replaces a file atomically: if the process is killed, the old file remains. */
export async function replaceFile(path: string, text: string): Promise<void> {
  await replaceFileBy(path, write => write(text));
}

/**
 * The same for a file that is written piece by piece, through its temporary name, or by its handle.
 * If `writeAll` fails, nothing is left.
 */
export async function replaceFileBy(
  path: string,
  writeAll: (
    write: (piece: string | Uint8Array) => Promise<void>,
    temporaryPath: string,
    handle: FileHandle,
  ) => Promise<void>,
  mode?: number,
): Promise<void> {
  await isPlainFile(path);
  const fresh = temporaryName(path);
  await rm(fresh, { force: true });
  const file = await createFile(fresh, mode);
  const named = <T>(work: Promise<T>) =>
    work.catch(cause => {
      throw notWritten(path, cause);
    });
  try {
    await writeAll(piece => named(file.appendFile(piece)), fresh, file);
    await named(file.datasync());
    await file.close();
    await named(rename(fresh, path));
  } catch (error) {
    await file.close();
    await rm(fresh, { force: true });
    throw error;
  }
}

/** Replaces a file with a value as indented JSON. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await replaceFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** The temporary name to which `replaceFile` writes before it renames the file. */
export function temporaryName(path: string): string {
  return `${path}.new`;
}

/** The error for a file that cannot be written, with the reason. */
export function notWritten(path: string, cause: unknown): KtimaError {
  const { code = '' } = cause as NodeJS.ErrnoException;
  const problem = failures[code] ?? `cannot be written (${code})`;
  return usageError(`${path}: ${problem}`, { cause });
}

const failures: Readonly<Record<string, string>> = {
  EEXIST: 'this name exists already; remove it first',
  ELOOP: 'expected a file, this is a link',
  ENOENT: 'its folder does not exist',
  ENOTDIR: 'its folder does not exist',
  EACCES: 'this user may not write it',
  EPERM: 'this user may not write it',
  EROFS: 'this disk is read-only',
  ENOSPC: 'no room left on the disk',
};

/**
 * Throws if the output is one of the needed files, also through a link, a hard link or another
 * path. `-` is standard input, which may be a file too.
 */
export async function refuseSameFile(
  needed: readonly string[],
  written: readonly string[],
): Promise<void> {
  for (const output of written) {
    const identity = await identityOf(output);
    for (const input of needed) {
      if (identity !== (await identityOf(input))) continue;
      const other = input === '-' ? 'standard input' : input;
      throw usageError(`${output}: is the same file as ${other}; choose another output file`);
    }
  }
}

/** Throws, before the work starts, if `replaceFile` could not or must not replace this file. */
export async function checkReplaceable(path: string, needed: readonly string[]): Promise<void> {
  await isPlainFile(path);
  await refuseSameFile(needed, [path, temporaryName(path)]);
}

/** The same for the output of a command: only with `force` may it replace a file. */
export async function checkOutput(
  path: string,
  needed: readonly string[],
  force: boolean,
): Promise<void> {
  await checkReplaceable(path, needed);
  if (force || !(await isPlainFile(path))) return;
  throw usageError(`${path}: exists already; --force replaces it`);
}

/** An identity that is the same for all names of a file, even if it does not exist yet. */
async function identityOf(path: string): Promise<string> {
  const asBigint = { bigint: true } as const;
  try {
    const { dev, ino } = await (path === '-'
      ? promisify(fstat)(process.stdin.fd, asBigint)
      : stat(path, asBigint));
    return `${dev}:${ino}`;
  } catch {
    return resolve(path);
  }
}

/** Free bytes for this user on the disk of a folder. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** A number of bytes in megabytes: `4.1 MB`, `91 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
}
