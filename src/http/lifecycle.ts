import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { KtimaError } from '../errors.ts';
import { closeStalledConnections, type Timeouts } from './timeouts.ts';
import type { Server } from './typed-server.ts';
import { limitUnsentBytes, unsentResponses } from './unsent-responses.ts';
import { stopWorkFor } from './while-wanted.ts';

/** How long open connections may send a last request, which gets `Connection: close`. */
const drainMs = 200;

/** How long a closing server waits for responses that are being sent. */
const lastResponsesMs = 5_000;

/** The number of connections that may wait to be accepted; the system may allow fewer. */
const backlog = 4_096;

/** Starts listening and returns the URL. Throws a one-sentence error if the port is not available. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    return await server.listen({ host, port, backlog });
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      EADDRINUSE: 'the port is in use by another program',
      EACCES: 'this user may not listen on that port',
      EADDRNOTAVAIL: 'this machine has no such address',
      ENOTFOUND: 'no host of this name is known',
      EAI_AGAIN: 'the name of the host cannot be looked up now',
    };
    const reason = reasons[code ?? ''] ?? code ?? String(cause);
    throw new KtimaError('BAD_SETTING', `cannot listen on ${host}:${port}: ${reason}`, { cause });
  }
}

/** The port of a listening server. */
export function portOf(server: Server | undefined): number | undefined {
  const address = server?.server.address();
  return address && typeof address === 'object' ? address.port : undefined;
}

/** The open connections of each Node server. */
const connectionsOf = new WeakMap<object, ReadonlySet<Socket>>();

/** The Node servers that are shutting down. */
const draining = new WeakSet<object>();

/**
 * Shuts a server down without a failed request. Responses get `Connection: close`, running requests
 * are finished, then idle connections and the port are closed. Readiness is 503 from the start.
 */
export async function drain(app: Server): Promise<void> {
  draining.add(app.server);
  for (const socket of connectionsOf.get(app.server)!) {
    // Only on the last response: after `Connection: close` Node sends no further one.
    const last = unsentResponses(socket).at(-1);
    if (last && !last.headersSent) last.setHeader('connection', 'close');
  }
  await sleep(drainMs);
  await app.close();
}

/** Whether a server is shutting down. Its responses then get `Connection: close`. */
export function isDraining(server: object): boolean {
  return draining.has(server);
}

/**
 * Closes connections that Node leaves open: those whose clients do not read, those that hold too much
 * memory and, at shutdown, those without any request (browsers open some in advance). At shutdown it
 * first waits for unsent responses, because Node treats a connection as idle once its response is
 * complete in memory.
 */
export function trackConnections(
  app: Server,
  timeouts: Timeouts,
  mostUnsentBytes: number,
  log: FastifyBaseLogger,
): void {
  const open = new Set<Socket>();
  connectionsOf.set(app.server, open);
  app.server.on('connection', socket => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      stopWorkFor(socket);
    });
  });
  const onClosed = (connections: number) =>
    log.warn({ connections, mostUnsentBytes }, 'closed connections of slow readers');
  app.server.once('close', closeStalledConnections(open, timeouts));
  app.server.once('close', limitUnsentBytes(open, mostUnsentBytes, onClosed));
  app.addHook('preClose', async () => {
    const until = performance.now() + lastResponsesMs;
    const isSending = (socket: Socket) => socket.writableLength > 0;
    while (open.values().some(isSending) && performance.now() < until) await sleep(20);
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
