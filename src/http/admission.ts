import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { healthPaths } from './health.ts';
import { afterPortClosed, isDraining } from './lifecycle.ts';
import { type Gate, rejectTooMany } from './overload.ts';
import {
  clientRequestId,
  findAmbiguity,
  findHeadError,
  hasFaultyFraming,
  readHead,
} from './request-head.ts';
import { trackResponse } from './slow-clients.ts';

/** Responds to some requests before routing. Returns whether it has responded. */
export type TryRespond = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * The first hook of each request. Sets the request id (the client's own, if it is well-formed),
 * rejects malformed requests, and makes requests wait under overload, except health checks.
 */
export function admission(gate: Gate, tryRespond: TryRespond): onRequestHookHandler {
  return function admit(request, reply, done) {
    trackResponse(reply.raw);
    const seen = readHead(request.raw);
    request.id = clientRequestId(seen) ?? request.id;
    reply.header('x-request-id', request.id);
    const ambiguity = findAmbiguity(request.raw, seen);
    const isLast = isDraining(this.server);
    if (ambiguity || hasFaultyFraming(request.raw, seen) || isLast) {
      reply.header('connection', 'close');
    }
    const error = ambiguity ?? findHeadError(request.raw, seen);
    if (isLast) afterPortClosed(this.server, () => enter(request, reply, error, done));
    else enter(request, reply, error, done);
  };

  function enter(
    request: FastifyRequest,
    reply: FastifyReply,
    error: Error | undefined,
    done: (error?: Error) => void,
  ) {
    if (error) return done(error);
    if (tryRespond(request, reply)) return;
    if (hasTypeWithoutLength(request.raw)) {
      // Without the type, Fastify does not wait for a body that Node (`optimizeEmptyRequests`) never ends.
      delete request.raw.headers['content-type'];
      reply.header('connection', 'close');
    }
    if (gate.isOpen() || healthPaths.has(request.raw.url!)) return done();
    gate.wait(isRejected => {
      // The client has closed the connection.
      if (reply.raw.destroyed) return;
      if (isRejected) return rejectTooMany(request, reply, 'requests');
      done();
    });
  }
}

/** Whether a request has Content-Type but no length: it has no body, or its framing is wrong. */
function hasTypeWithoutLength(raw: IncomingMessage): boolean {
  // Fast path: most requests are GET, and Node builds the headers object only on access.
  if (raw.method === 'GET') return false;
  const { headers } = raw;
  return (
    headers['content-type'] !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
}

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
export function corsResponder({ paths, cookiePaths, isAllowed }: CrossOrigin): TryRespond {
  const withCookies = new Set(cookiePaths);
  const open = new Set([...paths, ...cookiePaths]);
  return (request, reply) => {
    const [path] = request.raw.url!.split('?', 1);
    if (!open.has(path!)) return false;
    reply.header('vary', 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !isAllowed(origin)) return false;
    reply.header('access-control-allow-origin', origin);
    if (withCookies.has(path!)) reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', 'x-request-id, retry-after');
    if (!isPreflight(request)) return false;
    reply.headers(preflightHeaders).code(204).send();
    return true;
  };
}

function isPreflight({ method, headers }: FastifyRequest): boolean {
  return method === 'OPTIONS' && headers['access-control-request-method'] !== undefined;
}
