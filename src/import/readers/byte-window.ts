import { type Bytes, badFile } from '../../files/bytes.ts';

/** The part of a stream of bytes that is held: it grows at its end and is dropped from its start. */
export interface ByteWindow extends AsyncDisposable {
  readonly bytes: Buffer;
  /** How many bytes of the stream lie before it. */
  readonly offset: number;
  /** Reads on; false when the stream has ended. */
  more(): Promise<boolean>;
  /** Forgets the first `length` bytes; views of them stay valid. */
  drop(length: number): void;
}

/** Opens a window, still empty, at the start of a stream; disposing of it ends the stream. */
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

/** Lets the window grow to `length` bytes; fewer only when the stream ends before. */
export async function grow(window: ByteWindow, length: number): Promise<void> {
  while (window.bytes.length < length && (await window.more()));
}

/** Takes so many bytes; that the stream ends before is an error of the file. */
export async function takeBytes(path: string, window: ByteWindow, length: number): Promise<Buffer> {
  await grow(window, length);
  const taken = window.bytes.subarray(0, length);
  if (taken.length < length) {
    throw badFile(path, `byte ${window.offset + taken.length}: ends in the middle`);
  }
  window.drop(length);
  return taken;
}

/** The first bytes of a file, unpacked: 64 kB, or all where there are fewer. */
export async function firstBytes(bytes: Bytes): Promise<Buffer> {
  await using window = windowOn(bytes.chunks());
  await grow(window, 65_536);
  return window.bytes.subarray(0, 65_536);
}

/** Drops the mark with which some programs begin a text in UTF-8. */
export async function passByteOrderMark(window: ByteWindow): Promise<void> {
  await grow(window, 3);
  if (window.bytes.toString('latin1', 0, 3) === '\xef\xbb\xbf') window.drop(3);
}
