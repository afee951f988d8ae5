import type { Server } from 'node:http';
import { unsentAnswers } from './unsent-answers.ts';

/** Limits for slow and silent clients, in milliseconds; Node enforces them. */
export interface Timeouts {
  /** How long the headers of a request may take to arrive. */
  readonly headersMs: number;
  /** How long a whole request may take to arrive. */
  readonly requestMs: number;
  /** How long a connection may be idle; clients are told, and get a second more. */
  readonly idleMs: number;
  /** How long an answer may wait for a client that reads nothing. */
  readonly unreadMs: number;
  /** How often requests that arrive too slowly are looked for. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 5_000,
  requestMs: 10_000,
  idleMs: 5_000,
  unreadMs: 15_000,
  checkMs: 1_000,
};

/**
 * Closes silent connections, except those whose answer is still being made: operations have limits
 * of their own. Without this listener Node would close those too.
 */
export function closeSilentConnections(server: Server): void {
  server.on('timeout', socket => {
    const isBeingAnswered =
      socket.writable && unsentAnswers(socket).some(answer => !answer.writableEnded);
    if (isBeingAnswered) socket.setTimeout(socket.timeout!);
    else socket.destroy();
  });
}
