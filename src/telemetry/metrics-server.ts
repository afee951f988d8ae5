import type { FastifyBaseLogger } from 'fastify';
import { Registry } from 'prom-client';
import { createServer } from '../http/server.ts';
import type { Server } from '../http/typed-server.ts';

/** A server for `GET /metrics` in the text format of Prometheus. */
export async function createMetricsServer(
  log: FastifyBaseLogger,
  metrics: () => Promise<string>,
): Promise<Server> {
  const server = createServer({ log, accessLog: false });
  server.get('/metrics', async (_request, reply) => {
    reply.type(Registry.PROMETHEUS_CONTENT_TYPE).header('cache-control', 'no-store');
    return reply.send(await metrics());
  });
  server.get('/docs/', async () => 'GET /metrics; docs/operations.md explains each metric\n');
  await server.ready();
  return server;
}
