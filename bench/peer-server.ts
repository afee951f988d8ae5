// A peer of the HTTP figures, in a process of its own: the least that Fastify can do (`constant`),
// or that Node can do with ready bytes of a size (`bare SIZE`). Prints its address.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fastify } from 'fastify';

const [kind, size = '0'] = process.argv.slice(2);
const server = kind === 'bare' ? bareServer(Number(size)) : await constantServer();
server.listen(0, '127.0.0.1', () => {
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

/** One small object, asked for by the requests that the service gets: reading them costs the same. */
async function constantServer() {
  const app = fastify();
  const answer = { reconstruction_cost: { as_new: 89250, as_is: 68164.69 } };
  app.get('/api/reconstruction-cost/', () => answer);
  app.post('/api/points-of-interest/', () => answer);
  await app.ready();
  return app.server;
}

function bareServer(bytes: number) {
  const body = Buffer.alloc(bytes, 'x');
  const headers = { 'content-type': 'application/json', 'content-length': bytes };
  return createServer((request, response) => {
    request.resume();
    response.writeHead(200, headers).end(body);
  });
}
