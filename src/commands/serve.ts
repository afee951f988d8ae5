import cluster from 'node:cluster';
import { Argument, type Command } from 'commander';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import { drain, listen, portOf } from '../http/lifecycle.ts';
import type { Server } from '../http/typed-server.ts';
import { serveOwnMetrics, serveWorkersMetrics } from '../services/metrics.ts';
import { openApiService, openAuthService, openLog } from '../services/services.ts';
import { openTelemetry, type Telemetry } from '../services/telemetry.ts';
import { obeyPrimary, runWorkers, tellStarted } from '../services/worker-processes.ts';
import { print } from '../terminal/print.ts';
import type { CommandContext } from './context.ts';
import { examples } from './option-readers.ts';
import { type Addresses, welcome } from './welcome.ts';

interface ServeOptions {
  /** Serve one of the two only; both by default. */
  readonly only?: 'api' | 'auth' | undefined;
  readonly demo: boolean;
  /** What is logged first: settings that no longer exist. */
  readonly warnings?: readonly string[];
}

/** `ktima serve` */
export function addCommand(program: Command, { settings, settingWarnings }: CommandContext): void {
  program
    .command('serve')
    .description('start the services; both in one process unless one is named')
    .addArgument(new Argument('[service]', 'one of the two').choices(['api', 'auth']))
    .option(
      '--demo',
      'fill what is empty with sample data, serve it, and let the user demo in; on loopback only',
      false,
    )
    .addHelpText('after', examples('ktima serve --demo', 'KTIMA_API_PORT=9000 ktima serve api'))
    .action((only: 'api' | 'auth' | undefined, { demo }: { demo: boolean }) => {
      // The demo's terminal belongs to its welcome, unless the log was asked for.
      const defaults = demo ? { KTIMA_LOG_LEVEL: 'warn' } : {};
      return serve(settings(defaults), { only, demo, warnings: settingWarnings() });
    });
}

/** Starts the services and stays until a signal stops them. */
async function serve(settings: Settings, options: ServeOptions): Promise<void> {
  const { host, workers, stopSeconds } = settings;
  if (options.demo && !isLoopback(host)) {
    throw new KtimaError(
      'USAGE',
      `--demo makes a user with a public password and serves on loopback only, not on ${host}`,
    );
  }
  const log = openLog(settings.logLevel);
  if (cluster.isPrimary) for (const warning of options.warnings ?? []) log.warn(warning);
  if (workers > 1 && cluster.isPrimary) {
    // Before there are workers, which would have to be stopped if the port is taken.
    const metrics = await serveWorkersMetrics(settings, log);
    const addresses = await runWorkers<Addresses>(workers, stopSeconds, log);
    const where = { ...addresses, metrics: metrics?.address };
    print(process.stdout, welcome(where, options.demo));
    return;
  }
  if (cluster.isWorker) return serveAsWorker(settings, options, log);
  const telemetry = await openTelemetry(settings, log);
  const { addresses, services } = await openServices(settings, options, log, telemetry);
  stopOnSignal(stopper(services, stopSeconds));
  print(process.stdout, welcome(addresses, options.demo));
}

async function serveAsWorker(
  settings: Settings,
  options: ServeOptions,
  log: FastifyBaseLogger,
): Promise<void> {
  // Until it serves there is nothing to finish.
  let stop: () => void = () => process.exit(0);
  obeyPrimary(() => stop());
  try {
    const telemetry = await openTelemetry(settings, log);
    const { addresses, services } = await openServices(settings, options, log, telemetry);
    stop = stopper(services, settings.stopSeconds);
    tellStarted(addresses);
  } catch (error) {
    // Else the first process would keep it alive.
    stop = () => {};
    process.disconnect();
    throw error;
  }
}

/** Opens what is asked for; when something of it cannot be, nothing is left open. */
async function openServices(
  settings: Settings,
  { only, demo }: ServeOptions,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
): Promise<{ addresses: Addresses; services: Closing[] }> {
  const services: Closing[] = [];
  const keep = <S extends Closing>(service: S): S => {
    services.push(service);
    return service;
  };
  let api: Awaited<ReturnType<typeof openApiService>> | undefined;
  let auth: Awaited<ReturnType<typeof openAuthService>> | undefined;
  const apiPort = () => portOf(api?.server) ?? settings.apiPort;
  const authPort = () => portOf(auth?.server) ?? settings.authPort;
  try {
    if (telemetry.tracing) keep(telemetry.tracing);
    const metrics = await serveOwnMetrics(settings, log, telemetry.metrics);
    if (metrics) keep(metrics);
    if (only !== 'api') auth = keep(await openAuthService(settings, log, demo, apiPort, telemetry));
    if (only !== 'auth') {
      api = keep(
        await openApiService(settings, log, demo, auth?.source, auth && authPort, telemetry),
      );
    }
    const addresses = {
      api: api && (await listen(api.server, settings.host, settings.apiPort)),
      auth: auth && (await listen(auth.server, settings.host, settings.authPort)),
      metrics: metrics?.address,
      hasConsole: api?.hasConsole ?? false,
      hasDemoLogin: auth?.hasDemoLogin ?? false,
    };
    return { addresses, services };
  } catch (error) {
    await Promise.all(services.map(({ server }) => server?.close()));
    await Promise.all(services.map(({ close }) => close()));
    throw error;
  }
}

/** Something to be closed at the end, and the server that has to be drained before. */
interface Closing {
  readonly server?: Server;
  readonly close: () => Promise<void>;
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

/** Finishes what is under way, then leaves; at the deadline at once. Again and again is once. */
function stopper(services: readonly Closing[], deadlineSeconds: number): () => void {
  let stopping = false;
  return async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), deadlineSeconds * 1_000).unref();
    await Promise.all(services.map(({ server }) => server && drain(server)));
    await Promise.all(services.map(({ close }) => close()));
    process.exit(0);
  };
}

/** A second signal: leave now. */
function stopOnSignal(stop: () => void): void {
  let signals = 0;
  const onSignal = () => {
    if (++signals > 1) process.exit(1);
    stop();
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}
