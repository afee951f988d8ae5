import { hostname } from 'node:os';
import type { Writable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';
import type { Server } from '#http/server/typed-server.ts';
import { badSetting } from '#tools/errors.ts';
import { repeat } from '#tools/repeat.ts';
import { escapeLines } from '#tools/terminal/print.ts';
import type { Settings } from '../settings/config.ts';
import type { Telemetry } from './telemetry.ts';
import type { BeginWaiting } from './wait-for-database.ts';

export type ServiceName = 'api' | 'auth';

/** A server that is ready to listen, and how to free what it holds. */
export interface Service {
  readonly server: Server;
  readonly close: () => Promise<void>;
}

/** What each service is opened with. */
export interface ServiceOptions {
  readonly settings: Settings;
  readonly log: FastifyBaseLogger;
  /** Whether it serves the sample, and its user may log in. */
  readonly demo: boolean;
  readonly telemetry?: Telemetry;
  /** Called if it cannot serve yet: the database cannot be reached, or the indexes are being built. */
  readonly beginWaiting?: BeginWaiting;
}

/** The settings of both servers. */
export function serverOptions(
  { accessLog, logLevel, trustedProxies, idleSeconds, requestSeconds }: Settings,
  log: FastifyBaseLogger,
) {
  return {
    log,
    // Responses are logged as `info`.
    accessLog: accessLog === 'on' && ['info', 'debug', 'trace'].includes(logLevel),
    trustedProxies,
    timeouts: { idleMs: idleSeconds * 1_000, workMs: requestSeconds * 1_000 },
  };
}

/** How long a stop may take: for requests in progress and for idle clients. */
export const stopSeconds = 10;

/** How often it is checked that a database can be used. */
const checkEveryMs = 2_000;

/** Detects without any request that a database is lost or back, for the log and the metrics. */
export function keepChecking(store: { check(): Promise<unknown> }): () => void {
  return repeat(() => store.check().catch(() => {}), checkEveryMs);
}

type PortSettings = Pick<Settings, 'host' | 'apiPort' | 'authPort' | 'metricsHost' | 'metricsPort'>;

/** Throws if two of the servers that start are set to the same port; 0 is any free port. */
export function checkPorts(
  { host, apiPort, authPort, metricsHost, metricsPort }: PortSettings,
  only: ServiceName | undefined,
): void {
  const servers = [
    ...(only === 'auth' ? [] : [{ setting: 'KTIMA_API_PORT', host, port: apiPort }]),
    ...(only === 'api' ? [] : [{ setting: 'KTIMA_AUTH_PORT', host, port: authPort }]),
    { setting: 'KTIMA_METRICS_PORT', host: metricsHost, port: metricsPort },
  ].filter(({ port }) => port);
  for (const [i, one] of servers.entries()) {
    const other = servers
      .slice(i + 1)
      .find(({ host, port }) => host === one.host && port === one.port);
    if (!other) continue;
    const message = `${one.setting} and ${other.setting}: expected two different ports, got ${one.port} for both`;
    throw badSetting(message);
  }
}

/** How much of the log is kept for a standard error that cannot be written; beyond, lines are lost. */
const waitingLogCharacters = 1 << 20;

/**
 * Structured lines, by default on standard error; standard output belongs to the command. Each line
 * has the service (`serve` for the process that starts both) and the instance: host and process.
 */
export function openLog(
  level: string,
  service: ServiceName | 'serve',
  out?: Writable,
): FastifyBaseLogger {
  const destination = out ?? standardError();
  // JSON keeps the controls from U+0080 on as they are, and a log is often read on a terminal.
  const escaped = { write: (line: string) => void destination.write(escapeLines(line)) };
  const base = { service, instance: `${hostname()}:${process.pid}` };
  return pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, escaped);
}

function standardError() {
  const destination = pino.destination({ dest: 2, sync: true, maxLength: waitingLogCharacters });
  // Without a listener a log on a full disk would be the end of the service.
  destination.on('error', () => {});
  return destination;
}

/** Logs what would otherwise be printed as text: warnings of Node.js, and unhandled errors. */
export function logUnforeseen(log: FastifyBaseLogger): void {
  process.removeAllListeners('warning');
  process.on('warning', err => log.warn({ err }, 'warning of Node.js'));
  process.on('uncaughtException', err => {
    log.fatal({ err }, 'an unforeseen error ends the process');
    process.exit(1);
  });
}
