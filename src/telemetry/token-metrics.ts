import { Counter, Gauge, type Registry } from 'prom-client';

/** The lists that tokens are checked against. */
export type TokenList = 'keys' | 'ended_sessions';

/** Metrics of reading the lists that tokens are checked against. */
export interface TokenMetrics {
  /** Returns a function to call after each read, with the error if it failed. */
  readonly watchReads: (list: TokenList) => (failure?: unknown) => void;
}

/** Metrics of those lists. With several workers the worst value is reported. */
export function tokenMetrics(registry: Registry): TokenMetrics {
  const reads = new Counter({
    name: 'ktima_token_list_reads_total',
    help: 'Reads of the lists that tokens are checked against, by outcome',
    labelNames: ['list', 'outcome'],
    registers: [registry],
  });
  const failing = new Gauge({
    name: 'ktima_token_list_failing',
    help: '1 while a list that tokens are checked against cannot be read and an older one is used',
    labelNames: ['list'],
    aggregator: 'max',
    registers: [registry],
  });
  return {
    watchReads(list) {
      failing.set({ list }, 0);
      for (const outcome of ['read', 'failed']) reads.inc({ list, outcome }, 0);
      return failure => {
        const failed = failure !== undefined;
        failing.set({ list }, failed ? 1 : 0);
        reads.inc({ list, outcome: failed ? 'failed' : 'read' });
      };
    },
  };
}
