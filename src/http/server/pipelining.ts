import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { trackResponse, unsentResponses, whileArriving } from './slow-clients.ts';

/** Requests of a connection that are handled before the first of them is answered. */
const mostAhead = 8;

/** What is parsed at a time of a connection that sends more: some twenty small requests. */
const pieceBytes = 1_024;

/** How long the next request may take to arrive. */
const arrivalMs = 10_000;

/** Lets a request of a connection wait for its turn. */
type Wait = (response: ServerResponse, handle: () => void) => void;

const queues = new WeakMap<Socket, Wait>();

/**
 * Handles a request now, or when fewer requests of its connection are unanswered (pipelining). A
 * connection that once sends many is read in small pieces from then on, and only while none waits.
 */
export function handleInTurn(response: ServerResponse, handle: () => void): void {
  const { socket } = response.req;
  const wait = queues.get(socket);
  if (wait) wait(response, handle);
  else {
    if (trackResponse(response) >= mostAhead) queues.set(socket, openQueue(socket));
    handle();
  }
}

function openQueue(socket: Socket): Wait {
  const waiting: Parameters<Wait>[] = [];
  let ahead = 0;
  let resume: (() => void) | undefined;
  let arrived = () => {};
  const sent = () => {
    ahead--;
    while (waiting.length > 0 && ahead < mostAhead && socket.writable) begin(...waiting.shift()!);
    // Node pauses connections too, until all of their answers are sent.
    if (ahead === 0 && unsentResponses(socket).length === 0) resume?.();
  };
  const begin: Wait = (response, handle) => {
    ahead++;
    response.once('close', sent);
    trackResponse(response);
    handle();
  };
  const pause = () => {
    // Node may have resumed it, after a pause of its own.
    socket.pause();
    if (resume) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    // Node would find that a request whose first bytes have waited here arrives too slowly.
    void whileArriving(socket, () => promise);
    resume = () => {
      resume = undefined;
      const late = setTimeout(() => socket.destroy(), arrivalMs).unref();
      arrived = () => {
        clearTimeout(late);
        resolve();
      };
      socket.resume();
    };
  };
  for (const earlier of unsentResponses(socket)) {
    ahead++;
    earlier.once('close', sent);
  }
  readInPieces(socket, () => {
    if (waiting.length > 0) pause();
  });
  return (response, handle) => {
    arrived();
    if (ahead < mostAhead) return begin(response, handle);
    waiting.push([response, handle]);
    pause();
  };
}

/**
 * Gives the parser, which would take 64 kB at once, small pieces until the connection is paused, which
 * `pauseIfFull` does.
 */
function readInPieces(socket: Socket, pauseIfFull: () => void): void {
  const readers = socket.listeners('data');
  socket.removeAllListeners('data');
  // A listener of our own makes Node read the connection as a stream.
  socket.on('data', (bytes: Buffer) => {
    let at = 0;
    const isOpen = () => !socket.destroyed && socket.listenerCount('data') > 0;
    for (pauseIfFull(); at < bytes.length && isOpen() && !socket.isPaused(); at += pieceBytes) {
      for (const read of readers) read.call(socket, bytes.subarray(at, at + pieceBytes));
    }
    if (at < bytes.length && isOpen()) socket.unshift(bytes.subarray(at));
  });
}

/** Parses nothing more of a connection: after an error, and after CONNECT. */
export function stopParsing(socket: Socket): void {
  if (queues.has(socket)) socket.removeAllListeners('data');
}
