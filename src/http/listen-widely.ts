import cluster from 'node:cluster';
import { once } from 'node:events';
import {
  type AddressInfo,
  createServer,
  type Server as Listener,
  type ListenOptions,
} from 'node:net';
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
  const listeners = await Promise.all(Array.from({ length: width - 1 }, () => open(place)));
  for (const listener of listeners) {
    listener.on('connection', socket => app.server.emit('connection', socket));
  }
  listenersOf.set(app, listeners);
  app.server.once('close', () => stopListening(app));
  return address;
}

/**
 * Takes no more connections at the further sockets, and waits for the end of those that came by
 * them; the first socket is closed by the server itself.
 */
export async function stopListening(app: Server): Promise<void> {
  const listeners = listenersOf.get(app) ?? [];
  listenersOf.delete(app);
  await Promise.all(listeners.map(listener => once(listener.close(), 'close')));
}

/** The port, if nobody has it: sockets that share one would join those of another program. */
async function freePort(host: string, port: number): Promise<number> {
  const listener = await open({ host, port });
  const { port: free } = listener.address() as AddressInfo;
  listener.close();
  await once(listener, 'close');
  return free;
}

async function open(place: ListenOptions): Promise<Listener> {
  const listener = createServer({ noDelay: true });
  listener.listen(place);
  await once(listener, 'listening');
  return listener;
}
