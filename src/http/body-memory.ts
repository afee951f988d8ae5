import type { ServerResponse } from 'node:http';

/** Answers below this size are not worth keeping their memory. */
const leastBytes = 16_384;
/** Sizes are rounded up to multiples of this, so that one buffer fits many answers. */
const stepBytes = 65_536;
/** A buffer larger than this is rare and goes. */
const mostBytes = 1_048_576;

/** Memory for the body of an answer, which must send it and keep nothing of it. */
export type BodyMemory = (response: ServerResponse, bytes: number) => Buffer;

/**
 * Gives memory for bodies and uses that of large ones again once they are sent. Fresh memory for an
 * answer of 200 kB costs more than filling it: the system hands it out page by page, and V8 collects
 * garbage more often. So up to `keep` buffers, of a megabyte at most each, stay and are used in turn.
 */
export function openBodyMemory(keep = 32): BodyMemory {
  const idle: Buffer[] = [];

  function take(size: number): Buffer {
    const last = idle.pop();
    if (last && last.length >= size) return last;
    // One that is too small goes: the next will be of the size that is asked for now.
    return Buffer.allocUnsafeSlow(Math.ceil(size / stepBytes) * stepBytes);
  }

  return (response, bytes) => {
    if (bytes < leastBytes || bytes > mostBytes) return Buffer.allocUnsafe(bytes);
    const buffer = take(bytes);
    // Not on 'close': of an answer that was broken off, the system may still hold the bytes.
    response.once('finish', () => {
      if (idle.length < keep) idle.push(buffer);
    });
    return buffer.subarray(0, bytes);
  };
}
