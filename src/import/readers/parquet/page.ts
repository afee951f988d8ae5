import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readAt } from '../zip/directory.ts';
import { readStruct, type ThriftStruct } from './thrift.ts';

/** A page of values or of a dictionary, still packed. */
export interface Page {
  readonly header: ThriftStruct;
  readonly body: Buffer;
  readonly unpackedBytes: number;
  /** Where the next page begins in the file. */
  readonly end: number;
}

/** Largest page that is read, and most that the pages of all columns may be together. */
export const largestPageBytes = 256 * 1024 * 1024;
/** A page larger than this may not unpack to over 200 times its size. */
const harmlessPageBytes = 16 * 1024 * 1024;
const usualHeaderBytes = 16 * 1024;
const longestHeaderBytes = 1024 * 1024;

/** Reads the page at `at`, of a column chunk that ends at `chunkEnd`. Nonsense is a RangeError. */
export async function readPage(file: FileHandle, at: number, chunkEnd: number): Promise<Page> {
  const { start, header, headerBytes } = await readHeader(file, at, chunkEnd);
  const packedBytes = header.number(3) ?? -1;
  const unpackedBytes = header.number(2) ?? -1;
  const bodyAt = at + headerBytes;
  if (packedBytes < 0 || unpackedBytes < 0 || bodyAt + packedBytes > chunkEnd) {
    throw new RangeError(`byte ${at}: a page of ${packedBytes} bytes does not fit`);
  }
  if (unpackedBytes > largestPageBytes) throw new RangeError(`a page of ${unpackedBytes} bytes`);
  if (unpackedBytes > Math.max(harmlessPageBytes, 200 * packedBytes)) {
    throw new RangeError(`a page of ${packedBytes} bytes that unpacks to ${unpackedBytes}`);
  }
  const body =
    headerBytes + packedBytes <= start.length
      ? start.subarray(headerBytes, headerBytes + packedBytes)
      : await readAt(file, bodyAt, packedBytes);
  const checksum = header.number(4);
  if (checksum !== undefined && checksum >>> 0 !== crc32(body)) {
    throw new RangeError(`byte ${at}: the checksum of a page is wrong`);
  }
  return { header, body, unpackedBytes, end: bodyAt + packedBytes };
}

/** Its length is not known before it is read: nearly always some hundred bytes. */
async function readHeader(file: FileHandle, at: number, end: number) {
  const read = async (length: number) => {
    const start = await readAt(file, at, Math.min(end - at, length));
    const { value: header, end: headerBytes } = readStruct(start);
    return { start, header, headerBytes };
  };
  return read(usualHeaderBytes).catch(() => read(longestHeaderBytes));
}
