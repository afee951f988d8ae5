import type { FastifyReply, FastifyRequest } from 'fastify';

/** The hook of operations with tokens: no cache may store responses or errors (RFC 6749 §5.1). */
export function forbidCaching(_: FastifyRequest, reply: FastifyReply, done: () => void): void {
  reply.header('cache-control', 'no-store');
  done();
}
