import { isIP } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { createServer } from '#http/server/server.ts';
import type { Server } from '#http/server/typed-server.ts';
import { KtimaError } from '#tools/errors.ts';

/** A server for `GET /metrics` in the text format of Prometheus. */
export async function createMetricsServer(
  log: FastifyBaseLogger,
  ownHost: string,
  metrics: () => Promise<string>,
): Promise<Server> {
  const server = createServer({ log, accessLog: false });
  server.addHook('onRequest', (request, _reply, done) => {
    done(isKnownHost(request.headers.host, ownHost) ? undefined : unknownHost());
  });
  server.get('/metrics', async (_request, reply) => {
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).header('cache-control', 'no-store');
    return reply.send(await metrics());
  });
  server.get('/docs/', async () => 'GET /metrics; docs/operations.md explains each metric\n');
  await server.ready();
  return server;
}

/**
 * Tests a `Host`. A page can read from this port only under a name whose address its author
 * controls (DNS rebinding). IP addresses and names without a dot, as in a container network, are no
 * such names.
 */
function isKnownHost(host: string | undefined, ownHost: string): boolean {
  const name = (host ?? '').replace(/:\d+$/, '').toLowerCase();
  const isAddress = isIP(name.replace(/^\[(.*)\]$/, '$1')) !== 0;
  return isAddress || !name.includes('.') || name === ownHost.toLowerCase();
}

function unknownHost(): KtimaError {
  const expected = 'an IP address, a name without a dot, or the name in KTIMA_METRICS_HOST';
  return new KtimaError('FORBIDDEN', `Host: expected ${expected}`);
}
