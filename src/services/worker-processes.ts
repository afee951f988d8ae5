import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';

/** A process that ended sooner than this after its start is restarted after a pause. */
const soonMs = 5_000;
const againMs = 1_000;

/** The message of a worker that listens. */
export interface Started<T> {
  readonly started: T;
}

/**
 * Runs this same command in that many processes, which share their ports: this one takes in
 * connections and hands them out in turn. The first starts alone, so that what has to be made once
 * (tables, keys, a demo's data) is there for the others. Returns what the first has sent.
 *
 * One that ends by itself is started again. Signals are passed on: see `obeyPrimary`.
 */
export async function runWorkers<T>(
  count: number,
  stopSeconds: number,
  log: FastifyBaseLogger,
): Promise<T> {
  let stopping = false;
  stopWorkersOnSignal(stopSeconds, () => {
    stopping = true;
  });
  cluster.on('exit', async (worker, code, signal) => {
    const { startedMs } = worker as Timed;
    if (stopping || startedMs === undefined) return;
    log.error({ pid: worker.process.pid, code, signal }, 'a worker ended; another is started');
    if (Date.now() - startedMs < soonMs) await sleep(againMs);
    // A worker that fails is started again, for as long as this process runs.
    if (!stopping) timed(cluster.fork());
  });
  const first = await startOne<T>();
  await Promise.all(Array.from({ length: count - 1 }, () => startOne<T>()));
  return first;
}

/** A worker that has listened once, and since when it runs. */
interface Timed extends Worker {
  startedMs?: number;
}

function timed(worker: Timed): void {
  worker.startedMs = Date.now();
}

/** Starts a worker and waits until it listens; if it ends before, the whole service stops. */
async function startOne<T>(): Promise<T> {
  const worker = cluster.fork();
  const failed = once(worker, 'exit').then(() => {
    // The worker has printed the reason.
    if ((worker as Timed).startedMs === undefined) stopAtOnce(1);
  });
  const started = await Promise.race([
    startedBy<T>(worker),
    failed.then(() => new Promise<never>(() => {})),
  ]);
  timed(worker);
  return started;
}

/** Waits for the message that a worker listens; other messages may come before it. */
function startedBy<T>(worker: Worker): Promise<T> {
  return new Promise(resolve => {
    worker.on('message', (message: Partial<Started<T>>) => {
      if (message.started !== undefined) resolve(message.started);
    });
  });
}

function stopWorkersOnSignal(deadlineSeconds: number, begin: () => void): void {
  let signals = 0;
  const stop = async () => {
    if (++signals > 1) stopAtOnce(1);
    begin();
    setTimeout(() => stopAtOnce(1), deadlineSeconds * 1_000).unref();
    const codes = await Promise.all(workers().map(stopWorker));
    process.exit(codes.every(code => code === 0) ? 0 : 1);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

async function stopWorker(worker: Worker): Promise<number | null> {
  const ended = once(worker, 'exit');
  if (worker.isConnected()) worker.send('stop', () => {});
  const [code] = await ended;
  return code;
}

function stopAtOnce(code: number): never {
  for (const worker of workers()) worker.process.kill('SIGKILL');
  process.exit(code);
}

function workers(): Worker[] {
  return Object.values(cluster.workers ?? {}).filter(worker => worker !== undefined);
}

/**
 * In a worker, before anything else: stops when the first process requests it or is gone. Ctrl+C
 * signals all processes at once, so a worker ignores SIGINT.
 */
export function obeyPrimary(stop: () => void): void {
  process.on('SIGINT', () => {});
  process.on('SIGTERM', stop);
  process.on('disconnect', stop);
  process.on('message', message => {
    if (message === 'stop') stop();
  });
}

/** In a worker: reports that it listens. */
export function reportStarted<T>(started: T): void {
  process.send!({ started } satisfies Started<T>);
}
