import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import { damageIn } from '../bytes.ts';
import { readAt } from '../zip/directory.ts';
import { hybridNumbers, type NextValue } from './bit-runs.ts';
import { unpackPage } from './compression.ts';
import type { ColumnChunk } from './metadata.ts';
import { readStruct, type ThriftStruct } from './thrift.ts';
import { openValues, readDictionary } from './values.ts';

/** The pages that all columns of a file hold at one time, in bytes. */
export interface HeldBytes {
  bytes: number;
}

/** The values of a column in one group of rows, of which one page at a time is held. */
export interface ColumnValues {
  /** How many values of the page are left; at 0 the next page must be loaded. */
  left(): number;
  next: NextValue<unknown>;
  load(): Promise<void>;
}

const mostHeldBytes = 256 * 1024 * 1024;
/** A page larger than this may not unpack to over 200 times its size. */
const harmlessPageBytes = 16 * 1024 * 1024;
const usualHeaderBytes = 16 * 1024;
const longestHeaderBytes = 1024 * 1024;
const [dataPage, indexPage, dictionaryPage, dataPageV2] = [0, 1, 2, 3];

interface Page {
  readonly header: ThriftStruct;
  readonly body: Buffer;
  readonly unpackedBytes: number;
}

/** Opens the values of a column chunk. What cannot be read is a RangeError that names the column. */
export function openColumnValues(
  file: FileHandle,
  chunk: ColumnChunk,
  held: HeldBytes,
): ColumnValues {
  let at = chunk.start;
  let words: unknown[] | undefined;
  let left = 0;
  let next: NextValue<unknown> = () => undefined;
  let pageBytes = 0;

  const takePage = async (): Promise<Page> => {
    if (at >= chunk.end) throw new RangeError('it has fewer values than rows');
    const page = await readPage(file, at, chunk.end);
    at = page.end;
    hold(page.unpackedBytes);
    return page;
  };
  const hold = (bytes: number) => {
    held.bytes += bytes - pageBytes;
    pageBytes = bytes;
    if (held.bytes > mostHeldBytes) {
      throw new RangeError(`pages of over ${mostHeldBytes} bytes; write it with smaller ones`);
    }
  };
  const load = async () => {
    const page = await takePage();
    const type = page.header.number(1);
    if (type === dictionaryPage) {
      const bytes = unpackPage(page.body, chunk.codec, page.unpackedBytes);
      words = readDictionary(bytes, chunk.column, page.header.struct(7)?.number(1) ?? -1);
      // Its words are held as long as the column is, besides the pages.
      pageBytes = 0;
    } else if (type === dataPage || type === dataPageV2) {
      const values = openPage(page, chunk, words, type === dataPageV2);
      left = values.count;
      next = values.next;
    } else if (type !== indexPage) throw new RangeError(`a page of unknown type ${type}`);
  };
  return {
    left: () => left,
    next() {
      left--;
      return named(chunk, next);
    },
    async load() {
      while (left === 0) await load().catch(error => named(chunk, () => rethrow(error)));
    },
  };
}

function rethrow(error: unknown): never {
  throw error;
}

function named<T>({ column }: ColumnChunk, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new RangeError(`column ${column.name}: ${damageIn(error)}`);
  }
}

async function readPage(
  file: FileHandle,
  at: number,
  end: number,
): Promise<Page & { end: number }> {
  const { start, header, headerBytes } = await readHeader(file, at, end);
  const packedBytes = header.number(3) ?? -1;
  const unpackedBytes = header.number(2) ?? -1;
  const bodyAt = at + headerBytes;
  if (packedBytes < 0 || unpackedBytes < 0 || bodyAt + packedBytes > end) {
    throw new RangeError(`byte ${at}: a page of ${packedBytes} bytes does not fit`);
  }
  if (unpackedBytes > mostHeldBytes) throw new RangeError(`a page of ${unpackedBytes} bytes`);
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

/** The values of a data page; one is null where its level is 0. */
function openPage(
  { header, body, unpackedBytes }: Page,
  { column, codec }: ColumnChunk,
  words: readonly unknown[] | undefined,
  isV2: boolean,
): { count: number; next: NextValue<unknown> } {
  const facts = header.struct(isV2 ? 8 : 5);
  const count = facts?.number(1) ?? -1;
  if (!facts || count < 0) throw new RangeError('a page that does not say how many values');
  const parts = isV2
    ? splitV2(body, codec, unpackedBytes, facts)
    : splitV1(unpackPage(body, codec, unpackedBytes), column.isOptional, facts);
  const values = openValues(parts.values, column, facts.number(isV2 ? 4 : 2) ?? -1, words);
  if (!column.isOptional) return { count, next: values };
  const levels = hybridNumbers(parts.levels, 1);
  return { count, next: () => (levels() === 0 ? null : values()) };
}

interface PageParts {
  readonly levels: Buffer;
  readonly values: Buffer;
}

const runLevels = 3;

function splitV1(page: Buffer, hasLevels: boolean, facts: ThriftStruct): PageParts {
  if (!hasLevels) return { levels: Buffer.alloc(0), values: page };
  if (facts.number(3) !== runLevels) throw new RangeError('levels that are not read');
  const end = 4 + page.readUInt32LE(0);
  if (end > page.length) throw new RangeError('levels that do not fit');
  return { levels: page.subarray(4, end), values: page.subarray(end) };
}

/** Its levels stand before the packed values, unpacked. */
function splitV2(
  body: Buffer,
  codec: number,
  unpackedBytes: number,
  facts: ThriftStruct,
): PageParts {
  const [levelBytes, repetitionBytes] = [facts.number(5) ?? 0, facts.number(6) ?? 0];
  const start = levelBytes + repetitionBytes;
  if (levelBytes < 0 || repetitionBytes < 0 || start > Math.min(body.length, unpackedBytes)) {
    throw new RangeError('levels that do not fit');
  }
  const levels = body.subarray(repetitionBytes, start);
  const packed = body.subarray(start);
  const isPacked = facts.flag(7) ?? true;
  const values = isPacked ? unpackPage(packed, codec, unpackedBytes - start) : packed;
  return { levels, values };
}
