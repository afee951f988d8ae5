import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { version } from '../http/openapi/describe.ts';
import type { Instrument } from '../http/server.ts';
import { type AuthMetrics, authMetrics } from './auth-metrics.ts';
import { type DataMetrics, dataMetrics } from './data-metrics.ts';
import { httpMetrics, type ServiceName } from './http-metrics.ts';
import { type DatabaseName, type PostgresWatch, postgresMetrics } from './postgres-metrics.ts';
import { type TokenMetrics, tokenMetrics } from './token-metrics.ts';

/** All that is counted in this process; docs/operations.md tells what each metric means. */
export interface Metrics {
  readonly registry: Registry;
  readonly http: (service: ServiceName) => Instrument;
  readonly auth: AuthMetrics;
  readonly tokens: TokenMetrics;
  readonly data: DataMetrics;
  readonly postgres: (database: DatabaseName) => PostgresWatch;
}

/** Gauges of prom-client that are called like counters; the same by type stay. */
const misnamed = ['handles', 'requests', 'resources'].map(what => `nodejs_active_${what}_total`);

/** Begins to count. `engines` are told as they are: sqlite or postgres. */
export function openMetrics(
  engines: Readonly<Record<DatabaseName, string>>,
  clock: () => Date,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'ktima_build_info',
    help: 'Always 1; the labels tell what runs here',
    labelNames: ['version', 'node', 'property_database', 'authentication_database'],
    aggregator: 'first',
    registers: [registry],
  }).set(
    {
      version,
      node: process.version,
      property_database: engines.property,
      authentication_database: engines.authentication,
    },
    1,
  );
  return {
    registry,
    http: httpMetrics(registry),
    auth: authMetrics(registry),
    tokens: tokenMetrics(registry),
    data: dataMetrics(registry, clock),
    postgres: postgresMetrics(registry),
  };
}
