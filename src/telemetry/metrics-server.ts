import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { createServer } from '../http/server.ts';
import type { Server } from '../http/typed-server.ts';

/** A server that answers `GET /metrics` in the text format of Prometheus, and nothing else. */
export async function createMetricsServer(
  log: FastifyBaseLogger,
  metrics: () => Promise<string>,
): Promise<Server> {
  const server = createServer({ log, accessLog: false });
  server.get('/metrics', async (_request, reply) => {
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).header('cache-control', 'no-store');
    return reply.send(await metrics());
  });
  server.get('/docs/', async () => 'GET /metrics; docs/operations.md tells what each means\n');
  await server.ready();
  return server;
}
