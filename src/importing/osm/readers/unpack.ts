import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';

const chunkSize = 64 * 1024;

/** More than that many bytes, unpacked two hundredfold, are a bomb; real files do about tenfold. */
const bombBytes = 64 * 1024 * 1024;
const bombRatio = 200;

/** Reads a file from its start, unpacked; `bytesRead` counts its bytes on the disk. */
export function unpack(path: string, isGzipped: boolean) {
  const file = createReadStream(path, { highWaterMark: chunkSize });
  return { chunks, bytesRead: () => file.bytesRead };

  /** Damage throws an error after all that is valid before it. */
  async function* chunks(): AsyncGenerator<Buffer> {
    let bytes = 0;
    const open: AsyncIterable<Buffer> = isGzipped
      ? pipeline(file, createGunzip({ chunkSize }), () => {})
      : file;
    for await (const chunk of open) {
      bytes += chunk.length;
      if (bytes > bombBytes && bytes > bombRatio * file.bytesRead) {
        throw new RangeError(`it unpacks to more than ${bombRatio} times its size`);
      }
      yield chunk;
    }
  }
}
