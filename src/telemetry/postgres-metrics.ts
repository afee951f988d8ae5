import { Gauge, type Registry } from 'prom-client';
import type { PoolLoad } from '../db/postgres/pool-load.ts';
import type { PostgresOptions } from '../db/postgres.ts';

export type { PoolLoad };

/** Which of the two databases. */
export type DatabaseName = 'property' | 'authentication';

/** What a PostgreSQL database is opened with to be counted. */
export type PostgresWatch = Required<Pick<PostgresOptions, 'onTrouble' | 'onPool'>>;

/** The metrics of PostgreSQL; they stay empty with SQLite. */
export function postgresMetrics(registry: Registry): (database: DatabaseName) => PostgresWatch {
  const pools = new Map<DatabaseName, () => PoolLoad>();
  const reachable = new Gauge({
    name: 'ktima_postgres_up',
    help: 'Whether the PostgreSQL database can be used; asked every two seconds',
    labelNames: ['database'],
    aggregator: 'min',
    registers: [registry],
  });
  new Gauge({
    name: 'ktima_postgres_connections',
    help: 'Connections of the pool, busy or idle',
    labelNames: ['database', 'state'],
    registers: [registry],
    collect() {
      for (const [database, load] of pools) {
        this.set({ database, state: 'busy' }, load().busy);
        this.set({ database, state: 'idle' }, load().idle);
      }
    },
  });
  new Gauge({
    name: 'ktima_postgres_waiting',
    help: 'Statements that wait for a connection of the pool',
    labelNames: ['database'],
    registers: [registry],
    collect() {
      for (const [database, load] of pools) this.set({ database }, load().waiting);
    },
  });
  return database => ({
    // Trouble with SQLite is told as well; it has no pool.
    onTrouble(reason) {
      if (pools.has(database)) reachable.set({ database }, reason === undefined ? 1 : 0);
    },
    onPool(load) {
      reachable.set({ database }, 1);
      pools.set(database, load);
    },
  });
}
