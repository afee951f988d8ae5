import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyBaseLogger } from 'fastify';
import { openPort, type Port } from '#http/server/port.ts';
import { badSetting, type KtimaError } from '#tools/errors.ts';
import type { Features, ServiceUrls } from '../open-services.ts';
import { type ServiceName, stopSeconds } from '../service.ts';
import { openHandOut } from './hand-out.ts';

/** A process that ended sooner than this after its start is restarted after a pause. */
const soonMs = 5_000;
const againMs = 1_000;

/** How long a stop waits until workers hold their requests; a blocked worker does not answer. */
const holdMs = 500;

/** A signal this soon after the first is the same one, forwarded. */
const forwardedMs = 1_000;

/**
 * What a worker reports: that it waits for its database and takes connections, that its service is
 * open, why it could not start, or that its requests wait.
 */
export type WorkerMessage =
  | { readonly waiting: true }
  | { readonly opened: Features }
  | { readonly failed: string }
  | { readonly held: true };

/** What a worker gets: the URLs of all services, or what to do. */
export type SupervisorMessage = { readonly urls: ServiceUrls } | 'hold' | 'stop';

/** The processes of one service. */
export interface WorkerGroup {
  readonly service: ServiceName;
  readonly count: number;
  readonly port: number;
  /** The arguments of `ktima` for these processes. */
  readonly args: readonly string[];
}

/** Why and how soon a process ended. */
interface Ending {
  readonly pid: number | undefined;
  readonly code?: number | null;
  readonly signal?: string | null;
  /** The process could not be started at all. */
  readonly err?: Error;
  /** What it reported. */
  readonly failed?: string | undefined;
}

/**
 * Runs each service in processes of its own. This process accepts all connections and hands them
 * out, so it can stop accepting before a service stops, and no service waits for the other one.
 *
 * The first process of each service starts alone, so that what has to be made once (tables, keys, a
 * demo's data) is there for the others. A process that ends is started again.
 */
export async function superviseWorkers(
  groups: readonly WorkerGroup[],
  host: string,
  log: FastifyBaseLogger,
): Promise<{ urls: ServiceUrls; features: Features }> {
  const handOuts = { api: openHandOut(), auth: openHandOut() };
  const ports: Partial<Record<ServiceName, Port>> = {};
  const opening: Partial<Record<ServiceName, Promise<void>>> = {};
  const noPort = Promise.withResolvers<never>();
  /** The workers that take connections. */
  const open = new Set<Worker>();
  /** Known when all services listen. */
  let urls: ServiceUrls | undefined;
  let isStopping = false;

  async function listen({ service, port }: WorkerGroup): Promise<void> {
    ports[service] = await openPort(host, port, handOuts[service].take, true);
    if (groups.some(({ service }) => !ports[service])) return;
    const { api, auth } = ports;
    urls = { ...(api && { api: api.url }), ...(auth && { auth: auth.url }) };
    for (const worker of open) send(worker, { urls });
  }

  /** Hands connections to a worker. The port is opened for the first one. */
  function serveBy(worker: Worker, group: WorkerGroup): void {
    const { service } = group;
    if (open.has(worker)) return;
    open.add(worker);
    handOuts[service].add(worker);
    if (urls) send(worker, { urls });
    opening[service] ??= listen(group);
    opening[service].catch(noPort.reject);
  }

  function start(
    group: WorkerGroup,
    opened: (features: Features) => void,
    ended: (ending: Ending) => void,
  ): void {
    const worker = forkWorker(group.args);
    let failed: string | undefined;
    worker.on('message', (message: WorkerMessage) => {
      if (typeof message !== 'object') return;
      if ('failed' in message) failed = message.failed;
      if (isStopping || !('waiting' in message || 'opened' in message)) return;
      serveBy(worker, group);
      if ('opened' in message) opened(message.opened);
    });
    const { pid } = worker.process;
    worker.once('exit', (code, signal) => {
      const hadOpened = open.delete(worker);
      // A signal to all processes, as systemd sends it, may reach a worker first.
      if (!hadOpened && (signal === 'SIGTERM' || signal === 'SIGINT')) void stop(signal);
      ended({ pid, code, signal, failed });
    });
    worker.once('error', err => ended({ pid, err }));
  }

  /** Keeps a worker running. Rejects if the first one of its service cannot open it. */
  function keepRunning(group: WorkerGroup): Promise<Features> {
    const { service } = group;
    return new Promise((resolve, reject) => {
      const run = () => {
        const startedMs = Date.now();
        start(group, resolve, async ending => {
          if (isStopping) return;
          if (!ports[service]) return reject(startError(service, ending));
          log.error({ worker: service, ...ending }, 'a worker ended; another is started');
          if (Date.now() - startedMs < soonMs) await sleep(againMs);
          if (!isStopping) run();
        });
      };
      run();
    });
  }

  async function stop(signal: string): Promise<void> {
    if (isStopping) return;
    isStopping = true;
    log.info({ signal }, 'stopping');
    setTimeout(() => {
      log.error({ stopSeconds }, 'stopped at the deadline, with requests or clients left');
      stopAtOnce(1);
    }, stopSeconds * 1_000).unref();
    const serving = [...open];
    for (const worker of workers()) if (!open.has(worker)) send(worker, 'stop');
    await Promise.race([Promise.all(serving.map(hold)), sleep(holdMs)]);
    await Promise.all(Object.values(ports).map(port => port.closeWhenQuiet()));
    await Promise.all(Object.values(handOuts).map(handOut => handOut.done()));
    const codes = await Promise.all(serving.map(stopWorker));
    await Promise.all(workers().map(worker => once(worker, 'exit')));
    log.info('stopped');
    process.exit(codes.every(code => code === 0) ? 0 : 1);
  }

  stopOnSignal(stop, log);
  try {
    const first = Promise.all(groups.map(keepRunning));
    const features = await Promise.race([first, noPort.promise]);
    await Promise.all(Object.values(opening));
    const more = groups.flatMap(group => Array.from({ length: group.count - 1 }, () => group));
    await Promise.all(more.map(keepRunning));
    return { urls: urls!, features: Object.assign({}, ...features) };
  } catch (error) {
    isStopping = true;
    killWorkers();
    throw error;
  }
}

function startError(service: ServiceName, { code, signal, err, failed }: Ending): KtimaError {
  const how = err?.message ?? (signal ? `by ${signal}` : `with exit code ${code}`);
  const message =
    failed ?? `the process of the service ${service} ended ${how} before it was ready`;
  return badSetting(message);
}

const program = fileURLToPath(new URL('../../../../bin/start.js', import.meta.url));

function forkWorker(args: readonly string[]): Worker {
  cluster.setupPrimary({ exec: program, args: [...args] });
  // With this variable of `node --watch`, threads post messages that no code expects.
  return cluster.fork({ WATCH_REPORT_DEPENDENCIES: '' });
}

/** A worker that has ended needs no message. */
function send(worker: Worker, message: SupervisorMessage): void {
  if (worker.isConnected()) worker.send(message, () => {});
}

/** Resolves when a worker holds its requests, or has ended. */
function hold(worker: Worker): Promise<unknown> {
  const held = new Promise<void>(resolve => {
    worker.on('message', (message: WorkerMessage) => {
      if (typeof message === 'object' && 'held' in message) resolve();
    });
  });
  send(worker, 'hold');
  return Promise.race([held, once(worker, 'exit')]);
}

async function stopWorker(worker: Worker): Promise<number | null> {
  if (worker.isDead()) return worker.process.exitCode;
  const ended = once(worker, 'exit');
  send(worker, 'stop');
  const [code] = await ended;
  return code;
}

/**
 * Calls `stop` at the first signal; ends everything at the second one. Ctrl+C during `npm start`
 * comes twice: from the terminal, and from npm, which forwards its own. SIGHUP comes from a terminal
 * that is closed; without a terminal it is a request to reload, and there is nothing to reload.
 */
export function stopOnSignal(stop: (signal: string) => void, log: FastifyBaseLogger): void {
  let firstMs: number | undefined;
  const onSignal = (signal: string) => {
    if (firstMs === undefined) {
      firstMs = performance.now();
      stop(signal);
    } else if (performance.now() - firstMs > forwardedMs) stopAtOnce(1);
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
  const ignore = () => log.info('SIGHUP is ignored: changed settings need a restart');
  process.on('SIGHUP', process.stderr.isTTY ? onSignal : ignore);
}

function stopAtOnce(code: number): never {
  killWorkers();
  process.exit(code);
}

function killWorkers(): void {
  for (const worker of workers()) worker.process.kill('SIGKILL');
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined);
}
