import type { Socket } from 'node:net';

/** Limits for slow and silent clients, in milliseconds. */
export interface Timeouts {
  /** How long the headers of a request may take to arrive. */
  readonly headersMs: number;
  /** How long a whole request may take to arrive. */
  readonly requestMs: number;
  /** How long the work for a response may take (`whileWanted`). */
  readonly workMs: number;
  /** How long a connection may be idle. Clients see this value; the server closes a second later. */
  readonly idleMs: number;
  /** How long a response may wait for a client that does not read. */
  readonly unreadMs: number;
  /** How often connections are checked for slow clients. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 5_000,
  requestMs: 10_000,
  workMs: 10_000,
  idleMs: 5_000,
  unreadMs: 15_000,
  checkMs: 1_000,
};

/**
 * Closes connections whose clients do not read, or do not close after the last response. Node's own
 * limit (`server.timeout`) would also end responses that take long to compute.
 */
export function closeStalledConnections(
  open: ReadonlySet<Socket>,
  { unreadMs, checkMs }: Timeouts,
): () => void {
  const timer = setInterval(() => {
    for (const socket of open) {
      const isSending = socket.writableLength > 0 || socket.writableEnded;
      // Node sets its own time-out on idle connections, and clears it with each request.
      if (isSending && !socket.timeout) socket.setTimeout(unreadMs);
      else if (!isSending && socket.timeout === unreadMs) socket.setTimeout(0);
    }
  }, checkMs).unref();
  return () => clearInterval(timer);
}
