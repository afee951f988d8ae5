import { setTimeout as sleep } from 'node:timers/promises';
import { KtimaError } from '../errors.ts';
import type { Server } from './server.ts';

/** How long open connections get to send their last request and be told `Connection: close`. */
const drainMs = 200;

/** Starts listening; a port that is taken is said in one sentence. Returns the address. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    return await server.listen({ host, port });
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

const draining = new WeakSet<Server>();

/** Part of every server: from `drain` on, each answer tells its client to open no more. */
export function closeConnectionsWhenDraining(server: Server): void {
  server.addHook('onSend', (_request, reply, payload, done) => {
    if (draining.has(server)) reply.header('connection', 'close');
    done(null, payload);
  });
}

/**
 * Stops a server without failing anyone: answers go out with `Connection: close`, requests under
 * way are finished, idle connections are closed, then the port. Readiness turns to 503 at once.
 */
export async function drain(server: Server): Promise<void> {
  draining.add(server);
  await sleep(drainMs);
  await server.close();
}

export function isDraining(server: Server): boolean {
  return draining.has(server);
}
