import { Counter, Gauge, type Registry } from 'prom-client';
import type { LoadedSource } from '../store/store.ts';

/** What is loaded from the store: the snapshot of costs and places, and the address index. */
export type DataPart = 'snapshot' | 'geocoder';

/** Metrics of the loaded data and of reloads. */
export interface DataMetrics {
  /** Returns a function to call after each load, with the error if it failed. */
  readonly watchLoads: (part: DataPart) => (failure?: unknown) => void;
  readonly watchSources: (sources: () => readonly LoadedSource[]) => void;
}

/** Metrics of the data. Workers load the same data, so the worst value of all workers is reported. */
export function dataMetrics(registry: Registry, clock: () => Date): DataMetrics {
  const registers = [registry];
  const loads = new Counter({
    name: 'ktima_data_loads_total',
    help: 'Reloads of the data, by outcome',
    labelNames: ['part', 'outcome'],
    registers,
  });
  const failing = new Gauge({
    name: 'ktima_data_load_failing',
    help: '1 while new data cannot be loaded and older data is served',
    labelNames: ['part'],
    aggregator: 'max',
    registers,
  });
  return {
    watchLoads(part) {
      failing.set({ part }, 0);
      for (const outcome of ['loaded', 'failed']) loads.inc({ part, outcome }, 0);
      return failure => {
        const failed = failure !== undefined;
        failing.set({ part }, failed ? 1 : 0);
        loads.inc({ part, outcome: failed ? 'failed' : 'loaded' });
      };
    },
    watchSources: sources => sourceGauges(registry, sources, clock),
  };
}

function sourceGauges(
  registry: Registry,
  sources: () => readonly LoadedSource[],
  clock: () => Date,
): void {
  const gauge = (
    name: string,
    help: string,
    measure: (source: LoadedSource) => number,
    moreLabels: (source: LoadedSource) => Record<string, string> = () => ({}),
  ) =>
    new Gauge({
      name,
      help,
      labelNames: ['layer', 'source', 'version'],
      aggregator: 'max',
      registers: [registry],
      collect() {
        // Drop the series of sources that were removed.
        this.reset();
        for (const loaded of sources()) {
          const { layer, source } = loaded;
          this.set({ layer, source, ...moreLabels(loaded) }, measure(loaded));
        }
      },
    });
  gauge('ktima_dataset_rows', 'Rows of a source in a layer', ({ rows }) => rows);
  gauge(
    'ktima_dataset_age_seconds',
    'Time since a source was loaded',
    ({ loadedAt }) => (clock().getTime() - Date.parse(loadedAt)) / 1_000,
  );
  gauge(
    'ktima_dataset_info',
    'Always 1; the version is the start of the checksum of the imported files',
    () => 1,
    ({ checksum }) => ({ version: checksum.slice(0, 12) }),
  );
}
