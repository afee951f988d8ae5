import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { KtimaError } from '../errors.ts';
import { keepAlive } from './connections.ts';
import { healthPaths } from './health.ts';
import { isDraining } from './lifecycle.ts';
import type { Gate } from './overload.ts';
import { turnAway } from './turn-away.ts';

const maxUrlLength = 8_192;
export const maxHeaders = 100;

/** Answers some requests at the door, and tells whether it has. */
export type IsAnswered = (request: FastifyRequest, reply: FastifyReply) => boolean;

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
export function admission(gate: Gate, isAnswered: IsAnswered): onRequestHookHandler {
  return function admit(request, reply, done) {
    const seen = firstLook(request.raw);
    if (seen.requestId !== undefined && /^[\w.-]{1,64}$/.test(seen.requestId)) {
      request.id = seen.requestId;
    }
    reply.header('x-request-id', request.id);
    const doubt = doubtAbout(request.raw, seen);
    if (doubt || isDraining(this.server)) reply.header('connection', 'close');
    else if (reply.raw.shouldKeepAlive) reply.header('keep-alive', keepAlive);
    const refused = doubt ?? refusal(request.raw, seen);
    if (refused) return done(refused);
    if (isAnswered(request, reply)) return;
    if (hasTypeOfNothing(request.raw)) {
      // Nobody may wait for such a body: Node gives it no end (`optimizeEmptyRequests`).
      delete request.raw.headers['content-type'];
      reply.header('connection', 'close');
    }
    if (gate.isOpen() || healthPaths.has(request.raw.url!)) return done();
    gate.wait(isTooLate => {
      // Whoever has gone needs no answer.
      if (reply.raw.destroyed) return;
      if (isTooLate) return turnAway(request, reply, 'requests');
      if (isDraining(this.server)) reply.header('connection', 'close');
      done();
    });
  };
}

/** Whether a body has a type but no length: it is none, or what follows is not what it seems. */
function hasTypeOfNothing(raw: IncomingMessage): boolean {
  // Nearly all are; and Node makes an object of the headers only when asked.
  if (raw.method === 'GET') return false;
  const { headers } = raw;
  return (
    headers['content-type'] !== undefined &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined
  );
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
