import type { ServerResponse } from 'node:http';

/** Answers below this size are not worth keeping their memory. */
const leastBytes = 16_384;
/** Sizes are rounded up to multiples of this, so that one buffer fits many answers. */
const stepBytes = 65_536;
/** A buffer larger than this is rare and goes. */
const mostBytes = 1_048_576;

/** Makes copies to send; the memory of large ones is used again once they have gone out. */
export interface SentBuffers {
  /** A copy of bytes for this answer, which must send it and nothing else that is kept. */
  copyFor(response: ServerResponse, bytes: Uint8Array): Buffer;
}

/**
 * Fresh memory for an answer of 200 kB costs more than filling it: the system hands it out page by
 * page. So up to `keep` buffers, of a megabyte at most each, stay and are used in turn.
 */
export function openSentBuffers(keep = 32): SentBuffers {
  const idle: Buffer[] = [];

  function take(size: number): Buffer {
    const last = idle.pop();
    if (last && last.length >= size) return last;
    // One that is too small goes: the next will be of the size that is asked for now.
    return Buffer.allocUnsafeSlow(Math.ceil(size / stepBytes) * stepBytes);
  }

  return {
    copyFor(response, bytes) {
      if (bytes.length < leastBytes || bytes.length > mostBytes) return Buffer.from(bytes);
      const buffer = take(bytes.length);
      buffer.set(bytes);
      // Not on 'close': of an answer that was broken off, the system may still hold the bytes.
      response.once('finish', () => {
        if (idle.length < keep) idle.push(buffer);
      });
      return buffer.subarray(0, bytes.length);
    },
  };
}
