import { randomUUID } from 'node:crypto';
import http, { type RequestListener } from 'node:http';
import type { Socket } from 'node:net';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { reportIgnoredParameters } from '../errors/ignored-parameters.ts';
import {
  type AllowOrigin,
  admission,
  type CrossOrigin,
  originChecker,
  type TryRespond,
} from './admission.ts';
import { errorHandler, sendError, sendMissingPage } from './error-answers.ts';
import { trackConnections } from './lifecycle.ts';
import { openGate } from './overload.ts';
import { respondToConnectAndExpect, respondToParserError } from './raw-responses.ts';
import { maxHeaders, setPublicUrl, takePathOfTarget } from './request-head.ts';
import { defaultTimeouts, type Timeouts, trackResponse } from './slow-clients.ts';
import type { Server, TypeBoxProvider } from './typed-server.ts';
import { acceptJson } from './utf8.ts';
import { compileValidator } from './validation.ts';
import { setWorkLimit } from './while-wanted.ts';

const defaultPatienceMs = 200;
const defaultUnsentBytes = 128_000_000;
/** A connection with more unanswered requests (pipelining) is closed: no usual client sends so many. */
const mostUnanswered = 32;

export interface ServerOptions {
  readonly log: FastifyBaseLogger;
  /** Whether each response is logged. */
  readonly accessLog: boolean;
  /** IP addresses or networks of proxies whose `X-Forwarded-For` is trusted; none by default. */
  readonly trustedProxies?: readonly string[];
  /** The URL of the server in links; by default that of the request. */
  readonly publicUrl?: URL | undefined;
  /** Metrics; none by default. */
  readonly instruments?: readonly Instrument[];
  /** Permissions of pages of other origins (CORS); none by default. */
  readonly crossOrigin?: CrossOrigin;
  /** How long a request may wait under overload before it is rejected; 200 ms by default. */
  readonly patienceMs?: number;
  /** Limits for slow clients that replace those in `defaultTimeouts`. */
  readonly timeouts?: Partial<Timeouts>;
  /** Bytes that may wait for slow readers, of all connections together; 128 MB by default. */
  readonly mostUnsentBytes?: number;
}

/** Adds metrics to a server, by hooks that run before all others and change nothing. */
export type Instrument = (server: Server) => void;

/** Given to Fastify, which would load its own ones. */
const compilersFactory: object = {
  buildValidator: () => compileValidator,
  buildSerializer: () => () => (data: unknown) => JSON.stringify(data),
};

/** Creates a server with limits, time-outs, request ids and one error body. It has no routes yet. */
export function createServer(options: ServerOptions): Server {
  const { log, accessLog, trustedProxies = [], patienceMs = defaultPatienceMs } = options;
  const { instruments = [], crossOrigin } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const handleError = errorHandler(log);
  const allowOrigin: AllowOrigin = crossOrigin ? originChecker(crossOrigin) : () => undefined;
  const gate = openGate(patienceMs);
  // Fastify gets no logger, because it would create a child logger for every request.
  const server = fastify({
    genReqId: requestIds(),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 16_384,
    // While closing, requests on open connections still get a response.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    serverFactory: nodeServer(timeouts),
    frameworkErrors: (error, request, reply) => {
      reply.header('x-request-id', request.id);
      allowOrigin(request as FastifyRequest, reply as FastifyReply);
      handleError(error, request as FastifyRequest, reply as FastifyReply);
    },
    clientErrorHandler: (error, socket) =>
      respondToParserError(error, socket as Socket, timeouts.idleMs),
    schemaController: { compilersFactory },
  }).withTypeProvider<TypeBoxProvider>();

  // One more than allowed: Node drops further headers silently, so we count to see the excess.
  server.server.maxHeadersCount = maxHeaders + 1;
  server.removeContentTypeParser('text/plain');
  acceptJson(server);
  setPublicUrl(server, options.publicUrl);
  setWorkLimit(server, timeouts.workMs);
  server.setErrorHandler(handleError);
  server.addHook('onRoute', reportIgnoredParameters);
  for (const attach of instruments) attach(server);
  if (accessLog) logResponses(server, log);
  // One hook for all of it: calling a hook takes longer than its work.
  server.addHook('onRequest', admission(gate, allowOrigin, missingRouteResponder(server)));
  respondToConnectAndExpect(server, timeouts.idleMs);
  trackConnections(server, timeouts, options.mostUnsentBytes ?? defaultUnsentBytes, log);
  return server;
}

/**
 * Makes Node's server for Fastify. Targets become paths before routing, so that redirects and links
 * are made of a path only. Fastify's `rewriteUrl` would add a property to each request.
 */
function nodeServer({ requestMs, idleMs, headersMs, checkMs }: Timeouts) {
  const options = {
    requestTimeout: requestMs,
    keepAliveTimeout: idleMs,
    headersTimeout: headersMs,
    connectionsCheckingInterval: checkMs,
    maxHeaderSize: 16_384,
    // `admit` checks the Host header, so that the error has our own body.
    requireHostHeader: false,
    // Without it, a stream for the missing body takes a tenth of the time of a small request.
    optimizeEmptyRequests: true,
  };
  return (handle: RequestListener) =>
    http.createServer(options, (request, response) => {
      takePathOfTarget(request);
      if (trackResponse(response) > mostUnanswered) request.socket.destroy();
      else handle(request, response);
    });
}

/**
 * Generates request ids in the form of a UUID. One random start serves 900,000 requests, with a
 * counter as the last six digits, which is faster than a random UUID for each.
 */
function requestIds(): () => string {
  const [first, last] = [100_000, 999_999];
  let drawn = '';
  let count = last;
  return () => {
    if (count === last) {
      drawn = randomUUID().slice(0, -6);
      count = first;
    } else count++;
    return drawn + count;
  };
}

/** Logs the route, not the URL: a query may contain a postal address, which must not be logged. */
function logResponses(server: Server, log: FastifyBaseLogger): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    const began = performance.now();
    raw.once('finish', () => {
      log.info({
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: raw.statusCode,
        ...callerOf(request),
        ...traceOf(request),
        ms: Math.round((performance.now() - began) * 100) / 100,
      });
    });
    done();
  });
}

/** The trace that a request is part of, if the header has the form of W3C Trace Context. */
function traceOf({ headers: { traceparent } }: FastifyRequest) {
  const isValid = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/.test(String(traceparent));
  return isValid && { traceparent };
}

/** Who sent a request with a token. */
function callerOf({ caller }: FastifyRequest) {
  return caller && { issuer: caller.issuer, subject: caller.subject };
}

/**
 * Responds to requests without a route, before the body is read: 308 to the path with its slash,
 * 405 for a wrong method, else 404, to a browser as a page.
 */
function missingRouteResponder(server: Server): TryRespond {
  const methodsByPath = new Map<string, string[]>();
  /** Of the routes with parameters. */
  const patterns = new Map<string, RegExp>();
  server.addHook('onRoute', ({ url, method }) => {
    methodsByPath.set(url, (methodsByPath.get(url) ?? []).concat(method));
    if (url.includes(':')) patterns.set(url, patternOf(url));
  });
  /** The methods of the route that a path belongs to, also of one with parameters. */
  const methodsAt = (path: string) => {
    const isOf = ([, pattern]: [string, RegExp]) => pattern.test(path);
    return methodsByPath.get(path) ?? methodsByPath.get(patterns.entries().find(isOf)?.[0] ?? '');
  };
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const [path, ...query] = request.raw.url!.split('?');
    const methods = methodsAt(path!);
    if (methods) {
      reply.header('allow', methods.join(', '));
      const message = `${request.method}: expected ${methods.join(' or ')} here`;
      return sendError(reply, { kind: 'method_not_allowed', message });
    }
    // Redirect only to a registered path, so that a client cannot choose the target.
    if (!path!.endsWith('/') && methodsAt(`${path}/`)) {
      return reply.redirect([`${path}/`, ...query].join('?'), 308);
    }
    // Where the console is, a person may have followed an old link.
    if (methodsByPath.has('/') && sendMissingPage(request, reply)) return reply;
    const message = 'no such path; /docs/ lists all paths';
    return sendError(reply, { kind: 'no_such_path', message });
  };
  // Without this handler Fastify runs no hooks for requests without a route.
  server.setNotFoundHandler(answer);
  return (request, reply) => {
    if (!request.is404) return false;
    answer(request, reply);
    return true;
  };
}

/** The paths of a route; a parameter has no slash. */
function patternOf(url: string): RegExp {
  const parts = url.split(/:\w+/).map(part => RegExp.escape(part));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}
