import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { healthPaths } from './health.ts';
import { isDraining } from './lifecycle.ts';
import type { Gate } from './overload.ts';
import { ambiguityIn, givenId, hasFaultyFraming, readHead, refusal } from './request-head.ts';
import { refuseAsTooMany } from './too-many-requests.ts';
import { expectAnswer } from './unsent-answers.ts';

/** Answers some requests at the door, and tells whether it has. */
export type IsAnswered = (request: FastifyRequest, reply: FastifyReply) => boolean;

/**
 * Names the request (by its caller's id when that is harmless) and turns away what is unfit, or
 * too much. Whether we are alive and ready is always told.
 */
export function admission(gate: Gate, isAnswered: IsAnswered): onRequestHookHandler {
  return function admit(request, reply, done) {
    expectAnswer(reply.raw);
    const seen = readHead(request.raw);
    request.id = givenId(seen) ?? request.id;
    reply.header('x-request-id', request.id);
    const doubt = ambiguityIn(request.raw, seen);
    if (doubt || hasFaultyFraming(request.raw, seen) || isDraining(this.server)) {
      reply.header('connection', 'close');
    }
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
      if (isTooLate) return refuseAsTooMany(request, reply, 'requests');
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
