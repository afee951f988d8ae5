import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { addVary } from './accept.ts';
import { healthPaths } from './health.ts';
import { type Gate, rejectTooMany } from './overload.ts';
import {
  clientRequestId,
  findAmbiguity,
  findHeadError,
  hasFaultyFraming,
  readHead,
} from './request-head.ts';

/** Responds to some requests before routing. Returns whether it has responded. */
export type TryRespond = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * The first hook of each request. Sets the request id (the client's own, if it is well-formed),
 * allows pages of other origins to read the response, rejects malformed requests, and makes requests
 * wait under overload, except health checks.
 */
export function admission(
  gate: Gate,
  allowOrigin: AllowOrigin,
  respondWithoutRoute: TryRespond,
): onRequestHookHandler {
  return function admit(request, reply, done) {
    const seen = readHead(request.raw);
    request.id = clientRequestId(seen) ?? request.id;
    reply.header('x-request-id', request.id);
    const ambiguity = findAmbiguity(request.raw, seen);
    if (ambiguity || hasFaultyFraming(request.raw, seen)) {
      reply.header('connection', 'close');
    }
    const error = ambiguity ?? findHeadError(request.raw, seen);
    // First, so that a page can read why its request was rejected.
    const preflight = allowOrigin(request, reply);
    if (error) return done(error);
    if (preflight) return void reply.headers(preflight).code(204).send();
    if (respondWithoutRoute(request, reply)) return;
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
  };
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

/** The permissions of pages of other origins (CORS). */
export interface CrossOrigin {
  /** Whether pages of this origin have them. Origins are compared exactly, never by pattern. */
  readonly isAllowed: (origin: string) => boolean;
  /** Whether they may call a path. */
  readonly isOpen: (path: string) => boolean;
  /** The paths of those that they may call with cookies; none by default. */
  readonly cookiePaths?: readonly string[];
  /** The methods, the request headers that they may set, and the response headers they may read. */
  readonly methods: readonly string[];
  readonly requestHeaders: readonly string[];
  readonly responseHeaders: readonly string[];
}

/**
 * Allows a page of another origin to read the response, if it may. Returns the headers of the
 * response if the request is a preflight of such a page.
 */
export type AllowOrigin = (
  request: FastifyRequest,
  reply: FastifyReply,
) => Readonly<Record<string, string>> | undefined;

/**
 * CORS: lets pages of allowed origins call some paths and read the responses. Cookies are allowed
 * only for `cookiePaths`; elsewhere the caller must send a password or a token.
 */
export function originChecker(allowed: CrossOrigin): AllowOrigin {
  const withCookies = new Set(allowed.cookiePaths);
  const exposed = allowed.responseHeaders.join(', ');
  const preflightHeaders = {
    'access-control-allow-methods': allowed.methods.join(', '),
    'access-control-allow-headers': allowed.requestHeaders.join(', '),
    'access-control-max-age': '600',
  };
  return (request, reply) => {
    const [path] = request.raw.url!.split('?', 1);
    if (!allowed.isOpen(path!)) return undefined;
    addVary(reply, 'origin');
    const { origin } = request.headers;
    if (origin === undefined || !allowed.isAllowed(origin)) return undefined;
    reply.header('access-control-allow-origin', origin);
    if (withCookies.has(path!)) reply.header('access-control-allow-credentials', 'true');
    reply.header('access-control-expose-headers', exposed);
    const wanted = request.headers['access-control-request-method'];
    return request.method === 'OPTIONS' && wanted !== undefined ? preflightHeaders : undefined;
  };
}
