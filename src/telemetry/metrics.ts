import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import { version } from '../http/openapi/describe.ts';
import type { Instrument } from '../http/server.ts';
import { type AuthMetrics, authMetrics } from './auth-metrics.ts';
import { type DataMetrics, dataMetrics } from './data-metrics.ts';
import { httpMetrics, type ServiceName } from './http-metrics.ts';
import { type DatabaseName, type PostgresWatch, postgresMetrics } from './postgres-metrics.ts';
import { type TokenMetrics, tokenMetrics } from './token-metrics.ts';

/** All metrics of this process; docs/operations.md explains each. */
export interface Metrics {
  readonly registry: Registry;
  readonly http: (service: ServiceName) => Instrument;
  readonly auth: AuthMetrics;
  readonly tokens: TokenMetrics;
  readonly data: DataMetrics;
  readonly postgres: (database: DatabaseName) => PostgresWatch;
}

/** Gauges of prom-client with the name of a counter; removed. Those by type stay. */
const misnamed = ['handles', 'requests', 'resources'].map(what => `nodejs_active_${what}_total`);

/** Creates the metrics. `engines`: `sqlite` or `postgres`, for each database. */
export function openMetrics(
  engines: Readonly<Record<DatabaseName, string>>,
  clock: () => Date,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'ktima_build_info',
    help: 'Always 1; the labels are the versions and database engines',
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
