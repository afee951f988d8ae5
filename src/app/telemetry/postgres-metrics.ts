import { Gauge, type Registry } from 'prom-client';
import type { PoolLoad } from '#storage/db/postgres/pool-load.ts';
import type { PostgresOptions } from '#storage/db/postgres/postgres.ts';

export type { PoolLoad };

/** The database. */
export type DatabaseName = 'property' | 'authentication';

/** The callbacks that a database reports to. */
export type PostgresWatch = Required<Pick<PostgresOptions, 'onOutage' | 'onPool'>>;

/** The metrics of PostgreSQL; they stay empty with SQLite. */
export function postgresMetrics(registry: Registry): (database: DatabaseName) => PostgresWatch {
  const pools = new Map<DatabaseName, () => PoolLoad>();
  const reachable = new Gauge({
    name: 'ktima_postgres_up',
    help: '1 if the PostgreSQL database can be used, else 0; checked every two seconds',
    labelNames: ['database'],
    registers: [registry],
  });
  new Gauge({
    name: 'ktima_postgres_connections',
    help: 'Connections in the pool, busy or idle',
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
    help: 'Statements that wait for a connection from the pool',
    labelNames: ['database'],
    registers: [registry],
    collect() {
      for (const [database, load] of pools) this.set({ database }, load().waiting);
    },
  });
  return database => ({
    // SQLite reports outages too, but has no pool and no metric.
    onOutage(reason) {
      if (pools.has(database)) reachable.set({ database }, reason === undefined ? 1 : 0);
    },
    // A start opens a pool at each attempt, before it is known whether the server can be reached.
    onPool(load) {
      reachable.set({ database }, 0);
      pools.set(database, load);
    },
  });
}
