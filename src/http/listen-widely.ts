import cluster from 'node:cluster';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server as Listener } from 'node:net';
import type { Server } from './server.ts';

/** How many sockets listen on one port. */
const width = 16;

/** Connections that may wait to be taken, at each socket; the system may allow fewer. */
const backlog = 4_096;

/** The further sockets of each server. */
const listenersOf = new WeakMap<object, readonly Listener[]>();

/**
 * Listens with several sockets on one port. Of each, Node takes one new connection between two
 * rounds of answering; when there is much to answer, newcomers would wait for seconds. Workers
 * need it not: their first process, which has little else to do, takes connections for them.
 */
export async function listenWidely(app: Server, host: string, port: number): Promise<string> {
  if (process.platform !== 'linux' || cluster.isWorker) return app.listen({ host, port, backlog });
  const place = { host, port: await freePort(host, port), backlog, reusePort: true };
  const address = await app.listen(place);
  // As those of an HTTP server are.
  const manner = { noDelay: true, allowHalfOpen: true };
  const listeners = Array.from({ length: width - 1 }, () =>
    createServer(manner, socket => app.server.emit('connection', socket)),
  );
  listenersOf.set(app, listeners);
  app.server.once('close', () => stopListening(app));
  await Promise.all(listeners.map(listener => once(listener.listen(place), 'listening')));
  return address;
}

/**
 * Takes no more connections at the further sockets, and waits for the end of those that came by
 * them; the first socket is closed by the server itself.
 */
export async function stopListening(app: Server): Promise<void> {
  const listeners = listenersOf.get(app) ?? [];
  listenersOf.delete(app);
  const open = listeners.filter(({ listening }) => listening);
  await Promise.all(open.map(listener => once(listener.close(), 'close')));
}

/** The port, if nobody has it: sockets that share one would join those of another program. */
async function freePort(host: string, port: number): Promise<number> {
  const listener = createServer();
  await once(listener.listen({ host, port }), 'listening');
  const { port: free } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return free;
}
