import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Server } from './server.ts';

/** What pages of other origins may do. */
export interface CrossOrigin {
  /** The paths they may POST to. */
  readonly paths: readonly string[];
  /** Whether pages of this origin may; compared as it is, never by pattern. */
  readonly isAllowed: (origin: string) => boolean;
}

const preflightHeaders = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
};

/**
 * Lets pages of listed origins call some paths and read the answers. No cookies, no credentials
 * of the browser: whoever calls must know a password or a token. Others notice nothing of it.
 */
export function allowOrigins(server: Server, { paths, isAllowed }: CrossOrigin): void {
  const open = new Set(paths);
  server.addHook('onRequest', (request, reply, done) => {
    const [path] = request.raw.url!.split('?', 1);
    if (!open.has(path!)) return done();
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin)) return done();
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'x-request-id, retry-after');
    if (!isPreflight(request)) return done();
    answerPreflight(reply);
  });
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight(reply: FastifyReply): void {
  reply.headers(preflightHeaders).code(204).send();
}
