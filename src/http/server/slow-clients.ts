import type { ServerResponse } from 'node:http';
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
  /** How often connections are checked for slow clients. */
  readonly checkMs: number;
}

export const defaultTimeouts: Timeouts = {
  headersMs: 5_000,
  requestMs: 10_000,
  workMs: 10_000,
  idleMs: 5_000,
  checkMs: 1_000,
};

/** Connections whose current request may take longer than `requestMs` to arrive. */
const slowRequests = new WeakSet<Socket>();

/** Waits for a request for as long as the work takes, which has a limit of its own. */
export async function whileArriving<T>(socket: Socket, work: () => Promise<T>): Promise<T> {
  slowRequests.add(socket);
  try {
    return await work();
  } finally {
    slowRequests.delete(socket);
  }
}

/** Whether the current request of a connection has no general limit. */
export function mayArriveSlowly(socket: Socket): boolean {
  return slowRequests.has(socket);
}

/** The responses of each connection that may be unsent, oldest first; several with pipelining. */
const answersOf = new WeakMap<Socket, ServerResponse[]>();

/** Records a response of a connection; returns how many are not completely sent, with this one. */
export function trackResponse(answer: ServerResponse): number {
  const { socket } = answer.req;
  const answers = answersOf.get(socket) ?? [];
  if (answers.length === 0) answersOf.set(socket, answers);
  while (answers[0]?.writableFinished) answers.shift();
  return answers.push(answer);
}

/** The responses of a connection that are not completely sent, oldest first. */
export function unsentResponses(socket: Socket): readonly ServerResponse[] {
  return answersOf.get(socket)?.filter(answer => !answer.writableFinished) ?? [];
}

/** The response to the last request of a connection, sent or not. */
export function lastResponse(socket: Socket): ServerResponse | undefined {
  return answersOf.get(socket)?.at(-1);
}

/** The bytes of a connection that its client has not taken yet, also of responses that wait. */
function unsentBytes(socket: Socket): number {
  // The response that is being sent has its bytes in the socket.
  const waiting = unsentResponses(socket).filter(answer => answer.socket === null);
  return waiting.reduce((sum, { writableLength }) => sum + writableLength, socket.writableLength);
}

/** How often unsent bytes are counted: what is produced in between can exceed the limit. */
const countMs = 100;

/**
 * Limits the unsent bytes of all connections together. Above the limit it closes connections, first
 * those that have held the most bytes for the longest time: many slow readers of large responses
 * would fill the memory. Returns how to stop.
 */
export function limitUnsentBytes(
  open: ReadonlySet<Socket>,
  mostBytes: number,
  onClosed: (connections: number) => void,
): () => void {
  /** The byte-seconds (more exactly, bytes times counts) of connections with unsent bytes. */
  let held = new Map<Socket, number>();
  const timer = setInterval(() => {
    const before = held;
    held = new Map();
    let total = 0;
    for (const socket of open) {
      const bytes = unsentBytes(socket);
      if (bytes === 0) continue;
      total += bytes;
      held.set(socket, (before.get(socket) ?? 0) + bytes);
    }
    if (total > mostBytes) onClosed(closeSlowest(held, total - mostBytes));
  }, countMs).unref();
  return () => clearInterval(timer);
}

/** Closes connections until that number of bytes is free; returns the number of connections. */
function closeSlowest(held: ReadonlyMap<Socket, number>, bytes: number): number {
  let [freed, closed] = [0, 0];
  for (const [socket] of [...held].sort(([, a], [, b]) => b - a)) {
    if (freed >= bytes) break;
    freed += unsentBytes(socket);
    closed++;
    socket.destroy();
  }
  return closed;
}
