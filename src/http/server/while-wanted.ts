import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { KtimaError } from '#tools/errors.ts';
import { retryAfterSeconds } from './overload.ts';
import { unsentResponses } from './slow-clients.ts';
import type { Server } from './typed-server.ts';

const name = 'workMs';

/** Sets how long the work for a response may take on a server, in milliseconds. */
export function setWorkLimit(server: Server, workMs: number): void {
  server.decorate(name, workMs);
}

const underWay = new WeakMap<ServerResponse, AbortController>();

/**
 * Does the work for a response with a signal. It is aborted when the client closes the connection
 * before the response, or when the work takes too long: then the response is 503. Work that can take
 * long passes the signal to the store, checks it in its loops (`throwIfAborted`) and throws its
 * reason. Operations that are always short do without: it costs some microseconds. `limitMs` is for
 * work that only waits.
 */
export async function whileWanted<T>(
  { raw, server }: FastifyReply,
  work: (signal: AbortSignal) => Promise<T>,
  limitMs = server.getDecorator<number>(name),
): Promise<T> {
  // It may have left while the request waited in the overload gate or for its token.
  if (raw.req.socket.destroyed) throw clientLeft();
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(tookTooLong(limitMs)), limitMs);
  underWay.set(raw, controller);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    underWay.delete(raw);
  }
}

/** The tasks that wait for their next turn, longest first. */
const turns: (() => void)[] = [];

/**
 * Lets other requests run, and then throws if the work is no longer wanted. One task runs
 * in each turn of the event loop, so that a health check does not wait for a part of each.
 */
export async function takeTurn(signal: AbortSignal): Promise<void> {
  if (turns.length === 0) setImmediate(giveTurn);
  await new Promise<void>(resolve => turns.push(resolve));
  signal.throwIfAborted();
}

function giveTurn(): void {
  turns.shift()!();
  if (turns.length > 0) setImmediate(giveTurn);
}

/** Stops the work for the responses of a connection that was closed, also of pipelined requests. */
export function stopWorkFor(socket: Socket): void {
  for (const response of unsentResponses(socket)) underWay.get(response)?.abort(clientLeft());
}

function tookTooLong(workMs: number): KtimaError {
  const message = `the request took longer than ${workMs / 1_000} s; ask for less at once, or try again`;
  return new KtimaError('TOO_LONG', message, { retryAfterSeconds: retryAfterSeconds() });
}

function clientLeft(): KtimaError {
  return new KtimaError('CLIENT_LEFT', 'the client has closed the connection');
}
