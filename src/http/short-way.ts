import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { parse } from 'fast-querystring';
import type { Static, TSchema } from 'typebox';
import { keepAlive } from './connections.ts';
import { type Asked, type Look, shortWayTaken } from './each-request.ts';
import { doubtAbout, givenId, lookAt, refusal } from './first-look.ts';
import { isDraining } from './lifecycle.ts';
import type { Gate } from './overload.ts';
import type { Server } from './server.ts';
import { compileValidator } from './validation.ts';

/** How a route answers a good query, in JSON, when nothing is to be waited for. */
export interface ShortWay<Query extends TSchema> {
  /** The query's schema: the same as the route's. */
  readonly query: Query;
  /** The body, or undefined when it is not that simple; so is whatever throws. */
  readonly answer: (query: Static<Query>, accept: string | undefined) => string | undefined;
  /** Headers besides the usual, names and values in turn. */
  readonly headers?: readonly string[];
}

type AnswerQuery = (query: string, accept: string | undefined) => string | undefined;

interface Way {
  readonly answer: AnswerQuery;
  readonly headers: readonly string[];
}

/** The short ways of each server, by path. */
const waysOf = new WeakMap<object, Map<string, Way>>();

/**
 * Lets plain GET requests for a route be answered before they get to Fastify, which takes a fifth
 * of a small answer's time to route, wrap and unwrap them. The route itself must be there as well:
 * all that is out of the ordinary goes the long way, errors too, and both give the same answers.
 */
export function openShortWay<Query extends TSchema>(
  server: Server,
  path: string,
  { query: schema, answer, headers = [] }: ShortWay<Query>,
): void {
  const validate = compileValidator({ schema, httpPart: 'querystring', method: 'GET', url: path });
  const answerQuery: AnswerQuery = (text, accept) => {
    const query = parse(text);
    return validate(query) === true ? answer(query as Static<Query>, accept) : undefined;
  };
  waysOf.get(server.server)!.set(path, { answer: answerQuery, headers });
}

/** Puts the short ways of a server, which may be opened later, before the long one. */
export function layShortWays({ server }: Server, gate: Gate, nextId: () => string): void {
  const ways = new Map<string, Way>();
  waysOf.set(server, ways);
  const [takeLongWay] = server.listeners('request') as [RequestListener];
  server.off('request', takeLongWay);

  /** Answers a request if it is plain, and tells whether it has. */
  function isAnswered(request: IncomingMessage, response: ServerResponse): boolean {
    const url = request.url!;
    const mark = url.indexOf('?');
    const path = url.slice(0, Math.max(mark, 0));
    const way = ways.get(path);
    if (!way || request.method !== 'GET' || url.includes('#')) return false;
    const seen = lookAt(request);
    if (seen.contentLength !== undefined || seen.transferEncoding !== undefined) return false;
    if (doubtAbout(request, seen) || refusal(request, seen)) return false;
    if (!response.shouldKeepAlive || isDraining(server) || !gate.isOpen()) return false;
    const isWatched = server.listenerCount(shortWayTaken) > 0;
    const began = isWatched ? performance.now() : 0;
    const body = bodyOf(way, url.slice(mark + 1), seen.accept);
    if (body === undefined) return false;
    const id = givenId(seen) ?? nextId();
    if (isWatched) {
      const asked: Asked = { id, method: 'GET', raw: request, routeOptions: { url: path } };
      server.emit(shortWayTaken, ...([asked, response, began] satisfies Parameters<Look>));
    }
    send(response, id, way.headers, body);
    return true;
  }
  server.on('request', (request, response) => {
    if (!isAnswered(request, response)) takeLongWay(request, response);
  });
}

function bodyOf({ answer }: Way, query: string, accept: string | undefined): string | undefined {
  try {
    return answer(query, accept);
  } catch {
    // The long way meets the same, and tells the caller.
    return undefined;
  }
}

/** As Fastify would; headers as a list are the quickest for Node. */
function send(
  response: ServerResponse,
  id: string,
  headers: readonly string[],
  body: string,
): void {
  response.writeHead(200, [
    'x-request-id',
    id,
    'keep-alive',
    keepAlive,
    ...headers,
    'content-type',
    'application/json; charset=utf-8',
    'content-length',
    String(Buffer.byteLength(body)),
  ]);
  response.end(body);
}
