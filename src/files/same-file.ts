import { fstat } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { KtimaError } from '../errors.ts';
import { isPlainFile, temporaryName } from './write-file.ts';

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
      const message = `${output}: is the same file as ${other}; choose another output file`;
      throw new KtimaError('USAGE', message);
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
  throw new KtimaError('USAGE', `${path}: exists already; --force replaces it`);
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
