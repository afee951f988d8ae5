import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Starts an HTTP server on a free port of loopback, which ends with the test. */
export async function startLocalServer(
  t: { after(work: () => void): void },
  answer?: RequestListener,
): Promise<{ server: Server; port: number; url: string }> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return { server, port, url: `http://127.0.0.1:${port}` };
}
