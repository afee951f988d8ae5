/** Processor time of one request in milliseconds, by operation. */
export type Costs = Readonly<Record<string, number>>;

/** The share of each operation in the requests; together 1. */
export type Mix = Readonly<Record<string, number>>;

/** What `planFor` needs to know of an installation. */
export interface Sizes {
  /** Memory of an instance of the API, and of one of authentication. */
  readonly apiGB: number;
  readonly authGB: number;
  /** Connections of an instance of the API: the pool and the extra ones. */
  readonly connections: number;
  /** Connections that one server of PostgreSQL takes well; more need a pooler. */
  readonly mostConnections: number;
}

/** Instances and what they need for a number of requests a second. */
export interface Plan {
  readonly api: number;
  readonly auth: number;
  readonly memoryGB: number;
  readonly connections: number;
  readonly needsPooler: boolean;
}

/** How busy an instance may be on average: the p99 stays below 20 ms up to 0.8 of its capacity. */
export const usableShare = 0.6;

/** Processor time of the average request of a mix, in milliseconds. */
export function msPerRequest(costs: Costs, mix: Mix): number {
  return Object.entries(mix).reduce((sum, [name, share]) => {
    const ms = costs[name];
    if (ms === undefined) throw new Error(`${name} was not measured`);
    return sum + share * ms;
  }, 0);
}

/** Requests of a mix that a core answers in a second. */
export function requestsPerCore(costs: Costs, mix: Mix): number {
  return 1_000 / msPerRequest(costs, mix);
}

/**
 * The instances for a number of requests a second. An instance uses one core, each service has one
 * more than the load needs, so that one may fail, and at least two.
 */
export function planFor(perSecond: number, costs: Costs, mix: Mix, sizes: Sizes): Plan {
  const needed = Math.ceil(perSecond / (requestsPerCore(costs, mix) * usableShare));
  const api = Math.max(2, needed + 1);
  const auth = 2;
  const connections = api * sizes.connections;
  return {
    api,
    auth,
    memoryGB: api * sizes.apiGB + auth * sizes.authGB,
    connections,
    needsPooler: connections > sizes.mostConnections,
  };
}
