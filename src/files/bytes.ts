import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { KtimaError } from '../errors.ts';

/** Longest feature, row or record that is read: 16 MB of JSON may take 900 MB once parsed. */
export const longestFeatureBytes = 16 * 1024 * 1024;

/** The bytes of a file, unpacked where it is gzipped. */
export interface Bytes {
  readonly gzipped: boolean;
  /** Size of the file as it stands on the disk. */
  readonly totalBytes: number;
  /** How far the latest pass has come in the file as it stands on the disk. */
  bytesRead(): number;
  /** A pass from the start; ending it early frees the file. */
  chunks(): AsyncGenerator<Buffer>;
}

const chunkBytes = 256 * 1024;
const harmlessBytes = 256 * 1024 * 1024;
const mostUnpackedPerPacked = 200;

/** Opens a file to be read from its start as often as wanted; gzip is known by its first bytes. */
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

/** Refuses what unpacks to more than 256 MB and to more than 200 times its packed size. */
export function refuseBomb(path: string, unpackedBytes: number, packedBytes: number): void {
  if (unpackedBytes > harmlessBytes && unpackedBytes > mostUnpackedPerPacked * packedBytes) {
    throw badFile(
      path,
      `unpacks to over ${mostUnpackedPerPacked} times its size, which no honest file does`,
    );
  }
}

/** The error for a file that cannot be read: what is wrong, or the failure that told so. */
export function badFile(path: string, problem: unknown): KtimaError {
  if (problem instanceof KtimaError) return problem;
  if (typeof problem === 'string') return new KtimaError('BAD_DATA', `${path}: ${problem}`);
  const { code = '', message } = problem as NodeJS.ErrnoException;
  const told = failures[code] ?? `cannot be read: ${message}`;
  return new KtimaError('BAD_DATA', `${path}: ${told}`, { cause: problem });
}

/** What a RangeError says of damaged bytes; Node's own speaks of offsets that nobody sees. */
export function damageIn(error: RangeError & { code?: string }): string {
  return error.code === 'ERR_OUT_OF_RANGE' || error.code === 'ERR_BUFFER_OUT_OF_BOUNDS'
    ? 'it points beyond its end'
    : error.message;
}

const failures: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EACCES: 'this user may not read it',
  EISDIR: 'expected a file, this is a folder',
  ENOSPC: 'no room left on the disk to unpack it',
  Z_BUF_ERROR: 'the packed data end in the middle',
  Z_DATA_ERROR: 'the packed data are damaged',
};

async function inspect(path: string): Promise<{ totalBytes: number; gzipped: boolean }> {
  try {
    await using file = await open(path);
    const facts = await file.stat();
    // A pipe or device can be read once only, and may never end.
    if (!facts.isFile()) throw badFile(path, 'expected a plain file');
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return { totalBytes: facts.size, gzipped: buffer[0] === 0x1f && buffer[1] === 0x8b };
  } catch (cause) {
    throw badFile(path, cause);
  }
}
