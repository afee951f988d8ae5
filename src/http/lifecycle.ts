import { setTimeout as sleep } from 'node:timers/promises';
import type { onSendHookHandler } from 'fastify';
import { KtimaError } from '../errors.ts';
import { closeAfter } from './connections.ts';
import { listenWidely, stopListening } from './listen-widely.ts';
import type { Server } from './server.ts';

/** How long open connections get to send their last request and be told `Connection: close`. */
const drainMs = 200;

/** Starts listening; a port that is taken is said in one sentence. Returns the address. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    return await listenWidely(server, host, port);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: 'the port is in use by another program',
      EACCES: 'this user may not listen on that port',
      EADDRNOTAVAIL: 'this machine has no such address',
    };
    const reason = reasons[code ?? ''] ?? code ?? String(cause);
    throw new KtimaError('BAD_SETTING', `cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}

/** The port a server listens on, once it does. */
export function portOf(server: Server | undefined): number | undefined {
  const address = server?.server.address();
  return address && typeof address === 'object' ? address.port : undefined;
}

/** Node's servers that are about to close. */
const draining = new WeakSet<object>();

/**
 * Stops a server without failing anyone: answers go out with `Connection: close`, requests under
 * way are finished, idle connections are closed, then the port. Readiness turns to 503 at once.
 */
export async function drain(app: Server): Promise<void> {
  draining.add(app.server);
  await sleep(drainMs);
  await Promise.all([stopListening(app), app.close()]);
}

/**
 * A hook (`onSend`) for what takes time to answer: what was under way when the drain began says
 * `Connection: close` as well. Where answers are made at once, `admit` has said it already.
 */
export const closeWhenDraining: onSendHookHandler = (request, reply, payload, done) => {
  if (isDraining(request.server.server)) closeAfter(reply);
  done(null, payload);
};

export function isDraining(server: object): boolean {
  return draining.has(server);
}
