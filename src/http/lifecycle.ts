import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { KtimaError } from '../errors.ts';
import { closeUnread, type Timeouts } from './timeouts.ts';
import type { Server } from './typed-server.ts';
import { unsentAnswers } from './unsent-answers.ts';

/** How long open connections get to send their last request and be told `Connection: close`. */
const drainMs = 200;

/** How long a server that closes waits for answers that are being sent. */
const lastAnswersMs = 5_000;

/** Connections that may wait to be accepted; the system may allow fewer. */
const backlog = 4_096;

/** Starts listening; a port that is taken is said in one sentence. Returns the address. */
export async function listen(server: Server, host: string, port: number): Promise<string> {
  try {
    return await server.listen({ host, port, backlog });
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

/** The open connections of each of Node's servers. */
const connectionsOf = new WeakMap<object, ReadonlySet<Socket>>();

/** Node's servers that are about to close. */
const draining = new WeakSet<object>();

/**
 * Stops a server without failing anyone: answers go out with `Connection: close`, requests under
 * way are finished, idle connections are closed, then the port. Readiness turns to 503 at once.
 */
export async function drain(app: Server): Promise<void> {
  draining.add(app.server);
  for (const socket of connectionsOf.get(app.server)!) {
    // Only the last: after an answer that says so, Node sends no more.
    const last = unsentAnswers(socket).at(-1);
    if (last && !last.headersSent) last.setHeader('connection', 'close');
  }
  await sleep(drainMs);
  await app.close();
}

/** Whether a server is about to close: requests that still come in are told to leave after it. */
export function isDraining(server: object): boolean {
  return draining.has(server);
}

/**
 * Closes what Node does not: connections whose clients do not read, and, when the server closes,
 * those over which no request came yet (browsers open some in advance). Before that, answers get
 * time to be sent, because Node takes a connection for idle as soon as its answer is complete in
 * memory.
 */
export function trackConnections(app: Server, timeouts: Timeouts): void {
  const open = new Set<Socket>();
  connectionsOf.set(app.server, open);
  app.server.on('connection', socket => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.server.once('close', closeUnread(open, timeouts));
  app.addHook('preClose', async () => {
    const until = performance.now() + lastAnswersMs;
    const isSending = (socket: Socket) => socket.writableLength > 0;
    while (open.values().some(isSending) && performance.now() < until) await sleep(20);
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
