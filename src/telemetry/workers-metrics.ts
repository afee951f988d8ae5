import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Gauge, type MetricObject, type Registry } from 'prom-client';

/** How long workers get to answer; one that is later counts as it did before. */
const patienceMs = 1_000;

/** All metrics of one process, as plain values. */
type Report = MetricObject[];

interface Question {
  readonly metricsAsked: number;
}

interface Answer {
  readonly metricsAnswered: number;
  readonly report: Report;
}

/** In a worker: answers the first process when that asks for metrics. */
export function answerPrimary(registry: Registry): void {
  process.on('message', async ({ metricsAsked }: Partial<Question>) => {
    if (metricsAsked === undefined) return;
    const report = (await registry.getMetricsAsJSON()) as Report;
    // It may have gone meanwhile.
    if (process.connected) process.send!({ metricsAnswered: metricsAsked, report });
  });
}

/**
 * In the first process: returns what adds the metrics of all workers up. Sums never fall, or
 * Prometheus would see a restart and count all anew: the last report of a worker that is gone is
 * kept, and that of one that does not answer in time is used again.
 */
export function addUpWorkers(): () => Promise<string> {
  const reports = new Map<number, Report>();
  let ended: Report = [];
  cluster.on('exit', async ({ id }) => {
    const last = reports.get(id);
    reports.delete(id);
    if (last) ended = (await added([ended, last.filter(isLasting)]).getMetricsAsJSON()) as Report;
  });
  let asked = 0;
  return async () => {
    const answered = await askWorkers(++asked, (worker, report) => reports.set(worker.id, report));
    const registry = added([...reports.values(), ended]);
    countWorkers(registry, answered);
    return registry.metrics();
  };
}

/** Asks all workers; resolves once each has answered or the patience is over, with how many did. */
function askWorkers(
  question: number,
  heard: (worker: Worker, report: Report) => void,
): Promise<number> {
  const waitFor = new Set(
    Object.values(cluster.workers ?? {}).filter(worker => worker?.isConnected()),
  );
  let answered = 0;
  return new Promise(resolve => {
    const settle = () => {
      clearTimeout(timer);
      cluster.off('message', onMessage);
      cluster.off('exit', onExit);
      resolve(answered);
    };
    const leave = (worker: Worker) => {
      if (waitFor.delete(worker) && waitFor.size === 0) settle();
    };
    const onExit = (worker: Worker) => leave(worker);
    const onMessage = (worker: Worker, { metricsAnswered, report }: Partial<Answer>) => {
      if (metricsAnswered !== question) return;
      answered++;
      heard(worker, report!);
      leave(worker);
    };
    const timer = setTimeout(settle, patienceMs);
    cluster.on('message', onMessage);
    cluster.on('exit', onExit);
    if (waitFor.size === 0) settle();
    // One that has just died is no matter.
    for (const worker of waitFor)
      worker?.send({ metricsAsked: question } satisfies Question, () => {});
  });
}

function added(reports: Report[]): Registry {
  return AggregatorRegistry.aggregate(reports as never);
}

/** What a worker has counted stays true when it is gone; what it held does not. */
function isLasting({ type }: MetricObject): boolean {
  return ['counter', 'histogram'].includes(String(type));
}

/** Tells how many processes these metrics are of, and how many of them did not answer in time. */
export function countWorkers(registry: Registry, answered = 1): void {
  const running = Math.max(answered, Object.keys(cluster.workers ?? {}).length);
  const gauge = new Gauge({
    name: 'ktima_workers',
    help: 'Processes that serve, by whether they told their metrics in time',
    labelNames: ['state'],
    registers: [registry],
  });
  gauge.set({ state: 'answering' }, answered);
  gauge.set({ state: 'silent' }, running - answered);
}
