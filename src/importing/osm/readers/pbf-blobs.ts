import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflate } from 'node:zlib';
import { badData, KtimaError } from '#tools/errors.ts';
import {
  bytesField,
  cursorOver,
  nextField,
  numberField,
  skipField,
  textField,
} from './protobuf.ts';
import type { SizeLimits } from './size-limits.ts';

/** A piece of an OSM PBF file. Numbers of fields are those of the format's fileformat.proto. */
export interface Blob {
  readonly type: string;
  /** Its offset in the file, and the offset of the next one. */
  readonly offset: number;
  readonly end: number;
  /** Its contents: inflated by `inflatedBlobs`. */
  readonly bytes: Buffer;
}

/** Limits of the format, in bytes: the header before a blob, a blob, and a blob inflated. */
const headerLimit = 64 * 1024;
const blobLimit = 32 * 1024 * 1024;

const windowBytes = 1024 * 1024;
/** How many blobs the thread pool inflates while the main thread decodes one. */
const blobsAhead = 4;

const unreadCompressions = new Map([
  [4, 'lzma'],
  [5, 'bzip2'],
  [6, 'lz4'],
  [7, 'zstd'],
]);

const inflateInPool = promisify(inflate);

/**
 * The blobs of a file in order, inflated. Before each blob `jump` gets its offset and returns the
 * offset to continue at, so that blobs known from an earlier pass are skipped.
 */
export async function* inflatedBlobs(
  path: string,
  totalBytes: number,
  jump: (offset: number) => number,
  limits: SizeLimits,
): AsyncGenerator<Blob> {
  const started: Promise<Blob>[] = [];
  try {
    for await (const blob of packedBlobs(path, totalBytes, jump)) {
      const inflated = inflateBlob(blob, limits).catch(cause => {
        throw badBlob(path, blob.offset, cause);
      });
      // A blob that fails after the caller has stopped reading must not be an unhandled rejection.
      inflated.catch(() => {});
      started.push(inflated);
      if (started.length > blobsAhead) yield await started.shift()!;
    }
    for (const blob of started) yield await blob;
  } finally {
    await Promise.allSettled(started);
  }
}

/** The error for whatever goes wrong in reading a blob: names its place. */
export function badBlob(path: string, offset: number, cause: unknown): KtimaError {
  if (cause instanceof KtimaError) return cause;
  const problem = (cause as Error).message;
  return badData(`${path}, blob at byte ${offset}: ${problem}`, { cause });
}

async function* packedBlobs(path: string, totalBytes: number, jump: (offset: number) => number) {
  let offset = jump(0);
  try {
    await using file = await open(path);
    const read = windowOn(file);
    while (offset < totalBytes) {
      const blob = await packedBlob(read, offset, totalBytes);
      yield blob;
      offset = jump(blob.end);
    }
  } catch (cause) {
    throw badBlob(path, offset, cause);
  }
}

type Read = (at: number, length: number) => Promise<Buffer>;

/** Reads a megabyte at a time: one wait for some fifteen blobs. */
function windowOn(file: FileHandle): Read {
  let start = 0;
  let window = Buffer.alloc(0);
  return async (at, length) => {
    if (at < start || at + length > start + window.length) {
      const bytes = Buffer.allocUnsafe(Math.max(length, windowBytes));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
      window = bytes.subarray(0, bytesRead);
      start = at;
    }
    if (at + length > start + window.length) throw new RangeError('the file ends in the middle');
    return window.subarray(at - start, at - start + length);
  };
}

async function packedBlob(read: Read, offset: number, totalBytes: number): Promise<Blob> {
  const headerLength = (await read(offset, 4)).readUInt32BE();
  if (headerLength > headerLimit) {
    throw new RangeError(`its header says ${headerLength} bytes, expected at most ${headerLimit}`);
  }
  const { type, size } = readHeader(await read(offset + 4, headerLength));
  if (size < 0 || size > blobLimit) {
    throw new RangeError(`it says ${size} bytes, expected at most ${blobLimit}`);
  }
  const start = offset + 4 + headerLength;
  const end = start + size;
  // Checked before room for it is made.
  if (end > totalBytes) throw new RangeError('the file ends in the middle');
  return { type, offset, end, bytes: await read(start, size) };
}

function readHeader(bytes: Buffer): { type: string; size: number } {
  const cursor = cursorOver(bytes);
  let type = '';
  let size = -1;
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    if (key >>> 3 === 1) type = textField(cursor, key);
    else if (key >>> 3 === 3) size = numberField(cursor, key);
    else skipField(cursor, key);
  }
  return { type, size };
}

async function inflateBlob(blob: Blob, limits: SizeLimits): Promise<Blob> {
  const cursor = cursorOver(blob.bytes);
  let raw: Buffer | undefined;
  let zlib: Buffer | undefined;
  let rawSize = 0;
  for (let key = nextField(cursor); key !== 0; key = nextField(cursor)) {
    const field = key >>> 3;
    const unread = unreadCompressions.get(field);
    if (unread) throw new RangeError(`it is packed with ${unread}, expected zlib or nothing`);
    if (field === 1) raw = bytesField(cursor, key);
    else if (field === 2) rawSize = numberField(cursor, key);
    else if (field === 3) zlib = bytesField(cursor, key);
    else skipField(cursor, key);
  }
  if (zlib === undefined && raw === undefined) throw new RangeError('it is empty');
  refuseLarge(rawSize);
  limits.addUnpacked(zlib ? rawSize : raw!.length, blob.end);
  return { ...blob, bytes: zlib ? await inflateBytes(zlib, rawSize) : raw! };
}

function refuseLarge(size: number): void {
  if (size >= 0 && size <= blobLimit) return;
  throw new RangeError(`it inflates to ${size} bytes, expected at most ${blobLimit}`);
}

async function inflateBytes(zlib: Buffer, size: number): Promise<Buffer> {
  const bytes = await inflateInPool(zlib, {
    maxOutputLength: Math.max(size, 1),
    // In one call; the spare bytes let zlib detect the end.
    chunkSize: size + 64,
  }).catch(cause => {
    throw new RangeError(inflateProblem(cause, size), { cause });
  });
  if (bytes.length !== size) {
    throw new RangeError(`it inflates to ${bytes.length} bytes, expected ${size}`);
  }
  return bytes;
}

function inflateProblem({ code, message }: NodeJS.ErrnoException, size: number): string {
  if (code === 'ERR_BUFFER_TOO_LARGE') return `it inflates to more than the ${size} bytes it says`;
  return `its zlib data are damaged (${message})`;
}
