import type { FastifyReply, FastifyRequest } from 'fastify';

/** The permissions of pages of other origins. */
export interface CrossOrigin {
  /** The paths they may POST to. */
  readonly paths: readonly string[];
  /** The paths they may POST to with cookies. */
  readonly cookiePaths: readonly string[];
  /** Whether pages of this origin may. Origins are compared exactly, never by pattern. */
  readonly isAllowed: (origin: string) => boolean;
}

const preflightHeaders = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'content-type',
  'access-control-max-age': '600',
};

/**
 * CORS: lets pages of allowed origins call some paths and read the responses. Returns whether it
 * has responded (to a preflight). Cookies are allowed only for `cookiePaths`; elsewhere the caller
 * must send a password or a token.
 */
export function corsResponder({ paths, cookiePaths, isAllowed }: CrossOrigin) {
  const withCookies = new Set(cookiePaths);
  const open = new Set([...paths, ...cookiePaths]);
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    const [path] = request.raw.url!.split('?', 1);
    if (!open.has(path!)) return false;
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    if (withCookies.has(path!)) reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', 'x-request-id, retry-after');
    if (!isPreflight(request)) return false;
    respondToPreflight(reply);
    return true;
  };
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}

function respondToPreflight(reply: FastifyReply): void {
  reply.headers(preflightHeaders).code(204).send();
}
