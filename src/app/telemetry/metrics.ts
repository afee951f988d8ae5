import { statfs } from 'node:fs/promises';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';
import type { Instrument } from '#http/server/server.ts';
import { revisionOf, version } from '#tools/version.ts';
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

const backedUp = ['api', 'auth', 'usage'] as const;

/** The last backup of a service, as `ktima backup` has recorded it. */
export interface BackupRecord {
  /** When the last backup that worked was finished; absent if none did. */
  readonly finished_at?: string;
  readonly bytes?: number;
  /** When a later one failed, and why. */
  readonly failed_at?: string;
  readonly error?: string;
}

/** Reads the record of a service; undefined if there is none. */
export type ReadBackup = (service: string) => Promise<BackupRecord | undefined>;

/** Creates the metrics of a process that uses these databases. */
export function openMetrics(
  urls: Readonly<Partial<Record<DatabaseName, string>>>,
  clock: () => Date,
  readBackup?: ReadBackup,
): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of misnamed) registry.removeSingleMetric(name);
  new Gauge({
    name: 'ktima_build_info',
    help: 'Always 1; the labels are the versions and the engines of the databases in use',
    labelNames: ['version', 'revision', 'node', 'property_database', 'authentication_database'],
    registers: [registry],
  }).set(
    {
      version,
      revision: revisionOf(),
      node: process.version,
      ...(urls.property && { property_database: engineOf(urls.property) }),
      ...(urls.authentication && { authentication_database: engineOf(urls.authentication) }),
    },
    1,
  );
  diskGauges(registry, urls);
  if (readBackup) backupGauges(registry, readBackup, clock);
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
function diskGauges(
  registry: Registry,
  urls: Readonly<Partial<Record<DatabaseName, string>>>,
): void {
  const gauge = (name: string, help: string, field: 'bavail' | 'blocks') =>
    new Gauge({
      name,
      help,
      labelNames: ['database'],
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

/** The last backups. Every process reads the same records, so one value of them is reported. */
function backupGauges(registry: Registry, readBackup: ReadBackup, clock: () => Date): void {
  const gauge = (
    name: string,
    help: string,
    measure: (record: BackupRecord) => number | undefined,
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['service'],
      registers: [registry],
      async collect() {
        for (const service of backedUp) {
          const value = measure((await readBackup(service)) ?? {});
          if (value === undefined) this.remove({ service });
          else this.set({ service }, value);
        }
      },
    });
  gauge(
    'ktima_backup_age_seconds',
    'Time since the last backup that worked; absent if none is recorded',
    ({ finished_at: at }) =>
      at === undefined ? undefined : (clock().getTime() - Date.parse(at)) / 1_000,
  );
  gauge('ktima_backup_bytes', 'Size of that backup', ({ bytes }) => bytes);
  gauge(
    'ktima_backup_failing',
    '1 if the last backup failed; ktima check prints the error',
    ({ failed_at: at }) => Number(at !== undefined),
  );
}
