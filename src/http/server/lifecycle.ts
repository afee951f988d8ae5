import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { heldSocket, openPort, type Port } from './port.ts';
import { limitUnsentBytes, type Timeouts, unsentResponses } from './slow-clients.ts';
import type { Server } from './typed-server.ts';
import { stopWorkFor } from './while-wanted.ts';

/** How long a closing server waits while the clients of its last responses read nothing. */
const lastResponsesMs = 5_000;

/** Node closes an idle connection this long after the time in its Keep-Alive header. */
const idleBufferMs = 1_000;

/** What is known about the connections of a server. */
interface Connections {
  readonly open: ReadonlySet<Socket>;
  readonly idleMs: number;
  /** How long idle connections stay open when the server is closed. */
  graceMs: number;
  port?: Port | undefined;
}

/** By Node server. */
const connectionsOf = new WeakMap<object, Connections>();

/** The Node servers that are shutting down. */
const draining = new WeakSet<object>();

/**
 * Listens on a port, or on the socket that systemd holds under a name, and returns the URL. Throws a
 * one-sentence error if it is not available.
 */
export async function listen(
  app: Server,
  host: string,
  port: number,
  name?: string,
): Promise<string> {
  await prepareConnections(app);
  const held = name === undefined ? undefined : heldSocket(name);
  const opened = await openPort(host, port, socket => takeConnection(app, socket), held);
  connectionsOf.get(app.server)!.port = opened;
  return opened.url;
}

/** Gives the port of one server to another one; the first keeps its open connections. */
export async function handOverPort(from: Server, to: Server): Promise<void> {
  await prepareConnections(to);
  const [old, next] = [connectionsOf.get(from.server)!, connectionsOf.get(to.server)!];
  [next.port, old.port] = [old.port, undefined];
  next.port?.passTo(socket => takeConnection(to, socket));
}

/** Prepares a server for connections that something else accepts. */
async function prepareConnections(app: Server): Promise<void> {
  await app.ready();
  // Node starts to check for slow clients at this event.
  app.server.emit('listening');
}

/** Serves a connection that was accepted elsewhere. */
function takeConnection(app: Server, socket: Socket): void {
  app.server.emit('connection', socket);
}

/** The port of a listening server. */
export function portOf(app: Server | undefined): number | undefined {
  const address = app?.server.address();
  if (address && typeof address === 'object') return address.port;
  return app && connectionsOf.get(app.server)?.port?.number;
}

/**
 * Shuts a server down without losing a request that it has taken. First readiness is 503, until no new
 * connection arrives. Then the port is closed, and Fastify adds `Connection: close` to responses: any
 * earlier, clients would connect again at once. Each connection may send one more request, until it
 * was idle for as long as Keep-Alive promises: a client that has just sent a request on an idle
 * connection would lose it.
 */
export async function drain(app: Server): Promise<void> {
  const connections = connectionsOf.get(app.server)!;
  draining.add(app.server);
  await connections.port?.closeWhenQuiet();
  connections.graceMs = connections.idleMs + idleBufferMs;
  await app.close();
}

/** Whether a server is shutting down. */
export function isDraining(server: object): boolean {
  return draining.has(server);
}

/**
 * Closes connections that hold too much memory. When the server is closed, it waits for running
 * requests and for responses that are being sent, then closes all connections.
 */
export function trackConnections(
  app: Server,
  timeouts: Timeouts,
  mostUnsentBytes: number,
  log: FastifyBaseLogger,
): void {
  const open = new Set<Socket>();
  const connections: Connections = { open, idleMs: timeouts.idleMs, graceMs: 0 };
  connectionsOf.set(app.server, connections);
  app.server.on('connection', socket => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      stopWorkFor(socket);
    });
  });
  const onClosed = (connections: number) =>
    log.warn({ connections, mostUnsentBytes }, 'closed connections of slow readers');
  app.server.once('close', limitUnsentBytes(open, mostUnsentBytes, onClosed));
  app.addHook('preClose', async () => {
    connections.port?.close();
    draining.add(app.server);
    for (const socket of open) {
      // Only on the last response: after `Connection: close` Node sends no further one.
      const last = unsentResponses(socket).at(-1);
      if (last && !last.headersSent) last.setHeader('connection', 'close');
    }
    await lastResponses(connections);
    for (const socket of open) socket.destroy();
  });
}

/** Waits for running requests, for responses that clients read, and for the grace of idle clients. */
async function lastResponses({ open, graceMs }: Connections): Promise<void> {
  const isRunning = (socket: Socket) => unsentResponses(socket).some(sent => !sent.writableEnded);
  const graceEnds = performance.now() + graceMs;
  let [sentBytes, sentAt] = [-1, 0];
  while (open.size > 0) {
    const now = performance.now();
    const bytes = open
      .values()
      .reduce((sum, socket) => sum + socket.bytesWritten - socket.writableLength, 0);
    const isBusy = open.values().some(isRunning);
    if (isBusy || bytes !== sentBytes) [sentBytes, sentAt] = [bytes, now];
    const isSending = open.values().some(({ writableLength }) => writableLength > 0);
    const isOver = !isSending || now - sentAt > lastResponsesMs;
    if (!isBusy && isOver && now >= graceEnds) return;
    await sleep(10);
  }
}
