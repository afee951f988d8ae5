import type { Socket } from 'node:net';
import type { Server } from './server.ts';

/** How long nothing may move over a connection that has something to send. */
export const stuckMs = 15_000;

/** How often such connections are looked for. */
const lookMs = 5_000;

/** Closes the connections that Node would leave open for ever. */
export function watchConnections(app: Server): void {
  const open = new Set<Socket>();
  app.server.on('connection', socket => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const timer = setInterval(() => limitStuck(open), lookMs).unref();
  // Until the last answer is out: a client may stop reading while the server waits for that.
  app.server.once('close', () => clearInterval(timer));
  app.addHook('preClose', async () => closeUnused(open));
}

/**
 * Gives a limit to connections whose client may not be reading, or does not close its half after
 * the last answer. Node could give one to every connection, but would set it anew with each
 * request, which takes 5 % of a small answer's time.
 */
function limitStuck(open: ReadonlySet<Socket>): void {
  for (const socket of open) {
    const isWaiting = socket.writableLength > 0 || socket.writableEnded;
    // With the end of its answer a connection gets the limit of idle ones instead.
    if (isWaiting && !socket.timeout) socket.setTimeout(stuckMs);
  }
}

/**
 * Lets a server close although connections are open over which nothing was asked (browsers make
 * some in advance, and Node waits for their first request) or nothing will be answered any more.
 */
function closeUnused(open: ReadonlySet<Socket>): void {
  for (const socket of open) {
    if (socket.bytesRead === 0 || socket.writableFinished) socket.destroy();
  }
}
