import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry, Gauge, type MetricObject, type Registry } from 'prom-client';

/** How long to wait for the reports of workers. For a late worker the last report is used. */
const reportTimeoutMs = 1_000;

/** All metrics of one process, as plain values. */
type Report = MetricObject[];

interface Question {
  readonly metricsAsked: number;
}

interface Answer {
  readonly metricsAnswered: number;
  readonly report: Report;
}

/** In a worker: sends the metrics to the primary process when it requests them. */
export function reportMetricsToPrimary(registry: Registry): void {
  process.on('message', async ({ metricsAsked }: Partial<Question>) => {
    if (metricsAsked === undefined) return;
    const report = (await registry.getMetricsAsJSON()) as Report;
    // The primary may have exited.
    if (process.connected) process.send!({ metricsAnswered: metricsAsked, report });
  });
}

/**
 * In the primary process: returns a function that sums the metrics of all workers. A sum must never
 * decrease, because Prometheus would take that for a restart. So the last counters of a worker that
 * exited are kept, and for a late worker its last report is used.
 */
export function sumWorkerMetrics(): () => Promise<string> {
  const reports = new Map<number, Report>();
  let ended: Report = [];
  cluster.on('exit', async ({ id }) => {
    const last = reports.get(id);
    reports.delete(id);
    if (last)
      ended = (await added([ended, last.filter(isCumulative)]).getMetricsAsJSON()) as Report;
  });
  let asked = 0;
  return async () => {
    const answered = await askWorkers(++asked, (worker, report) => reports.set(worker.id, report));
    const registry = added([...reports.values(), ended]);
    addWorkerCount(registry, answered);
    return registry.metrics();
  };
}

/** Requests reports from all workers. Resolves with the number received before the time-out. */
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
    const timer = setTimeout(settle, reportTimeoutMs);
    cluster.on('message', onMessage);
    cluster.on('exit', onExit);
    if (waitFor.size === 0) settle();
    // Ignore the error of a worker that has just exited.
    for (const worker of waitFor)
      worker?.send({ metricsAsked: question } satisfies Question, () => {});
  });
}

function added(reports: Report[]): Registry {
  return AggregatorRegistry.aggregate(reports as never);
}

/** Counters and histograms of a worker that exited are kept; its gauges are not. */
function isCumulative({ type }: MetricObject): boolean {
  return ['counter', 'histogram'].includes(String(type));
}

/** Adds the number of processes in these metrics, and of those that did not report in time. */
export function addWorkerCount(registry: Registry, answered = 1): void {
  const running = Math.max(answered, Object.keys(cluster.workers ?? {}).length);
  const gauge = new Gauge({
    name: 'ktima_workers',
    help: 'Worker processes, by whether they reported their metrics in time',
    labelNames: ['state'],
    registers: [registry],
  });
  gauge.set({ state: 'answering' }, answered);
  gauge.set({ state: 'silent' }, running - answered);
}
