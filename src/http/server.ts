import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyTypeProvider,
  fastify,
  type onRequestHookHandler,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify';
import type { Static, TSchema } from 'typebox';
import { KtimaError } from '../errors.ts';
import { errorHandler, sendError } from './errors.ts';
import { healthPaths } from './health.ts';
import { closeUnusedConnections, isDraining } from './lifecycle.ts';
import { type Gate, openGate, overloaded } from './overload.ts';
import { compileValidator } from './validation.ts';

/** Lets handlers see the types of their route's schemas. */
interface TypeBoxProvider extends FastifyTypeProvider {
  validator: this['schema'] extends TSchema ? Static<this['schema']> : unknown;
  serializer: unknown;
}

/** A Fastify server with our manners. */
export type Server = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  TypeBoxProvider
>;

export interface ServerOptions {
  readonly log: FastifyBaseLogger;
  /** Whether each answer leaves a line in the log. */
  readonly accessLog: boolean;
  /** Addresses or networks of proxies whose `X-Forwarded-For` is believed; none by default. */
  readonly trustedProxies?: readonly string[];
  /** Who looks on; nobody by default. */
  readonly watchers?: readonly Watcher[];
  /** How long a request may wait in a crowd before it is turned away; 200 ms by default. */
  readonly patienceMs?: number;
}

/** Looks on at a server by hooks of its own, which come before all others; it changes nothing. */
export type Watcher = (server: Server) => void;

const maxUrlLength = 8_192;
const maxHeaders = 100;

/** Makes a server with limits, time-outs, request ids and one error body; routes come after. */
export function createServer(options: ServerOptions): Server {
  const { log, accessLog, trustedProxies = [], patienceMs = 200, watchers = [] } = options;
  const handleError = errorHandler(log);
  // Fastify is given no logger: it would make a child of it for every request.
  const server = fastify({
    genReqId: requestIds(),
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    bodyLimit: 16_384,
    requestTimeout: 10_000,
    keepAliveTimeout: 5_000,
    // Over a connection whose client does not read, nothing moves: it is cut off.
    connectionTimeout: 15_000,
    // On closing, requests that already came in on open connections are still answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: 5_000,
      connectionsCheckingInterval: 1_000,
      maxHeaderSize: 16_384,
      // `admit` looks at it instead, to answer with our own body.
      requireHostHeader: false,
    },
    frameworkErrors: (error, request, reply) => {
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
  for (const watch of watchers) watch(server);
  server.addHook('onRequest', admission(openGate(patienceMs)));
  if (accessLog) server.addHook('onResponse', answerLogger(log));
  answerUnrouted(server);
  answerOddRequests(server);
  closeUnusedConnections(server);
  return server;
}

/**
 * Names of requests in the form of a UUID: random for the process, then counted, which costs less
 * than drawing each.
 */
function requestIds(): () => string {
  const prefix = randomUUID().slice(0, -12);
  let count = 0;
  return () => prefix + (count++).toString(16).padStart(12, '0');
}

/** What we look at of a request's headers before anything else. */
interface FirstLook {
  hosts: number;
  requestId: string | undefined;
  contentEncoding: string | undefined;
  transferEncoding: string | undefined;
}

/**
 * Reads the raw list of headers, once: Node's `headers` object is only made when asked for, and
 * most requests never need it. Also, it keeps the first of two `Host` and drops the other, by
 * which a proxy in front may have gone.
 */
function firstLook({ rawHeaders }: IncomingMessage): FirstLook {
  const seen: FirstLook = {
    hosts: 0,
    requestId: undefined,
    contentEncoding: undefined,
    transferEncoding: undefined,
  };
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!;
    if (name.length === 4 && name.toLowerCase() === 'host') seen.hosts++;
    else if (name.length === 12 && name.toLowerCase() === 'x-request-id') {
      seen.requestId = rawHeaders[i + 1]!;
    } else if (name.length === 16 && name.toLowerCase() === 'content-encoding') {
      seen.contentEncoding = rawHeaders[i + 1]!;
    } else if (name.length === 17 && name.toLowerCase() === 'transfer-encoding') {
      seen.transferEncoding = rawHeaders[i + 1]!;
    }
  }
  return seen;
}

/**
 * Names the request (by its caller's id when that is harmless) and turns away what is unfit, or
 * too much. Whether we are alive and ready is always told.
 */
function admission(gate: Gate): onRequestHookHandler {
  return function admit(request, reply, done) {
    const seen = firstLook(request.raw);
    if (seen.requestId !== undefined && /^[\w.-]{1,64}$/.test(seen.requestId)) {
      request.id = seen.requestId;
    }
    reply.header('x-request-id', request.id);
    const doubt = doubtAbout(request.raw, seen);
    if (doubt || isDraining(this.server)) reply.header('connection', 'close');
    const refused = doubt ?? refusal(request.raw, seen);
    if (refused || gate.isOpen() || healthPaths.has(request.raw.url!)) return done(refused);
    gate.wait(isTooLate => done(isTooLate ? overloaded : undefined));
  };
}

/** What a proxy in front may have read otherwise: nothing that comes behind it is answered. */
function doubtAbout(raw: IncomingMessage, seen: FirstLook): KtimaError | undefined {
  if (raw.httpVersionMajor !== 1) {
    return new KtimaError('INVALID_INPUT', 'HTTP version: expected 1.0 or 1.1');
  }
  if (seen.hosts !== 1) return new KtimaError('INVALID_INPUT', 'Host: expected once');
  if (seen.transferEncoding !== undefined && seen.transferEncoding.toLowerCase() !== 'chunked') {
    return new KtimaError('UNSUPPORTED_MEDIA_TYPE', 'Transfer-Encoding: expected chunked alone');
  }
  return undefined;
}

/** Why a request is not let in at all. */
function refusal(raw: IncomingMessage, seen: FirstLook): KtimaError | undefined {
  if (raw.url!.length > maxUrlLength) {
    return new KtimaError('URI_TOO_LONG', `URL: expected at most ${maxUrlLength} characters`);
  }
  if (raw.rawHeaders.length > 2 * maxHeaders) {
    return new KtimaError('HEADERS_TOO_LARGE', `headers: expected at most ${maxHeaders}`);
  }
  if (seen.contentEncoding !== undefined && seen.contentEncoding.toLowerCase() !== 'identity') {
    return new KtimaError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Content-Encoding: bodies are taken uncompressed',
    );
  }
  return undefined;
}

/** Logs the route, not the URL: a query may hold an address, and a log is no place for that. */
function answerLogger(log: FastifyBaseLogger) {
  return (request: FastifyRequest, reply: FastifyReply, done: () => void): void => {
    log.info({
      requestId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 100) / 100,
    });
    done();
  };
}

/**
 * What is no route: 308 to the path with its slash, 405 for another method, else 404; before the
 * body is read, whatever that is.
 */
function answerUnrouted(server: Server): void {
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
  server.setNotFoundHandler(answer);
  server.addHook('preParsing', (request, reply, body, done) => {
    if (request.is404) answer(request, reply);
    else done(null, body);
  });
}

const parserErrors: Readonly<Record<string, [status: number, reason: string, message: string]>> = {
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'Content Too Large', 'chunk extensions: too long'],
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'headers: expected at most 16 kB'],
  HPE_INVALID_METHOD: [501, 'Not Implemented', 'method: unknown'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'request: did not arrive in time'],
};

/** Answers, on the bare socket, what Node's HTTP parser could not read; then the line is closed. */
function answerClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { answer, request } = underWay(socket);
  // Else a client would take the refusal for the answer to an earlier request.
  if (answer && (answer.req.complete || answer.writableEnded)) {
    return void answer.once('close', () => answerClientError(error, socket));
  }
  // A body went wrong that nobody waited for: its request has had its answer.
  if (!answer && request?.complete === false) return void socket.destroySoon();
  const [status, reason, message] = parserErrors[error.code ?? ''] ?? [
    400,
    'Bad Request',
    'request: malformed HTTP',
  ];
  endWith(socket, status, reason, message);
}

/**
 * The answer that is not out yet, and the request that was read last. Node keeps both on the
 * socket for its own handling of such errors; nothing public tells.
 */
function underWay(socket: Socket) {
  const { _httpMessage: answer, parser } = socket as {
    _httpMessage?: ServerResponse | null;
    parser?: { readonly incoming?: IncomingMessage | null };
  };
  return { answer, request: parser?.incoming };
}

/** Answers what Node would otherwise settle by itself, without our body. */
function answerOddRequests({ server }: Server): void {
  server.on('connect', (_request, socket) => {
    endWith(socket as Socket, 405, 'Method Not Allowed', 'CONNECT: this is no proxy');
  });
  server.on('checkExpectation', ({ socket }) => {
    endWith(socket, 417, 'Expectation Failed', 'Expect: expected nothing or 100-continue');
  });
}

function endWith(socket: Socket, status: number, reason: string, message: string): void {
  const body = JSON.stringify({ error: status, message });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\nContent-Type: application/json\r\nConnection: close\r\n` +
      `X-Request-Id: ${randomUUID()}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  );
}
