import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Server } from './server.ts';

/** What a server tells of each request that took the short way, to whoever listens (by `on`). */
export const shortWayTaken = 'ktima:short-way';

/** What those who look on may know of a request; Fastify's own has it all. */
export interface Asked {
  /** Holds in the end: at first it may not be the caller's own yet. */
  readonly id: string;
  readonly method: string;
  readonly raw: IncomingMessage;
  /** With the path as the route was declared, if there is one. */
  readonly routeOptions: { readonly url?: string | undefined };
}

/** Calls `look` with each request when it comes in, whichever way it is answered. */
export function onEachRequest(
  server: Server,
  look: (asked: Asked, answer: ServerResponse) => void,
): void {
  server.addHook('onRequest', (request, reply, done) => {
    look(request, reply.raw);
    done();
  });
  server.server.on(shortWayTaken, look);
}
