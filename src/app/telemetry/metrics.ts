import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Instrument } from '../../gate/http/server.ts';
import { version } from '../../tools/version.ts';
import { type AuthMetrics, authMetrics } from './auth-metrics.ts';
import { type DataMetrics, dataMetrics, type TokenMetrics, tokenMetrics } from './data-metrics.ts';
import { httpMetrics, type ServiceName } from './http-metrics.ts';
import { type DatabaseName, type PostgresWatch, postgresMetrics } from './postgres-metrics.ts';

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

/** Creates the metrics of a process that uses these databases. */
export function openMetrics(
  urls: Readonly<Record<DatabaseName, string>>,
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
      property_database: engineOf(urls.property),
      authentication_database: engineOf(urls.authentication),
    },
    1,
  );
  diskGauges(registry, urls);
  return {
    registry,
    http: httpMetrics(registry),
    auth: authMetrics(registry),
    tokens: tokenMetrics(registry),
    data: dataMetrics(registry, clock),
    postgres: postgresMetrics(registry),
  };
}

function engineOf(url: string): 'sqlite' | 'postgres' {
  return url.startsWith('sqlite:') ? 'sqlite' : 'postgres';
}

/** The disks of SQLite files. They have no series for PostgreSQL, and while there is no file. */
function diskGauges(registry: Registry, urls: Readonly<Record<DatabaseName, string>>): void {
  const gauge = (name: string, help: string, field: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      labelNames: ['database'],
      aggregator: 'min',
      registers: [registry],
      async collect() {
        for (const [database, url] of Object.entries(urls)) {
          if (engineOf(url) !== 'sqlite') continue;
          const disk = await statfs(url.replace(/^sqlite:/, '')).catch(() => undefined);
          if (disk) this.set({ database }, disk[field] * disk.bsize);
        }
      },
    });
  gauge('ktima_disk_free_bytes', 'Free space on the disk of a SQLite database', 'bavail');
  gauge('ktima_disk_size_bytes', 'Size of the disk of a SQLite database', 'blocks');
}
