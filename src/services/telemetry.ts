import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import type { Watcher } from '../http/server.ts';
import type { LoadedSource, Store } from '../store/store.ts';
import type { DataMetrics, DataPart } from '../telemetry/data-metrics.ts';
import type { ServiceName } from '../telemetry/http-metrics.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { DatabaseName, PoolLoad } from '../telemetry/postgres-metrics.ts';
import type { TokenList } from '../telemetry/token-metrics.ts';
import type { Tracing } from '../telemetry/tracing.ts';
import { follow, type Live } from './reload-on-change.ts';

/** Who looks on while the services run; without any, nothing is added to a request. */
export interface Watching {
  readonly metrics?: Metrics | undefined;
  readonly tracing?: Tracing | undefined;
}

/** Opens what the settings ask for, and loads no more than that. */
export async function openWatching(settings: Settings, log: FastifyBaseLogger): Promise<Watching> {
  const { metricsPort, otlpEndpoint, otlpTracesEndpoint } = settings;
  const isTraced = otlpEndpoint !== undefined || otlpTracesEndpoint !== undefined;
  return {
    metrics: metricsPort === undefined ? undefined : await startCounting(settings),
    tracing: isTraced ? (await import('../telemetry/tracing.ts')).openTracing(log) : undefined,
  };
}

async function startCounting({ databaseUrl, authDatabaseUrl }: Settings): Promise<Metrics> {
  const { openMetrics } = await import('../telemetry/metrics.ts');
  const engine = (url: string) => (url.startsWith('sqlite:') ? 'sqlite' : 'postgres');
  const engines = { property: engine(databaseUrl), authentication: engine(authDatabaseUrl) };
  return openMetrics(engines, () => new Date());
}

/** Those who look on at one of the services. */
export function watchersOf({ metrics, tracing }: Watching, service: ServiceName): Watcher[] {
  return [
    metrics?.http(service),
    service === 'auth' ? metrics?.auth.countTurnedAway : undefined,
    tracing?.watch(service),
  ].filter(watcher => watcher !== undefined);
}

/** Logs when a database is lost and when it is back, and counts connections to PostgreSQL. */
export function databaseWatch(
  log: FastifyBaseLogger,
  database: DatabaseName,
  { metrics }: Watching,
) {
  const counted = metrics?.postgres(database);
  const what = database === 'property' ? 'the database' : 'the authentication database';
  return {
    onTrouble(reason: string | undefined) {
      counted?.onTrouble(reason);
      if (reason === undefined) log.info(`${what} is back`);
      else log.warn({ reason }, `${what} cannot be used`);
    },
    onPool: (load: () => PoolLoad) => counted?.onPool(load),
    onPlainText: (servers: readonly string[]) =>
      log.warn({ servers }, `${what} is reached without encryption: add sslmode=verify-full`),
  };
}

/** Logs and counts what came of taking up new data. */
export function loadWatch(log: FastifyBaseLogger, part: DataPart, { metrics }: Watching) {
  const counted = metrics?.data.watchLoads(part);
  return (err?: unknown): void => {
    counted?.(err);
    if (err) log.error({ err }, 'new data could not be loaded; the old ones are served');
  };
}

const unread: Readonly<Record<TokenList, string>> = {
  keys: 'the keys to check tokens cannot be had',
  ended_sessions: 'the list of ended sessions cannot be read; ends since then are not seen',
};

/** Logs and counts what came of reading a list that tokens are checked against. */
export function tokenListWatch(log: FastifyBaseLogger, list: TokenList, { metrics }: Watching) {
  const counted = metrics?.tokens.watchReads(list);
  return (err?: unknown): void => {
    counted?.(err);
    if (err) log.warn({ err }, unread[list]);
  };
}

/** Keeps the list of what is loaded at hand for the metrics: a scrape asks no database. */
export async function watchSources(
  store: Store,
  metrics: DataMetrics,
): Promise<Live<LoadedSource[]>> {
  const read = () => store.loadedSources();
  const live = await follow(store, read, read, () => {});
  metrics.watchSources(live.current);
  return live;
}
