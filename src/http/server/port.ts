import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { badSetting } from '#tools/errors.ts';

/** The number of connections that may wait to be accepted; the system may allow fewer. */
const backlog = 4_096;

/** A port is closed when no connection has arrived for this long, or at the latest after a second. */
const quietMs = 100;
const longestMs = 1_000;

/** A port that accepts connections. */
export interface Port {
  readonly url: string;
  readonly number: number;
  /** Passes further connections to another function. */
  passTo(take: (socket: Socket) => void): void;
  /** Closes the port at once. The system resets connections that wait to be accepted. */
  close(): void;
  /**
   * Accepts the connections that wait, then closes the port: after a short time without a new one,
   * and just after the event loop has found none. A held port is closed at once: connections wait for
   * the next process.
   */
  closeWhenQuiet(): Promise<void>;
}

/** The first descriptor of the sockets that systemd holds for a process (sd_listen_fds). */
const firstHeld = 3;

/** The descriptor of the socket that systemd holds under a name; undefined if there is none. */
export function heldSocket(name: string): number | undefined {
  const { LISTEN_PID, LISTEN_FDNAMES = '' } = process.env;
  const at = LISTEN_FDNAMES.split(':').indexOf(name);
  return Number(LISTEN_PID) === process.pid && at !== -1 ? firstHeld + at : undefined;
}

/**
 * Opens a port, or the held socket of a name, and passes each connection to `firstTake`. Throws a
 * one-sentence error if the port is not available.
 */
export async function openPort(
  host: string,
  number: number,
  firstTake: (socket: Socket) => void,
  held?: number,
): Promise<Port> {
  let take = firstTake;
  let accepted = 0;
  const open = async (address: string, number: number): Promise<Server> => {
    // The options of an HTTP server.
    const options = { allowHalfOpen: true, noDelay: true };
    const server = createServer(options, socket => {
      accepted++;
      take(socket);
    });
    server.listen(held === undefined ? { host: address, port: number, backlog } : { fd: held });
    await once(server, 'listening');
    return server;
  };
  const [first, ...others] = held === undefined ? await addressesOf(host) : [host];
  const servers = [await open(first, number).catch(error => refuse(host, number, error))];
  const { address, port } = servers[0]!.address() as AddressInfo;
  for (const other of others) {
    const server = await open(other, port).catch(() => undefined);
    if (server) servers.push(server);
  }
  const close = () => {
    for (const server of servers) server.close();
  };
  return {
    url: urlOf(address, port),
    number: port,
    passTo(next) {
      take = next;
    },
    close,
    async closeWhenQuiet() {
      if (held !== undefined) return close();
      const end = performance.now() + longestMs;
      let [before, since] = [-1, 0];
      const isQuiet = () => before === accepted && performance.now() - since >= quietMs;
      while (!isQuiet() && performance.now() < end) {
        if (before !== accepted) [before, since] = [accepted, performance.now()];
        await sleep(5);
        await nextTurn();
        // Each turn accepts one connection.
        await nextTurn();
      }
      close();
    },
  };
}

/** The name localhost may have two addresses, and a client may use either. */
async function addressesOf(host: string): Promise<[string, ...string[]]> {
  if (host !== 'localhost') return [host];
  const [first, ...others] = (await lookup(host, { all: true })).map(({ address }) => address);
  return [first ?? host, ...others];
}

/** The URL at which this machine reaches an address; one for all addresses is reached by loopback. */
function urlOf(address: string, port: number): string {
  const reached = { '0.0.0.0': '127.0.0.1', '::': '::1' }[address] ?? address;
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`;
}

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use by another program',
  EACCES: 'this user may not listen on that port',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no host of this name is known',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
};

function refuse(host: string, port: number, cause: NodeJS.ErrnoException): never {
  const reason = reasons[cause.code ?? ''] ?? cause.code ?? String(cause);
  throw badSetting(`cannot listen on ${host}:${port}: ${reason}`, { cause });
}
