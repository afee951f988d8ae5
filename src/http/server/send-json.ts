import type { ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addVary, preferredCoding } from './accept.ts';
import type { Server } from './typed-server.ts';

/** Shorter bodies are not compressed: it would save less than a packet. */
const leastCompressedBytes = 1_000;

/** Smaller bodies are sent as a string: Node writes a string in one packet with the headers. */
const leastBufferBytes = 4_096;

/**
 * How many bodies, and how many of their bytes, may be compressed at once; each takes up to a
 * megabyte of memory besides. Beyond that they are sent as they are.
 */
const mostAtOnce = 32;
const mostBytesAtOnce = 2 ** 25;

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

/** Media types of text. */
const textType = /^(text\/|application\/([\w.-]+\+)?(json|xml|javascript)\b|image\/svg\+xml)/;

/**
 * Compresses text bodies of more than 1 kB if the client accepts it, in the threads of Node.js. Not
 * for a server whose bodies contain secrets: their length would reveal them (BREACH).
 */
export function compressText(server: Server): void {
  let [count, total] = [0, 0];
  server.addHook('onSend', (request, reply, payload, done) => {
    if (!isCompressible(reply, payload)) return done(null, payload);
    addVary(reply, 'accept-encoding');
    const coding = codingFor(request);
    if (coding === 'identity') return done(null, payload);
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload;
    if (count >= mostAtOnce || total + bytes.length > mostBytesAtOnce) return done(null, payload);
    count++;
    total += bytes.length;
    compressors[coding](bytes)
      .finally(() => {
        count--;
        total -= bytes.length;
      })
      .then(compressed => {
        describeCoding(reply, coding);
        done(null, compressed);
      })
      .catch(done);
  });
}

/** Whether a body is text and long enough. */
function isCompressible(reply: FastifyReply, payload: unknown): payload is Buffer | string {
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return false;
  // A character has at most three bytes.
  if (payload.length * 3 <= leastCompressedBytes || reply.hasHeader('content-encoding')) {
    return false;
  }
  return (
    textType.test(String(reply.getHeader('content-type'))) &&
    Buffer.byteLength(payload) > leastCompressedBytes
  );
}

function codingFor({ headers }: FastifyRequest) {
  const accepted = headers['accept-encoding'];
  return accepted === undefined ? 'identity' : preferredCoding(accepted, codings);
}

function describeCoding(reply: FastifyReply, coding: string): void {
  reply.header('content-encoding', coding).removeHeader('content-length');
  // RFC 9110 §8.8.3: a strong tag would stand for other bytes too.
  const etag = reply.getHeader('etag');
  if (String(etag).startsWith('"')) reply.header('etag', `W/${etag}`);
}

/** Sends JSON. */
export function sendJson(reply: FastifyReply, bytes: Buffer): FastifyReply {
  return sendText(reply.type('application/json'), bytes);
}

/** Sends text. The caller has set the content type. */
export function sendText(reply: FastifyReply, bytes: Buffer): FastifyReply {
  if (bytes.length < leastBufferBytes) return reply.send(bytes.toString());
  // Fastify adds the charset to text, but not to bytes; small and large bodies have one type.
  const type = String(reply.getHeader('content-type'));
  if (!type.includes('charset=')) reply.type(`${type}; charset=utf-8`);
  return reply.send(bytes);
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
