import { Counter, Gauge, type Registry } from 'prom-client';

/** What tokens are checked against. */
export type TokenList = 'keys' | 'ended_sessions';

/** Counts whether the lists that tokens are checked against can be read. */
export interface TokenMetrics {
  /** To be told after each read: why it failed, or nothing. */
  readonly watchReads: (list: TokenList) => (failure?: unknown) => void;
}

/** The metrics of those lists; of several workers the worst counts. */
export function tokenMetrics(registry: Registry): TokenMetrics {
  const reads = new Counter({
    name: 'ktima_token_list_reads_total',
    help: 'How often a list that tokens are checked against was read, or could not be, by outcome',
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
