import type { Unreadable } from './bytes.ts';
import { type Bytes, badFile, longestFeatureBytes } from './bytes.ts';

/** The part of a byte stream in memory: it grows at its end and is dropped from its start. */
export interface ByteWindow extends AsyncDisposable {
  readonly bytes: Buffer;
  /** The number of bytes in the stream before the window. */
  readonly offset: number;
  /** Reads the next chunk; false when the stream has ended. */
  more(): Promise<boolean>;
  /** Drops the first `length` bytes; views of them stay valid. */
  drop(length: number): void;
}

/** Opens an empty window at the start of a stream; disposing it ends the stream. */
export function windowOn(chunks: AsyncGenerator<Buffer>): ByteWindow {
  let bytes: Buffer = Buffer.alloc(0);
  let offset = 0;
  return {
    get bytes() {
      return bytes;
    },
    get offset() {
      return offset;
    },
    async more() {
      const { done, value } = await chunks.next();
      if (done) return false;
      bytes = bytes.length === 0 ? value : Buffer.concat([bytes, value]);
      return true;
    },
    drop(length) {
      bytes = bytes.subarray(length);
      offset += length;
    },
    async [Symbol.asyncDispose]() {
      await chunks.return(undefined);
    },
  };
}

/** Grows the window to `length` bytes, or to the end of the stream. */
export async function grow(window: ByteWindow, length: number): Promise<void> {
  while (window.bytes.length < length && (await window.more()));
}

/** Takes `length` bytes; throws BAD_DATA when the stream ends before. */
export async function takeBytes(path: string, window: ByteWindow, length: number): Promise<Buffer> {
  await grow(window, length);
  const taken = window.bytes.subarray(0, length);
  if (taken.length < length) {
    throw badFile(path, `byte ${window.offset + taken.length}: ends in the middle`);
  }
  window.drop(length);
  return taken;
}

/** The first 64 KiB of a file, unpacked; all of a smaller file. */
export async function firstBytes(bytes: Bytes): Promise<Buffer> {
  await using window = windowOn(bytes.chunks());
  await grow(window, 65_536);
  return window.bytes.subarray(0, 65_536);
}

/** Drops the byte order mark of UTF-8 if there is one. */
export async function skipByteOrderMark(window: ByteWindow): Promise<void> {
  await grow(window, 3);
  if (window.bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf') window.drop(3);
}

/** A line of a file, without its line end. */
export interface Line {
  readonly number: number;
  readonly bytes: Buffer;
  /** Whether it is the last line and has no line end. */
  readonly isOpen: boolean;
}

/** Takes the lines of a file, or its parts between `separator`; skips lines that are too long. */
export async function* takeLines(
  window: ByteWindow,
  separator = 0x0a,
): AsyncGenerator<Line | Unreadable> {
  for (let number = 1; ; number++) {
    const { end, tooLong, last } = await seekEnd(window, separator);
    const bytes = window.bytes.subarray(0, end);
    window.drop(last ? end : end + 1);
    yield tooLong
      ? { number, problem: `longer than ${longestFeatureBytes} bytes` }
      : { number, bytes, isOpen: last };
    if (last) return;
  }
}

async function seekEnd(window: ByteWindow, separator: number) {
  let end = window.bytes.indexOf(separator);
  let tooLong = false;
  while (end === -1) {
    if (window.bytes.length > longestFeatureBytes) {
      tooLong = true;
      window.drop(window.bytes.length);
    }
    const searched = window.bytes.length;
    if (!(await window.more())) return { end: searched, tooLong, last: true };
    end = window.bytes.indexOf(separator, searched);
  }
  return { end, tooLong, last: false };
}
