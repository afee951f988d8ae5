import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredCoding } from './accept.ts';

/** Smaller bodies fit into the first round trip (ten packets), so compression gains nothing. */
const leastCompressedBytes = 14_600;

/** Smaller bodies are sent as a string: Node writes a string in one packet with the headers. */
const leastBufferBytes = 4_096;

const deflated = promisify(gzip);
const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);

/** The lowest levels that still make the JSON of places seven times smaller; best first. */
const compressors = {
  zstd: (bytes: Buffer) => zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (bytes: Buffer) => deflated(bytes, { level: 1 }),
} as const;
const codings = [
  ...(Object.keys(compressors) as (keyof typeof compressors)[]),
  'identity',
] as const;

/** Sends JSON. Large bodies are compressed, outside the main thread, if the client accepts it. */
export function sendJson(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): FastifyReply | Promise<FastifyReply> {
  return sendText(request, reply.type('application/json'), bytes);
}

/** Sends text as `sendJson` does. The caller has set the content type. */
export function sendText(
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
): FastifyReply | Promise<FastifyReply> {
  if (bytes.length < leastBufferBytes) return reply.send(bytes.toString());
  addCharset(reply);
  const coding = bytes.length < leastCompressedBytes ? 'identity' : codingFor(request, reply);
  return coding === 'identity' ? reply.send(bytes) : sendCompressed(reply, bytes, coding);
}

/** Fastify adds the charset to text, but not to bytes; small and large bodies have one type. */
function addCharset(reply: FastifyReply): void {
  const type = String(reply.getHeader('content-type'));
  if (!type.includes('charset=')) reply.type(`${type}; charset=utf-8`);
}

function codingFor(request: FastifyRequest, reply: FastifyReply) {
  reply.header('vary', 'accept-encoding');
  const accepted = request.headers['accept-encoding'];
  return accepted === undefined ? 'identity' : preferredCoding(accepted, codings);
}

async function sendCompressed(
  reply: FastifyReply,
  bytes: Buffer,
  coding: keyof typeof compressors,
): Promise<FastifyReply> {
  const compressed = await compressors[coding](bytes);
  return reply.header('content-encoding', coding).send(compressed);
}

/** Buffers for smaller bodies are not reused. */
const leastReusedBytes = 16_384;
/** Sizes are rounded up to multiples of this, so that one buffer fits many bodies. */
const stepBytes = 65_536;
/** Larger buffers are rare and are not reused. */
const mostReusedBytes = 1_048_576;

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
    if (bytes < leastReusedBytes || bytes > mostReusedBytes) return Buffer.allocUnsafe(bytes);
    const buffer = take(bytes);
    // Not on 'close': after an aborted response the kernel may still read the buffer.
    response.once('finish', () => {
      if (idle.length < keep) idle.push(buffer);
    });
    return buffer.subarray(0, bytes);
  };
}
