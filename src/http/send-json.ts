import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { preferredCoding } from './accept.ts';
import { openSentBuffers } from './sent-buffers.ts';

/** What fits into the first round trip of a connection (ten packets) is not worth compressing. */
const leastBytes = 14_600;

/** What is shorter goes out as a text: Node writes that together with the head, bytes apart. */
const leastApart = 4_096;

const deflated = promisify(gzip);
const brotli = promisify(brotliCompress);
const zstd = promisify(zstdCompress);

/** The lowest levels that still make JSON of places seven times smaller; best first. */
const compressors = {
  zstd: (bytes: Buffer) => zstd(bytes, { params: { [constants.ZSTD_c_compressionLevel]: 1 } }),
  br: (bytes: Buffer) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
  gzip: (bytes: Buffer) => deflated(bytes, { level: 1 }),
} as const;
const codings = [
  ...(Object.keys(compressors) as (keyof typeof compressors)[]),
  'identity',
] as const;

/** Sends bytes of JSON that will not last: a copy of them, compressed if they are many. */
export type SendJson = (
  request: FastifyRequest,
  reply: FastifyReply,
  bytes: Buffer,
) => FastifyReply | Promise<FastifyReply>;

/**
 * A sender of large answers: compressed for those who ask for it, outside the thread that serves;
 * for the others from memory that is used again.
 */
export function openSendJson(): SendJson {
  const buffers = openSentBuffers();
  return (request, reply, bytes) => {
    reply.type('application/json');
    if (bytes.length < leastApart) return reply.send(bytes.toString());
    const coding = bytes.length < leastBytes ? 'identity' : codingFor(request, reply);
    if (coding === 'identity') return reply.send(buffers.copyFor(reply.raw, bytes));
    return sendCompressed(reply, Buffer.from(bytes), coding);
  };
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
