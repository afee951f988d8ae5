import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { badFile } from '../files/bytes.ts';

/** SHA-256 of all files together, in hex. */
export async function checksumOf(files: readonly string[]): Promise<string> {
  const hash = createHash('sha256');
  for (const file of files) {
    try {
      for (const part of await partsOf(file)) {
        for await (const chunk of createReadStream(part)) hash.update(chunk);
      }
    } catch (cause) {
      throw badFile(file, cause);
    }
  }
  return hash.digest('hex');
}

/** The file itself, or the files in a folder such as a File Geodatabase. */
async function partsOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const files = entries.filter(entry => entry.isFile()).map(({ name }) => join(path, name));
  return files.sort();
}
