import type { FastifyReply, FastifyRequest } from 'fastify';

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
 * Lets pages of listed origins call some paths and read the answers: sets the headers for that,
 * and tells whether it has answered (a preflight). No cookies, no credentials of the browser:
 * whoever calls must know a password or a token. Others notice nothing of it.
 */
export function crossOriginAnswers({ paths, isAllowed }: CrossOrigin) {
  const open = new Set(paths);
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    const [path] = request.raw.url!.split('?', 1);
    if (!open.has(path!)) return false;
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    reply.header('access-control-expose-headers', 'x-request-id, retry-after');
    if (!isPreflight(request)) return false;
    answerPreflight(reply);
    return true;
  };
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function answerPreflight(reply: FastifyReply): void {
  reply.headers(preflightHeaders).code(204).send();
}
