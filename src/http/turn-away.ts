import { randomInt, randomUUID } from 'node:crypto';
import type { Server, ServerResponse } from 'node:http';
import { isDraining } from './lifecycle.ts';

/** What a server tells of each request that is turned away, to whoever listens (by `on`). */
export const turnedAway = 'ktima:turned-away';

const body = JSON.stringify({ error: 503, message: 'too many requests at once; try again' });

/** Tells a client to come again, by as little work as that can take. */
export function turnAway(server: Server, response: ServerResponse): void {
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
