import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Server } from './server.ts';

/** How long nothing may move over a connection that has something to send. */
export const stuckMs = 15_000;

/** How long a connection may be idle; clients are told, so that they close first. */
const idleSeconds = 5;

/** What an answer tells of that, in `Keep-Alive`. */
export const keepAlive = `timeout=${idleSeconds}`;

/** How often connections are looked at. */
const lookMs = 1_000;

/** What was seen of a connection when it was last looked at. */
interface Seen {
  bytesRead: number;
  /** How many times in a row nothing was under way and nothing had come. */
  idleLooks: number;
}

/**
 * Closes the connections that Node would leave open for ever, and those that are idle. Node could
 * do both by timers of each connection, but would set them anew with each request, which takes a
 * tenth of a small answer's time.
 */
export function watchConnections(app: Server): void {
  const open = new Map<Socket, Seen>();
  app.server.on('connection', socket => {
    open.set(socket, { bytesRead: 0, idleLooks: 0 });
    socket.once('close', () => open.delete(socket));
  });
  const look = () => {
    for (const [socket, seen] of open) {
      limitStuck(socket);
      closeIdle(socket, seen);
    }
  };
  const timer = setInterval(look, lookMs).unref();
  // Until the last answer is out: a client may stop reading while the server waits for that.
  app.server.once('close', () => clearInterval(timer));
  app.addHook('preClose', async () => closeUnused(open.keys()));
}

/**
 * Gives a limit to a connection whose client may not be reading, or does not close its half after
 * the last answer.
 */
function limitStuck(socket: Socket): void {
  const isWaiting = socket.writableLength > 0 || socket.writableEnded;
  if (isWaiting && !socket.timeout) socket.setTimeout(stuckMs);
  else if (!isWaiting && socket.timeout) socket.setTimeout(0);
}

/** Closes a connection once it was idle for a second longer than its client was told. */
function closeIdle(socket: Socket, seen: Seen): void {
  const isIdle =
    socket.bytesRead === seen.bytesRead && socket.writableLength === 0 && !underWay(socket).answer;
  seen.bytesRead = socket.bytesRead;
  seen.idleLooks = isIdle ? seen.idleLooks + 1 : 0;
  if (seen.idleLooks > idleSeconds) socket.destroy();
}

/**
 * Lets a server close although connections are open over which nothing was asked (browsers make
 * some in advance, and Node waits for their first request) or nothing will be answered any more.
 */
function closeUnused(open: Iterable<Socket>): void {
  for (const socket of open) {
    if (socket.bytesRead === 0 || socket.writableFinished) socket.destroy();
  }
}

/**
 * The answer that is not out yet, and the request that was read last. Node keeps both on the
 * socket for its own use; nothing public tells.
 */
export function underWay(socket: Socket) {
  const { _httpMessage: answer, parser } = socket as {
    _httpMessage?: ServerResponse | null;
    parser?: { readonly incoming?: IncomingMessage | null };
  };
  return { answer, request: parser?.incoming };
}
