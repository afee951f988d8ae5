import type { FileHandle } from 'node:fs/promises';
import { brotliDecompressSync, crc32, gunzipSync, zstdDecompressSync } from 'node:zlib';
import { damageIn } from '../../../files/bytes.ts';
import { readAt } from '../../../files/zip/directory.ts';
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

type Unpack = (packed: Buffer, length: number) => Buffer;

const codecs: Readonly<Record<number, Unpack>> = {
  0: packed => packed,
  1: snappyUnpack,
  2: (packed, length) => gunzipSync(packed, { maxOutputLength: length }),
  4: (packed, length) => brotliDecompressSync(packed, { maxOutputLength: length }),
  6: (packed, length) => zstdDecompressSync(packed, { maxOutputLength: length }),
  7: lz4Unpack,
};

/** Unpacks a page; throws a RangeError if it is damaged or not exactly `length` bytes. */
export function unpackPage(packed: Buffer, codec: number, length: number): Buffer {
  const unpack = codecs[codec];
  if (!unpack) {
    throw new RangeError(
      `packed by codec ${codec}, expected Snappy, gzip, Brotli, Zstandard or LZ4 (raw); write it with one of them`,
    );
  }
  const page = length === 0 ? Buffer.alloc(0) : tryTo(() => unpack(packed, length));
  if (page.length === length) return page;
  throw new RangeError(`a page of ${length} bytes once unpacked, got ${page.length}`);
}

/** zlib throws many classes of errors, which all mean the same here. */
function tryTo(unpack: () => Buffer): Buffer {
  try {
    return unpack();
  } catch (error) {
    throw new RangeError(`the packed data are damaged: ${damageIn(error as RangeError)}`);
  }
}

/**
 * Unpacks Snappy's raw format to exactly `length` bytes. Throws a RangeError when it is damaged or
 * has another length.
 */
function snappyUnpack(packed: Buffer, length: number): Buffer {
  const out = Buffer.allocUnsafe(length);
  let at = 0;
  let to = 0;
  // Skips the length at the start, which the caller has already.
  while (packed.readUInt8(at++) >= 0x80);
  const room = (wanted: number) => {
    if (to + wanted > length) throw new RangeError(`more than ${length} bytes`);
  };
  const literal = (tag: number) => {
    const lengthBytes = Math.max((tag >> 2) - 59, 0);
    const count = lengthBytes === 0 ? (tag >> 2) + 1 : packed.readUIntLE(at, lengthBytes) + 1;
    at += lengthBytes;
    room(count);
    if (at + count > packed.length) throw new RangeError('it ends in the middle');
    packed.copy(out, to, at, at + count);
    at += count;
    to += count;
  };
  const copy = (count: number, back: number) => {
    room(count);
    if (back === 0 || back > to) throw new RangeError('a copy from before the start');
    // Source and target may overlap; then the copied bytes repeat.
    for (let end = to + count; to < end; to++) out[to] = out[to - back]!;
  };
  while (at < packed.length) {
    const tag = packed[at++]!;
    const kind = tag & 3;
    if (kind === 0) literal(tag);
    else {
      const offsetBytes = kind === 3 ? 4 : kind;
      const offset = packed.readUIntLE(at, offsetBytes);
      at += offsetBytes;
      if (kind === 1) copy(((tag >> 2) & 7) + 4, offset + ((tag >> 5) << 8));
      else copy((tag >> 2) + 1, offset);
    }
  }
  if (to < length) throw new RangeError(`only ${to} bytes of ${length}`);
  return out;
}

/** Unpacks an LZ4 block to exactly `length` bytes; otherwise throws a RangeError. */
function lz4Unpack(packed: Buffer, length: number): Buffer {
  const out = Buffer.allocUnsafe(length);
  let at = 0;
  let to = 0;
  /** A nibble of 15 means that more bytes follow, until one is not 255. */
  const readLength = (nibble: number): number => {
    let value = nibble;
    for (let byte = nibble === 15 ? 255 : 0; byte === 255; value += byte)
      byte = packed.readUInt8(at++);
    return value;
  };
  const room = (wanted: number) => {
    if (to + wanted > length) throw new RangeError(`more than ${length} bytes`);
  };
  while (at < packed.length) {
    const token = packed[at++]!;
    const literals = readLength(token >> 4);
    room(literals);
    if (at + literals > packed.length) throw new RangeError('it ends in the middle');
    packed.copy(out, to, at, at + literals);
    at += literals;
    to += literals;
    // The last sequence has only literals.
    if (at === packed.length) break;
    const back = packed.readUInt16LE(at);
    at += 2;
    const count = readLength(token & 15) + 4;
    room(count);
    if (back === 0 || back > to) throw new RangeError('a copy from before the start');
    for (let end = to + count; to < end; to++) out[to] = out[to - back]!;
  }
  if (to < length) throw new RangeError(`only ${to} bytes of ${length}`);
  return out;
}
