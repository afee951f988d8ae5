import { randomInt, randomUUID } from 'node:crypto';
import type { RequestListener, Server, ServerResponse } from 'node:http';
import { healthPaths } from './health.ts';
import { isDraining } from './lifecycle.ts';
import type { Gate } from './overload.ts';

/** What a server tells of each request that is turned away, to whoever listens (by `on`). */
export const turnedAway = 'ktima:turned-away';

/**
 * Puts a gate before a server, in front of Fastify: to turn a request away must cost as little as
 * it can, or there would be no time left to serve any. Whether we are alive and ready is always
 * told.
 */
export function guard(server: Server, gate: Gate): void {
  const [handle] = server.listeners('request') as [RequestListener];
  server.removeAllListeners('request');
  server.on('request', (request, response) => {
    if (gate.isOpen() || healthPaths.has(request.url!)) return handle(request, response);
    gate.wait(isTooLate => {
      // Whoever has gone needs no answer.
      if (response.destroyed) return;
      if (isTooLate) turnAway(server, response);
      else handle(request, response);
    });
  });
}

const body = JSON.stringify({ error: 503, message: 'too many requests at once; try again' });

function turnAway(server: Server, response: ServerResponse): void {
  server.emit(turnedAway);
  response
    .writeHead(503, {
      'content-type': 'application/json',
      'content-length': body.length,
      // Not the same for all, or they would all come back at once.
      'retry-after': String(randomInt(1, 4)),
      'x-request-id': randomUUID(),
      ...(isDraining(server) && { connection: 'close' }),
    })
    .end(body);
}
