import type { Socket } from 'node:net';

/** Limits for slow and silent clients, in milliseconds. */
export interface Timeouts {
  /** How long the headers of a request may take to arrive. */
  readonly headersMs: number;
  /** How long a whole request may take to arrive. */
  readonly requestMs: number;
  /** How long a connection may be idle; clients are told, and get a second more. */
  readonly idleMs: number;
  /** How long an answer may wait for a client that reads nothing. */
  readonly unreadMs: number;
  /** How often clients that are too slow are looked for. */
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
 * Closes connections whose clients read nothing, or do not close their half after the last answer.
 * Node's own limit for these (`server.timeout`) would also cut off answers that take long to make.
 */
export function closeUnread(
  open: ReadonlySet<Socket>,
  { unreadMs, checkMs }: Timeouts,
): () => void {
  const timer = setInterval(() => {
    for (const socket of open) {
      const isSending = socket.writableLength > 0 || socket.writableEnded;
      // Node sets a time-out of its own on idle connections, and clears it with each request.
      if (isSending && !socket.timeout) socket.setTimeout(unreadMs);
      else if (!isSending && socket.timeout === unreadMs) socket.setTimeout(0);
    }
  }, checkMs).unref();
  return () => clearInterval(timer);
}
