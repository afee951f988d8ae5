import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import { listen } from '../http/lifecycle.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The metrics on an address of their own. */
export interface MetricsService {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Serves what this process counts; a worker hands it to the first process instead. */
export async function serveOwnMetrics(
  settings: Settings,
  log: FastifyBaseLogger,
  metrics: Metrics | undefined,
): Promise<MetricsService | undefined> {
  if (!metrics) return undefined;
  const { reportMetricsToPrimary, addWorkerCount } = await import(
    '../telemetry/workers-metrics.ts'
  );
  if (cluster.isWorker) return void reportMetricsToPrimary(metrics.registry);
  addWorkerCount(metrics.registry);
  return serveText(settings, log, () => metrics.registry.metrics());
}

/** In the first process: serves what all workers count, added up. */
export async function serveWorkersMetrics(
  settings: Settings,
  log: FastifyBaseLogger,
): Promise<MetricsService | undefined> {
  if (settings.metricsPort === undefined) return undefined;
  const { sumWorkerMetrics } = await import('../telemetry/workers-metrics.ts');
  return serveText(settings, log, sumWorkerMetrics());
}

async function serveText(
  { metricsHost, metricsPort, metricsNames }: Settings,
  log: FastifyBaseLogger,
  text: () => Promise<string>,
): Promise<MetricsService> {
  const { createMetricsServer } = await import('../telemetry/metrics-server.ts');
  const server = await createMetricsServer(log, [metricsHost, ...metricsNames], text);
  const address = await listen(server, metricsHost, metricsPort!);
  return { address, close: async () => void (await server.close()) };
}
