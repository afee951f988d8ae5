import { fstat } from 'node:fs';
import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { KtimaError } from '../errors.ts';
import { freshName, isPlainFile } from './write-file.ts';

/**
 * Refuses to write to a file that is needed, by whatever name: through links, hard links or
 * another path. `-` is standard input, which may be a file too.
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
      const message = `${output}: is the same file as ${other}; name another to write to`;
      throw new KtimaError('USAGE', message);
    }
  }
}

/** Refuses, before work begins, what `replaceFile` could not or should not replace in the end. */
export async function checkReplaceable(path: string, needed: readonly string[]): Promise<void> {
  await isPlainFile(path);
  await refuseSameFile(needed, [path, freshName(path)]);
}

/** The same for all names of one file, whether or not it exists yet. */
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
