import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import type { Server } from './server.ts';

/** How long nothing may move over a connection that has something to send. */
export const stuckMs = 15_000;

/** How long a connection may be idle; clients are told, so that they close first. */
const idleSeconds = 5;

/** What an answer tells of that, in `Keep-Alive`. */
export const keepAlive = `timeout=${idleSeconds}`;

/** How often connections are looked at. */
const lookMs = 1_000;

/** How long a server that closes waits for answers that are still on their way out. */
const lastAnswersMs = 5_000;

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
  let state: 'open' | 'closing' | 'closed' = 'open';
  const timer = setInterval(() => {
    // Not before the last one is gone: Node does not wait for those of further listeners.
    if (state === 'closed' && open.size === 0) return clearInterval(timer);
    for (const [socket, seen] of open) {
      limitStuck(socket);
      closeIdle(socket, seen, state === 'open' ? idleSeconds + 1 : 0);
    }
  }, lookMs).unref();
  app.addHook('preClose', async () => {
    await answersOut(open);
    closeUnused(open);
    state = 'closing';
  });
  app.server.once('close', () => {
    state = 'closed';
  });
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

/**
 * Closes a connection that was idle for more than so many looks, of which the first may come right
 * after an answer. One over which nothing came yet is Node's to close, with 408.
 */
function closeIdle(socket: Socket, seen: Seen, looks: number): void {
  const isIdle =
    socket.bytesRead === seen.bytesRead &&
    socket.bytesRead > 0 &&
    socket.writableLength === 0 &&
    !underWay(socket).answer;
  seen.bytesRead = socket.bytesRead;
  seen.idleLooks = isIdle ? seen.idleLooks + 1 : 0;
  if (seen.idleLooks > looks) socket.destroy();
}

/** Waits, but not for ever, until what was answered is out: Node would take it for idle. */
async function answersOut(open: ReadonlyMap<Socket, Seen>): Promise<void> {
  const until = performance.now() + lastAnswersMs;
  const isSending = (socket: Socket) => socket.writableLength > 0;
  while (open.keys().some(isSending) && performance.now() < until) await sleep(20);
}

/**
 * Lets a server close although connections are open over which nothing was asked (browsers make
 * some in advance, and Node waits for their first request) or nothing will be answered any more.
 */
function closeUnused(open: ReadonlyMap<Socket, Seen>): void {
  for (const socket of open.keys()) {
    if (socket.bytesRead === 0 || socket.writableFinished) socket.destroy();
  }
}

/** Has the line closed after this answer. */
export function closeAfter(reply: FastifyReply): void {
  reply.header('connection', 'close').removeHeader('keep-alive');
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
