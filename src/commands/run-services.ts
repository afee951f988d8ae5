import cluster from 'node:cluster';
import type { FastifyBaseLogger } from 'fastify';
import type { Settings } from '../config.ts';
import { KtimaError } from '../errors.ts';
import type { ServiceChoice } from '../services/open-services.ts';
import {
  stopOnSignal,
  superviseWorkers,
  type WorkerGroup,
} from '../services/processes/supervisor.ts';
import { checkPorts, logUnforeseen, openLog, type ServiceName } from '../services/service.ts';
import { openTelemetry, serveWorkersMetrics } from '../services/telemetry.ts';
import { print } from '../terminal/print.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { type Started, welcome } from './welcome.ts';

interface ServeOptions extends ServiceChoice {
  /** The service of this process, if another process has started it. */
  readonly worker?: ServiceName | undefined;
  /** Warnings about settings that no longer exist; logged first. */
  readonly warnings: readonly string[];
  readonly version: string | undefined;
  readonly terminal: Terminal;
}

/** Starts the services. They run until a signal stops them. */
export async function serve(settings: Settings, options: ServeOptions): Promise<void> {
  const { only, demo, worker, version, terminal } = options;
  const log = openLog(settings.logLevel, worker ?? only ?? 'serve');
  // Not for a command within another program.
  if (terminal.stderr === process.stderr) logUnforeseen(log);
  if (worker && cluster.isWorker) {
    const { serveAsWorker } = await import('../services/processes/worker.ts');
    return serveAsWorker(settings, { only: worker, demo, isPart: only === undefined }, log);
  }
  if (demo && !isLoopback(settings.host)) {
    throw new KtimaError(
      'USAGE',
      `KTIMA_HOST: expected a loopback address with --demo, whose password is public, got ${settings.host}`,
    );
  }
  checkPorts(settings, only);
  for (const warning of options.warnings) log.warn(warning);
  const isAlone = only !== undefined && settings.workers === 1;
  const start = isAlone ? serveInThisProcess : serveByWorkers;
  const started = await start(settings, options, log);
  log.info(
    { version, ...started.urls, metrics: started.metrics, ...enginesOf(settings) },
    'started',
  );
  if (terminal.stdout.isTTY) print(terminal.stdout, welcome(started, demo));
}

/** The engine of each database, without the rest of its URL, which may hold a password. */
function enginesOf({ databaseUrl, authDatabaseUrl }: Settings) {
  const engine = (url: string) => (url.startsWith('sqlite:') ? 'sqlite' : 'postgres');
  return { propertyDatabase: engine(databaseUrl), authDatabase: engine(authDatabaseUrl) };
}

/** One service in one process. */
async function serveInThisProcess(
  settings: Settings,
  choice: ServiceChoice,
  log: FastifyBaseLogger,
): Promise<Started> {
  // Loaded only where it serves: the first process of several starts sooner without it.
  const { openAndListen, stopper } = await import('../services/open-services.ts');
  // Before the service is open, a stop can exit immediately.
  let stop: () => void = () => process.exit(0);
  stopOnSignal(signal => {
    log.info({ signal }, 'stopping');
    stop();
  });
  const telemetry = await openTelemetry(settings, log);
  const { parts, ...started } = await openAndListen(settings, choice, log, telemetry);
  stop = stopper(parts, settings.stopSeconds, log);
  return started;
}

/** Both services, or several processes of one. */
async function serveByWorkers(
  settings: Settings,
  { only, demo }: ServiceChoice,
  log: FastifyBaseLogger,
): Promise<Started> {
  const group = (service: ServiceName, port: number, count: number): WorkerGroup => ({
    service,
    port,
    count,
    args: ['serve', ...(only ? [only] : []), ...(demo ? ['--demo'] : []), '--worker', service],
  });
  const { apiPort, authPort, workers } = settings;
  // Hashing uses several cores without further processes.
  const authWorkers = only === 'auth' ? workers : 1;
  const groups = [
    ...(only === 'auth' ? [] : [group('api', apiPort, workers)]),
    ...(only === 'api' ? [] : [group('auth', authPort, authWorkers)]),
  ];
  // Before the workers start: if the port is taken, there is nothing to stop yet.
  const metrics = await serveWorkersMetrics(settings, log);
  const started = await superviseWorkers(groups, settings, log);
  return { ...started, metrics: metrics?.address };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}
