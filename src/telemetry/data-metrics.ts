import { Counter, Gauge, type Registry } from 'prom-client';
import type { LoadedSource } from '../store/store.ts';

/** What is made of the store's data: costs and places, the index of addresses. */
export type DataPart = 'snapshot' | 'geocoder';

/** Tells which data are in force, and whether new ones could be taken up. */
export interface DataMetrics {
  /** To be told after each load: why it failed, or nothing. */
  readonly watchLoads: (part: DataPart) => (failure?: unknown) => void;
  readonly watchSources: (sources: () => readonly LoadedSource[]) => void;
}

/** The metrics of the data; workers hold the same, so the oldest and worst of them counts. */
export function dataMetrics(registry: Registry, clock: () => Date): DataMetrics {
  const registers = [registry];
  const loads = new Counter({
    name: 'ktima_data_loads_total',
    help: 'How often new data were taken up, or could not be, by outcome',
    labelNames: ['part', 'outcome'],
    registers,
  });
  const failing = new Gauge({
    name: 'ktima_data_load_failing',
    help: '1 while new data cannot be loaded and older ones are served',
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
        // Sources may have gone.
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
    'Always 1; the version is the beginning of the checksum of the files that were read',
    () => 1,
    ({ checksum }) => ({ version: checksum.slice(0, 12) }),
  );
}
