import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { checkPorts } from '../services/check-ports.ts';
import { serveWorkersMetrics } from '../services/metrics.ts';
import { openLog } from '../services/open-log.ts';
import {
  type Closable,
  closeServices,
  openServices,
  type ServiceChoice,
  type ServiceUrls,
} from '../services/open-services.ts';
import { openTelemetry } from '../services/telemetry.ts';
import { obeyPrimary, reportStarted, runWorkers } from '../services/worker-processes.ts';
import { print } from '../terminal/print.ts';
import { welcome } from './welcome.ts';

interface ServeOptions extends ServiceChoice {
  /** Warnings about settings that no longer exist; logged first. */
  readonly warnings?: readonly string[];
}

/** Starts the services. They run until a signal stops them. */
export async function serve(settings: Settings, options: ServeOptions): Promise<void> {
  const { host, workers, stopSeconds } = settings;
  if (options.demo && !isLoopback(host)) {
    throw new KtimaError(
      'USAGE',
      `KTIMA_HOST: expected a loopback address with --demo, whose password is public, got ${host}`,
    );
  }
  checkPorts(settings, options.only);
  const log = openLog(settings.logLevel);
  if (cluster.isPrimary) for (const warning of options.warnings ?? []) log.warn(warning);
  if (workers > 1 && cluster.isPrimary) {
    // Before the workers start: if the port is taken, there is nothing to stop yet.
    const metrics = await serveWorkersMetrics(settings, log);
    const urls = await runWorkers<ServiceUrls>(workers, stopSeconds, log);
    const where = { ...urls, metrics: metrics?.address };
    print(process.stdout, welcome(where, options.demo));
    return;
  }
  if (cluster.isWorker) return serveAsWorker(settings, options, log);
  const telemetry = await openTelemetry(settings, log);
  const { urls, services } = await openServices(settings, options, log, telemetry);
  stopOnSignal(openStopper(services, stopSeconds));
  print(process.stdout, welcome(urls, options.demo));
}

async function serveAsWorker(
  settings: Settings,
  options: ServeOptions,
  log: FastifyBaseLogger,
): Promise<void> {
  // Before the services run, a stop can exit immediately.
  let stop: () => void = () => process.exit(0);
  obeyPrimary(() => stop());
  try {
    const telemetry = await openTelemetry(settings, log);
    const { urls, services } = await openServices(settings, options, log, telemetry);
    stop = openStopper(services, settings.stopSeconds);
    reportStarted(urls);
  } catch (error) {
    // Otherwise the channel to the primary process would keep this process alive.
    stop = () => {};
    process.disconnect();
    throw error;
  }
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Returns a function that finishes running requests and exits, at the latest at the deadline. */
function openStopper(services: readonly Closable[], deadlineSeconds: number): () => void {
  let stopping = false;
  return async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), deadlineSeconds * 1_000).unref();
    await closeServices(services);
    process.exit(0);
  };
}

/** Calls `stop` at the first signal; exits immediately at the second one. */
function stopOnSignal(stop: () => void): void {
  let signals = 0;
  const onSignal = () => {
    if (++signals > 1) process.exit(1);
    stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
