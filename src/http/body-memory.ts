import type { ServerResponse } from 'node:http';

/** Buffers for smaller bodies are not reused. */
const leastBytes = 16_384;
/** Sizes are rounded up to multiples of this, so that one buffer fits many bodies. */
const stepBytes = 65_536;
/** Larger buffers are rare and are not reused. */
const mostBytes = 1_048_576;

/** Returns a buffer for the body of a response. Do not use the buffer after the response is sent. */
export type BodyMemory = (response: ServerResponse, bytes: number) => Buffer;

/**
 * A buffer pool for large bodies. Allocating memory for a body of 200 kB costs more than filling it:
 * the kernel maps it page by page, and V8 collects garbage more often. The pool keeps up to `keep`
 * buffers of at most 1 MB each.
 */
export function openBodyMemory(keep = 32): BodyMemory {
  const idle: Buffer[] = [];

  function take(size: number): Buffer {
    const last = idle.pop();
    if (last && last.length >= size) return last;
    // Drop a buffer that is too small: the new one has the size that is needed now.
    return Buffer.allocUnsafeSlow(Math.ceil(size / stepBytes) * stepBytes);
  }

  return (response, bytes) => {
    if (bytes < leastBytes || bytes > mostBytes) return Buffer.allocUnsafe(bytes);
    const buffer = take(bytes);
    // Not on 'close': after an aborted response the kernel may still read the buffer.
    response.once('finish', () => {
      if (idle.length < keep) idle.push(buffer);
    });
    return buffer.subarray(0, bytes);
  };
}
