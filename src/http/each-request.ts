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

/** Looks on at a request that came in at `began` (of `performance.now`); it must not throw. */
export type Look = (asked: Asked, answer: ServerResponse, began: number) => void;

/** Calls `look` with each request before it is answered, whichever way that goes. */
export function onEachRequest(server: Server, look: Look): void {
  server.addHook('onRequest', (request, reply, done) => {
    look(request, reply.raw, performance.now());
    done();
  });
  server.server.on(shortWayTaken, look);
}
