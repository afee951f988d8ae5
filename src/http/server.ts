import { randomUUID } from 'node:crypto';
import { type FastifyBaseLogger, type FastifyReply, type FastifyRequest, fastify } from 'fastify';
import { admission, type IsAnswered } from './admission.ts';
import { type CrossOrigin, crossOriginAnswers } from './cors.ts';
import { errorHandler, sendError } from './errors.ts';
import { trackConnections } from './lifecycle.ts';
import { openGate } from './overload.ts';
import { answerClientError, answerOddRequests } from './raw-answers.ts';
import { maxHeaders } from './request-head.ts';
import { defaultTimeouts, type Timeouts } from './timeouts.ts';
import type { Server, TypeBoxProvider } from './typed-server.ts';
import { expectAnswer } from './unsent-answers.ts';
import { compileValidator } from './validation.ts';

export interface ServerOptions {
  readonly log: FastifyBaseLogger;
  /** Whether each answer leaves a line in the log. */
  readonly accessLog: boolean;
  /** Addresses or networks of proxies whose `X-Forwarded-For` is believed; none by default. */
  readonly trustedProxies?: readonly string[];
  /** What counts and traces requests; nothing by default. */
  readonly instruments?: readonly Instrument[];
  /** What pages of other origins may do; nothing by default. */
  readonly crossOrigin?: CrossOrigin;
  /** How long a request may wait in a crowd before it is turned away; 200 ms by default. */
  readonly patienceMs?: number;
  /** Other limits for slow clients than `defaultTimeouts`. */
  readonly timeouts?: Partial<Timeouts>;
}

/** Counts or traces the requests of a server by hooks that come before all others; it changes nothing. */
export type Instrument = (server: Server) => void;

/** Makes a server with limits, time-outs, request ids and one error body; routes come after. */
export function createServer(options: ServerOptions): Server {
  const { log, accessLog, trustedProxies = [], patienceMs = 200 } = options;
  const { instruments = [], crossOrigin } = options;
  const timeouts = { ...defaultTimeouts, ...options.timeouts };
  const handleError = errorHandler(log);
  const gate = openGate(patienceMs);
  // Fastify is given no logger: it would make a child of it for every request.
  const server = fastify({
    genReqId: requestIds(),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 16_384,
    requestTimeout: timeouts.requestMs,
    keepAliveTimeout: timeouts.idleMs,
    // On closing, requests that already came in on open connections are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: timeouts.headersMs,
      connectionsCheckingInterval: timeouts.checkMs,
      maxHeaderSize: 16_384,
      // `admit` looks at it instead, to answer with our own body.
      requireHostHeader: false,
      // A stream that waits for the end of no body takes a tenth of a small answer's time.
      optimizeEmptyRequests: true,
    },
    frameworkErrors: (error, request, reply) => {
      expectAnswer(reply.raw);
      reply.header('x-request-id', request.id);
      handleError(error, request as FastifyRequest, reply as FastifyReply);
    },
    clientErrorHandler: answerClientError,
  }).withTypeProvider<TypeBoxProvider>();

  // One more than allowed, so that an excess is seen instead of silently dropped.
  server.server.maxHeadersCount = maxHeaders + 1;
  server.removeContentTypeParser('text/plain');
  server.setValidatorCompiler(compileValidator);
  server.setSerializerCompiler(() => data => JSON.stringify(data));
  server.setErrorHandler(handleError);
  for (const attach of instruments) attach(server);
  if (accessLog) logAnswers(server, log);
  const answersOrigin = crossOrigin ? crossOriginAnswers(crossOrigin) : () => false;
  const answersUnrouted = unroutedAnswers(server);
  // One hook for all: each takes longer to call than it works.
  const isAnswered: IsAnswered = (request, reply) =>
    answersOrigin(request, reply) || answersUnrouted(request, reply);
  server.addHook('onRequest', admission(gate, isAnswered));
  answerOddRequests(server, timeouts.unreadMs);
  trackConnections(server, timeouts);
  return server;
}

/**
 * Names of requests in the form of a UUID: its beginning is drawn once for 900,000 of them, and
 * the last six digits are counted, which costs less than drawing each.
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

/** Logs the route, not the URL: a query may hold an address, and a log is no place for that. */
function logAnswers(server: Server, log: FastifyBaseLogger): void {
  server.addHook('onRequest', (request, { raw }, done) => {
    const began = performance.now();
    raw.once('finish', () => {
      log.info({
        requestId: request.id,
        method: request.method,
        route: request.routeOptions.url ?? '(none)',
        status: raw.statusCode,
        ms: Math.round((performance.now() - began) * 100) / 100,
      });
    });
    done();
  });
}

/**
 * What is no route: 308 to the path with its slash, 405 for another method, else 404; before the
 * body is read, whatever that is.
 */
function unroutedAnswers(server: Server): IsAnswered {
  const methodsByPath = new Map<string, string[]>();
  server.addHook('onRoute', route => {
    const methods = methodsByPath.get(route.url) ?? [];
    methodsByPath.set(route.url, methods.concat(route.method));
  });
  const answer = (request: FastifyRequest, reply: FastifyReply) => {
    const [path, ...query] = request.raw.url!.split('?');
    const methods = methodsByPath.get(path!);
    if (methods) {
      reply.header('allow', methods.join(', '));
      return sendError(reply, 405, `${request.method}: expected ${methods.join(' or ')} here`);
    }
    // Only a route of ours is redirected to, by its own name: nothing a caller sends gets out.
    if (methodsByPath.has(`${path}/`)) {
      return reply.redirect([`${path}/`, ...query].join('?'), 308);
    }
    return sendError(reply, 404, 'no such path; /docs/ lists what there is');
  };
  // Without a handler of ours, hooks would not run for what is no route.
  server.setNotFoundHandler(answer);
  return (request, reply) => {
    if (!request.is404) return false;
    answer(request, reply);
    return true;
  };
}
