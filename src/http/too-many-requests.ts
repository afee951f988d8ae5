import { randomInt } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What a server tells of each request that is turned away, to whoever listens (by `on`). */
export const refusedAsTooMany = 'ktima:turned-away';

/** Of what there was too much. */
export type TooMany = 'requests' | 'logins';

/**
 * Tells a client to come again, by as little work as that can take: past Fastify, whose way to an
 * answer takes longer than some of our answers do.
 */
export function refuseAsTooMany(request: FastifyRequest, reply: FastifyReply, what: TooMany): void {
  const { server } = request.server;
  server.emit(refusedAsTooMany, what);
  const body = JSON.stringify({ error: 503, message: tooManyAtOnce(what) });
  reply.hijack();
  if (reply.raw.destroyed) return;
  reply.raw
    .writeHead(503, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'application/json',
      'content-length': body.length,
      'retry-after': String(retryAfterSeconds()),
    })
    .end(body);
}

export function tooManyAtOnce(what: string): string {
  return `too many ${what} at once; try again`;
}

/** Not the same for all, or they would all come back at once. */
export function retryAfterSeconds(): number {
  return randomInt(1, 4);
}
