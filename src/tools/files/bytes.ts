import { createHash } from 'node:crypto';
import { createReadStream, type Stats } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { failure, KtimaError } from '../errors.ts';
import type { Sentence } from '../notation/sentences.ts';

/** The longest feature, row or record. 16 MB of JSON may take 900 MB when parsed. */
export const longestFeatureBytes = 16 * 1024 * 1024;

/** The bytes of a file, decompressed if it is gzipped. */
export interface Bytes {
  readonly gzipped: boolean;
  /** The size of the file on disk. */
  readonly totalBytes: number;
  /** The position of the latest pass in the file on disk. */
  bytesRead(): number;
  /** Reads the file from the start. Ending it early closes the file. */
  chunks(): AsyncGenerator<Buffer>;
}

const chunkBytes = 256 * 1024;
const harmlessBytes = 256 * 1024 * 1024;
const mostUnpackedPerPacked = 200;

/** Opens a file that can be read several times. Detects gzip by the first bytes. */
export async function openBytes(path: string): Promise<Bytes> {
  const { totalBytes, gzipped } = await inspect(path);
  let bytesRead = () => 0;
  return {
    gzipped,
    totalBytes,
    bytesRead: () => bytesRead(),
    async *chunks() {
      const file = createReadStream(path, { highWaterMark: chunkBytes });
      bytesRead = () => file.bytesRead;
      const gunzip = () => pipeline(file, createGunzip({ chunkSize: chunkBytes }), () => {});
      let unpacked = 0;
      try {
        for await (const chunk of gzipped ? gunzip() : file) {
          unpacked += chunk.length;
          if (gzipped) refuseBomb(path, unpacked, file.bytesRead);
          yield chunk;
        }
      } catch (cause) {
        throw badFile(path, cause);
      }
    },
  };
}

/** Throws for a decompression bomb: over 256 MB, or `harmless`, and over 200 times the compressed size. */
export function refuseBomb(
  path: string,
  unpackedBytes: number,
  packedBytes: number,
  harmless = harmlessBytes,
): void {
  if (unpackedBytes > harmless && unpackedBytes > mostUnpackedPerPacked * packedBytes) {
    throw badFile(
      path,
      `unpacks to over ${mostUnpackedPerPacked} times its size, so it is refused as a zip bomb`,
    );
  }
}

/** The error for a file that cannot be read, from a text, a sentence or the original error. */
export function badFile(path: string, cause: unknown): KtimaError {
  if (cause instanceof KtimaError) return cause;
  const file = path === '' ? "''" : path;
  const isError = cause instanceof Error;
  const problem = isError ? whyUnreadable(cause) : (cause as string | Sentence);
  const said: Sentence = { code: 'of_file', values: { file, problem } };
  return failure('BAD_DATA', said, isError ? { cause } : {});
}

/** The reason why the system cannot read a file. */
function whyUnreadable(cause: unknown): string {
  const { code = '', message } = cause as NodeJS.ErrnoException;
  return failures[code] ?? `cannot be read: ${message}`;
}

/** Throws for a folder, and for a pipe or device, which can be read only once and may never end. */
export function refuseSpecialFile(path: string, facts: Stats): void {
  if (facts.isFile()) return;
  const found = facts.isDirectory() ? 'a folder' : 'a pipe or a device';
  throw badFile(path, `expected a plain file, this is ${found}`);
}

/** The message of a RangeError in damaged bytes. Node's own message names internal offsets. */
export function damageIn(error: RangeError & { code?: string }): string {
  return error.code === 'ERR_OUT_OF_RANGE' || error.code === 'ERR_BUFFER_OUT_OF_BOUNDS'
    ? 'it points beyond its end'
    : error.message;
}

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'expected a file, this is a folder',
  ENOTDIR: 'there is no such file',
  ENOSPC: 'no room left on the disk to unpack it',
  Z_BUF_ERROR: 'the packed data end in the middle',
  Z_DATA_ERROR: 'the packed data are damaged',
};

async function inspect(path: string): Promise<{ totalBytes: number; gzipped: boolean }> {
  try {
    await using file = await open(path);
    const facts = await file.stat();
    refuseSpecialFile(path, facts);
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return { totalBytes: facts.size, gzipped: buffer[0] === 0x1f && buffer[1] === 0x8b };
  } catch (cause) {
    throw badFile(path, cause);
  }
}

/** Checksum of all files together, in hex; by default SHA-256. */
export async function checksumOf(files: readonly string[], algorithm = 'sha256'): Promise<string> {
  const hash = createHash(algorithm);
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

/** Returned in place of a row or feature that cannot be read, while later ones can. */
export interface Unreadable {
  readonly number: number;
  readonly problem: string;
}

export function isUnreadable<Item extends object>(item: Item | Unreadable): item is Unreadable {
  return 'problem' in item;
}

/** How far an import has come, for a progress bar. */
export interface Progress {
  readonly doneBytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}
