import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { badFile } from '#tools/files/bytes.ts';
import { type Exit, inShell, limitOf, notInstalled, runProgram } from '#tools/files/run-program.ts';
import type { StoredFile } from './elements.ts';

/** How a file is packed. */
export type Packing = 'plain' | 'gzip' | 'bzip2';

const chunkSize = 64 * 1024;

/** More than that many bytes, unpacked two hundredfold, are a bomb; real files do about tenfold. */
const bombBytes = 64 * 1024 * 1024;

const bombRatio = 200;

/** Ten minutes, and ten times what a slow machine needs; it writes no file. */
const bzip2Limits = (packedBytes: number) => ({
  seconds: 600 + Math.ceil(packedBytes / 100_000),
  memoryBytes: 1024 ** 3,
  outputBytes: 0,
});

/** Reads a file from its start, unpacked; `bytesRead` counts its bytes on the disk. */
export function unpack(stored: StoredFile, form: Packing, limits = bzip2Limits(stored.totalBytes)) {
  const { path, packing } = stored;
  const file = createReadStream(path, { highWaterMark: chunkSize });
  const open = {
    plain: () => file as AsyncIterable<Buffer>,
    gzip: () => pipeline(file, createGunzip({ chunkSize }), () => {}),
    bzip2: () => bunzip2(),
  }[form];
  return { chunks, bytesRead: () => file.bytesRead };

  /** Damage throws an error after all that is valid before it. */
  async function* chunks(): AsyncGenerator<Buffer> {
    let bytes = 0;
    for await (const chunk of open()) {
      bytes += chunk.length;
      if (bytes > bombBytes && bytes > bombRatio * packing * file.bytesRead) {
        throw new RangeError(`it unpacks to more than ${bombRatio} times its size`);
      }
      yield chunk;
    }
  }

  /** Unpacks by bzip2 of the system, also several streams in one file. */
  async function* bunzip2() {
    const exit = yield* runProgram({
      name: 'bzip2',
      args: ['-dc'],
      folder: '/',
      limits,
      input: file,
    });
    if (exit.code === notInstalled) {
      throw badFile(
        path,
        'it is packed with bzip2, which is not installed: install it (on Debian apt-get install ' +
          `bzip2) and run this again, or run where it is: bunzip2 ${inShell(path)}; then import the result`,
      );
    }
    // It only warns of bytes that follow the last stream, and ignores them.
    if (exit.code !== 0 || exit.complaint !== '') throw new RangeError(bzip2Problem(exit));
  }
}

function bzip2Problem(exit: Exit): string {
  const limit = limitOf(exit);
  if (limit !== undefined) return `bzip2 cannot unpack it: ${limit}`;
  return exit.complaint.includes('ends unexpectedly')
    ? 'the packed data end in the middle'
    : 'the packed data are damaged';
}
