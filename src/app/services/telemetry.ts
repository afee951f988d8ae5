import type { FastifyBaseLogger } from 'fastify';
import { listen } from '#http/server/lifecycle.ts';
import type { Instrument } from '#http/server/server.ts';
import { KtimaError } from '#tools/errors.ts';
import type { Settings } from '../settings/config.ts';
import type { TokenList } from '../telemetry/data-metrics.ts';
import type { ServiceName } from '../telemetry/http-metrics.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { DatabaseName, PoolLoad } from '../telemetry/postgres-metrics.ts';
import { readBackupRecord } from './backup-records.ts';

/** Metrics of the running services; without any, nothing is added to a request. */
export interface Telemetry {
  readonly metrics?: Metrics | undefined;
}

/** The URLs of the databases that a start uses: of one service, or of both. */
export function databasesOf(
  { databaseUrl, authDatabaseUrl }: Settings,
  only: ServiceName | undefined,
): Partial<Record<DatabaseName, string>> {
  return {
    ...(only !== 'auth' && { property: databaseUrl }),
    ...(only !== 'api' && { authentication: authDatabaseUrl }),
  };
}

/** Opens the metrics if the settings enable them, and loads nothing otherwise. */
export async function openTelemetry(settings: Settings, only?: ServiceName): Promise<Telemetry> {
  const { metricsPort, backupRecords } = settings;
  if (metricsPort === undefined) return {};
  const { openMetrics } = await import('../telemetry/metrics.ts');
  const urls = databasesOf(settings, only);
  const readBackup = (service: string) => readBackupRecord(backupRecords, service);
  return { metrics: openMetrics(urls, () => new Date(), backupRecords ? readBackup : undefined) };
}

/** The metrics of the requests of one service. */
export function instrumentsOf({ metrics }: Telemetry, service: ServiceName): Instrument[] {
  if (!metrics) return [];
  const http = metrics.http(service);
  return service === 'auth' ? [http, metrics.auth.countRejectedTooMany] : [http];
}

/** Logs when a database is lost and when it is back, and counts connections to PostgreSQL. */
export function reportDatabase(
  log: FastifyBaseLogger,
  database: DatabaseName,
  { metrics }: Telemetry,
) {
  const counted = metrics?.postgres(database);
  const what = database === 'property' ? 'the database' : 'the authentication database';
  let lastReason: string | undefined;
  return {
    onOutage(reason: string | undefined) {
      counted?.onOutage(reason);
      // A start that waits reports the same reason at each attempt.
      if (reason === lastReason) return;
      lastReason = reason;
      if (reason === undefined) log.info(`${what} is back`);
      else log.warn({ reason }, `${what} cannot be used`);
    },
    onPool: (load: () => PoolLoad) => counted?.onPool(load),
    onPlainText: (server: string) =>
      log.warn({ server }, `${what} is reached without encryption: add sslmode=verify-full`),
    onOtherDatabase: (file: string) =>
      log.warn({ file }, `${what} is still the old one: its new URL is used after a restart`),
  };
}

/** Logs when usage cannot be written, when it can again, and how many look-ups were not logged. */
export function reportUsage(log: FastifyBaseLogger, { metrics }: Telemetry) {
  return {
    onOutage(reason: string | undefined) {
      metrics?.data.setUsageFailing(reason !== undefined);
      if (reason === undefined) log.info('usage is written again');
      else log.warn({ reason }, 'usage cannot be written; requests are answered');
    },
    onLost: (lookups: number) => log.error({ lookups }, 'look-ups were not logged'),
  };
}

/** Logs each cause of a failure once, and its end. To call with the error, or without. */
export function reportCause(log: FastifyBaseLogger, failing: string, worksAgain: string) {
  let last: string | undefined;
  return (err?: Error): void => {
    if (err?.message === last) return;
    last = err?.message;
    if (!err) log.info(worksAgain);
    else log.error(err instanceof KtimaError ? { reason: err.message } : { err }, failing);
  };
}

const unread: Readonly<Record<TokenList, string>> = {
  keys: 'the keys to check tokens cannot be read',
  ended_sessions: 'the list of ended sessions cannot be read; the last one is used',
};

/** Logs and counts each read of a list that tokens are checked against. */
export function reportTokenList(log: FastifyBaseLogger, list: TokenList, { metrics }: Telemetry) {
  const counted = metrics?.tokens.watchReads(list);
  return (err?: unknown): void => {
    counted?.(err);
    if (err) log.warn({ err }, unread[list]);
  };
}

/** The metrics on an address of their own. */
export interface MetricsService {
  readonly address: string;
  readonly close: () => Promise<void>;
}

/** Serves what this process counts. */
export async function serveMetrics(
  settings: Settings,
  log: FastifyBaseLogger,
  metrics: Metrics | undefined,
): Promise<MetricsService | undefined> {
  if (!metrics) return undefined;
  const { metricsHost, metricsPort } = settings;
  const { createMetricsServer } = await import('../telemetry/metrics-server.ts');
  const server = await createMetricsServer(log, metricsHost, () => metrics.registry.metrics());
  const address = await listen(server, metricsHost, metricsPort!);
  return { address, close: async () => void (await server.close()) };
}
