import { Counter, Gauge, type Registry } from 'prom-client';
import type { RunTotals } from '#features/runs/stored-run.ts';
import type { LoadedSource } from '#storage/store/store.ts';

/** What is in memory. */
interface EditionInUse {
  /** ISO 8601 in UTC. */
  readonly builtAt: string;
  readonly isBehind: boolean;
}

/** Metrics of the loaded data, of reloads, and of what the API writes. */
export interface DataMetrics {
  /** Returns a function to call after each load, with the error if it failed. */
  readonly watchLoads: () => (failure?: unknown) => void;
  readonly watchEdition: (edition: () => EditionInUse) => void;
  readonly watchSources: (sources: () => readonly LoadedSource[]) => void;
  /** To call when usage can no longer be written, and when it can again. */
  readonly setUsageFailing: (isFailing: boolean) => void;
  /** To call now and then with the portfolios of all instances, and how many bytes they may have. */
  readonly setPortfolios: (totals: RunTotals, mostBytes: number) => void;
}

/** Metrics of the data. */
export function dataMetrics(registry: Registry, clock: () => Date): DataMetrics {
  const watchLoads = attempts(registry, 'part', 'loaded', {
    total: ['ktima_data_loads_total', 'Reloads of the data, by outcome'],
    failing: [
      'ktima_data_load_failing',
      '1 while new data cannot be loaded and older data is served',
    ],
  });
  const usage = new Gauge({
    name: 'ktima_usage_write_failing',
    help: '1 while usage and look-ups cannot be written; requests are answered',
    registers: [registry],
  });
  return {
    watchLoads: () => watchLoads('edition'),
    watchEdition: edition => editionGauges(registry, edition, clock),
    watchSources: sources => sourceGauges(registry, sources, clock),
    setUsageFailing: isFailing => usage.set(isFailing ? 1 : 0),
    setPortfolios: portfolioGauges(registry, clock),
  };
}

/** Metrics of the edition in use. */
function editionGauges(registry: Registry, edition: () => EditionInUse, clock: () => Date): void {
  const shared = { registers: [registry] };
  new Gauge({
    name: 'ktima_edition_behind',
    help: '1 while rows have changed and the indexes of before are used',
    ...shared,
    collect() {
      this.set(Number(edition().isBehind));
    },
  });
  new Gauge({
    name: 'ktima_edition_age_seconds',
    help: 'Time since the indexes in use were built',
    ...shared,
    collect() {
      this.set((clock().getTime() - Date.parse(edition().builtAt)) / 1_000);
    },
  });
}

/** Metrics of portfolios. Every process reads the same database, so one value of them is reported. */
function portfolioGauges(registry: Registry, clock: () => Date): DataMetrics['setPortfolios'] {
  const shared = { registers: [registry] };
  const runs = new Gauge({
    name: 'ktima_portfolio_runs',
    help: 'Portfolios by state, of all instances',
    labelNames: ['state'],
    ...shared,
  });
  const bytes = new Gauge({
    name: 'ktima_portfolio_bytes',
    help: 'Bytes of all portfolios and their results',
    ...shared,
  });
  const most = new Gauge({
    name: 'ktima_portfolio_limit_bytes',
    help: 'Bytes that they may have: KTIMA_PORTFOLIO_DISK_MB',
    ...shared,
  });
  const oldest = new Gauge({
    name: 'ktima_portfolio_oldest_queued_seconds',
    help: 'How long the oldest portfolio that waits has waited; 0 if none waits',
    ...shared,
  });
  return (totals, mostBytes) => {
    for (const state of ['queued', 'running', 'done', 'failed'] as const) {
      runs.set({ state }, totals[state]);
    }
    bytes.set(totals.bytes);
    most.set(mostBytes);
    oldest.set(totals.oldestMs === null ? 0 : (clock().getTime() - totals.oldestMs) / 1_000);
  };
}

/** The lists that tokens are checked against. */
export type TokenList = 'keys' | 'ended_sessions';

/** Metrics of reading the lists that tokens are checked against. */
export interface TokenMetrics {
  /** Returns a function to call after each read, with the error if it failed. */
  readonly watchReads: (list: TokenList) => (failure?: unknown) => void;
}

/** Metrics of those lists. */
export function tokenMetrics(registry: Registry): TokenMetrics {
  const watchReads = attempts(registry, 'list', 'read', {
    total: [
      'ktima_token_list_reads_total',
      'Reads of the lists that tokens are checked against, by outcome',
    ],
    failing: [
      'ktima_token_list_failing',
      '1 while a list that tokens are checked against cannot be read and an older one is used',
    ],
  });
  return { watchReads };
}

type NameAndHelp = readonly [name: string, help: string];

/** Counts attempts by outcome, and reports which fail now. */
function attempts(
  registry: Registry,
  label: string,
  success: string,
  names: Readonly<Record<'total' | 'failing', NameAndHelp>>,
) {
  const registers = [registry];
  const [[name, help], [failingName, failingHelp]] = [names.total, names.failing];
  const total = new Counter({ name, help, labelNames: [label, 'outcome'], registers });
  const failing = new Gauge({
    name: failingName,
    help: failingHelp,
    labelNames: [label],
    registers,
  });
  return (what: string) => {
    failing.set({ [label]: what }, 0);
    for (const outcome of [success, 'failed']) total.inc({ [label]: what, outcome }, 0);
    return (failure?: unknown): void => {
      const failed = failure !== undefined;
      failing.set({ [label]: what }, failed ? 1 : 0);
      total.inc({ [label]: what, outcome: failed ? 'failed' : success });
    };
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
