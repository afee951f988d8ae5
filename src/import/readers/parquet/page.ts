import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { readAt } from '../zip/directory.ts';
import { readStruct, type ThriftStruct } from './thrift.ts';

/** A page of values or of a dictionary, still compressed. */
export interface Page {
  readonly header: ThriftStruct;
  readonly body: Buffer;
  readonly unpackedBytes: number;
  /** The offset of the next page in the file. */
  readonly end: number;
}

/** The limit of one page, and of the current pages of all columns together. */
export const largestPageBytes = 256 * 1024 * 1024;
/** A page that unpacks to more than this may not exceed 200 times its compressed size. */
const harmlessPageBytes = 16 * 1024 * 1024;
const usualHeaderBytes = 16 * 1024;
const longestHeaderBytes = 1024 * 1024;

/** Reads the page at `at` of a column chunk that ends at `chunkEnd`; throws a RangeError if invalid. */
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

/** Its length is not known before it is read; it is nearly always a few hundred bytes. */
async function readHeader(file: FileHandle, at: number, end: number) {
  const read = async (length: number) => {
    const start = await readAt(file, at, Math.min(end - at, length));
    const { value: header, end: headerBytes } = readStruct(start);
    return { start, header, headerBytes };
  };
  return read(usualHeaderBytes).catch(() => read(longestHeaderBytes));
}
