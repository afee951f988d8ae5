import { randomInt } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The event that the Node server emits for each request rejected as too many. */
export const rejectedTooMany = 'ktima:rejected-too-many';

/** The kinds of requests that are rejected as too many. */
export type TooMany = 'requests' | 'logins';

/**
 * Responds 503 with Retry-After. It bypasses Fastify, whose reply path costs more than some whole
 * requests.
 */
export function rejectTooMany(request: FastifyRequest, reply: FastifyReply, what: TooMany): void {
  const { server } = request.server;
  server.emit(rejectedTooMany, what);
  const body = JSON.stringify({ error: 503, message: tooManyAtOnce(what) });
  reply.hijack();
  if (reply.raw.destroyed) return;
  reply.raw
    .writeHead(503, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'retry-after': String(retryAfterSeconds()),
    })
    .end(body);
}

export function tooManyAtOnce(what: string): string {
  return `too many ${what} at once; try again`;
}

/** Random, so that clients do not all retry at the same time. */
export function retryAfterSeconds(): number {
  return randomInt(1, 4);
}
