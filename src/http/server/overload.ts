import { randomInt } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long requests are handled before the event loop looks for new connections and requests. */
const sliceMs = 10;

/** Overload means at least this many waiting requests. With fewer, something else took the time. */
const overloadCount = 64;

/** The longest queue: a client may send thousands of requests at once over one connection. */
const maxWaiting = 10_000;

/** The queue of requests that wait while the process is overloaded. */
export interface Gate {
  /** Whether the next request may proceed immediately. */
  isOpen(): boolean;
  /** Queues a request. Calls `proceed` when it may continue, with true if it must be rejected. */
  wait(proceed: (isRejected: boolean) => void): void;
}

/**
 * Keeps the process responsive under overload. Node handles all received requests before it looks
 * for more, and then accepts only one new connection. With hundreds of busy connections, new ones
 * wait for seconds in invisible queues of the kernel. So requests that arrive after `sliceMs` of
 * work wait here, and each turn of the event loop handles them for one more slice: the oldest
 * first, but under overload the newest first, because old clients may have given up. Under overload
 * a request that waited longer than `patienceMs` is rejected, which is cheap.
 */
export function openGate(patienceMs: number): Gate {
  /** Numbered in the order of arrival: `first` is the oldest, `next` is the number of the next one. */
  const waiting = new Map<number, { proceed: (isRejected: boolean) => void; arrivedAt: number }>();
  let [first, next] = [0, 0];
  let sliceStartedAt: number | undefined;

  const isSliceOver = () => performance.now() - sliceStartedAt! > sliceMs;
  const isOverloaded = () => waiting.size >= overloadCount;
  const isLate = () => performance.now() - waiting.get(first)!.arrivedAt > patienceMs;
  function beginSlice(): void {
    sliceStartedAt = performance.now();
    setImmediate(endSlice);
  }
  function endSlice(): void {
    sliceStartedAt = undefined;
    if (waiting.size === 0) return;
    beginSlice();
    while (waiting.size > 0 && !isSliceOver())
      (isOverloaded() ? releaseNewest : releaseOldest)(false);
    const rejectUntil = performance.now() + sliceMs;
    while (isOverloaded() && isLate() && performance.now() < rejectUntil) releaseOldest(true);
  }
  const releaseOldest = (isRejected: boolean) => release(first++, isRejected);
  const releaseNewest = (isRejected: boolean) => release(--next, isRejected);
  function release(number: number, isRejected: boolean): void {
    const { proceed } = waiting.get(number)!;
    waiting.delete(number);
    proceed(isRejected);
  }

  return {
    isOpen() {
      if (sliceStartedAt !== undefined) return waiting.size === 0 && !isSliceOver();
      beginSlice();
      return true;
    },
    wait(proceed) {
      if (waiting.size >= maxWaiting) proceed(true);
      else waiting.set(next++, { proceed, arrivedAt: performance.now() });
    },
  };
}

/** The event that the Node server emits for each request rejected as too many. */
export const rejectedTooMany = 'ktima:rejected-too-many';

/** The kinds of requests that are rejected as too many. */
export type TooMany = 'requests' | 'logins';

/**
 * Responds 503 with Retry-After. It bypasses Fastify, whose reply path costs more than some whole
 * requests.
 */
export function rejectTooMany(request: FastifyRequest, reply: FastifyReply, what: TooMany): void {
  const { server } = request.server;
  server.emit(rejectedTooMany, what);
  const body = JSON.stringify({ error: 503, message: tooManyAtOnce(what) });
  reply.hijack();
  if (reply.raw.destroyed) return;
  reply.raw
    .writeHead(503, {
      ...(reply.getHeaders() as OutgoingHttpHeaders),
      'content-type': 'application/json; charset=utf-8',
      'content-length': body.length,
      'retry-after': String(retryAfterSeconds()),
    })
    .end(body);
}

export function tooManyAtOnce(what: string): string {
  return `too many ${what} at once; try again`;
}

/** Random, so that clients do not all retry at the same time. */
export function retryAfterSeconds(): number {
  return randomInt(1, 4);
}
