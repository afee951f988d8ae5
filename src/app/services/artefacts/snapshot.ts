import { buildCostTable, type CostTable } from '#domain/property/cost/cost-table.ts';
import { type Snapshot, type Store, stateOf } from '#storage/store/store.ts';
import { KtimaError } from '#tools/errors.ts';
import { buildCommand, type InUse, readValue, type Values } from './artefacts.ts';

/** The costs in use. They are few, so they are read from the rows. */
export interface Costs {
  readonly costs: CostTable;
  readonly costVersion: string;
}

/** Reads the costs again if they have changed. */
export async function readCosts(store: Store, before?: Costs): Promise<Costs> {
  const versionIn = async (rows: Pick<Store, 'loadedSources'>) =>
    stateOf('costs', await rows.loadedSources()).version;
  if (before?.costVersion === (await versionIn(store))) return before!;
  return store.atOneMoment(async rows => ({
    costs: buildCostTable(await rows.readCosts()),
    costVersion: await versionIn(rows),
  }));
}

/** The snapshot of costs and places; without places, these throw. */
export function snapshotOf(
  { costs, costVersion }: Costs,
  places: InUse<Values['places']> | undefined,
  noPlaces: () => never,
): Snapshot {
  if (places) return { costs, ...places.value, version: costVersion + places.version };
  return {
    costs,
    version: costVersion,
    get places() {
      return noPlaces();
    },
    get placeJsonBytes() {
      return noPlaces();
    },
  };
}

/** The data for one piece of work, such as the rows of a portfolio. */
export async function readData(store: Store) {
  const sources = await store.loadedSources();
  const addresses = await readValue(store, 'addresses', sources);
  if (!addresses) throw notBuilt('the address index', true);
  const places = await readValue(store, 'places', sources);
  const noPlaces = () => {
    throw notBuilt('the index of places', true);
  };
  return {
    index: addresses.value,
    snapshot: snapshotOf(await readCosts(store), places, noPlaces),
  };
}

/** The ways on foot; undefined if none are loaded. */
export async function readWalkGraph(store: Store): Promise<Values['ways'] | undefined> {
  const ways = await readValue(store, 'ways', await store.loadedSources());
  if (!ways) throw notBuilt('the graph of ways to walk on', true);
  return ways.value.from.length > 0 ? ways.value : undefined;
}

/** The error while nothing can be read, not even something older. */
export function notBuilt(what: string, isForbidden: boolean): KtimaError {
  return isForbidden
    ? new KtimaError('UNAVAILABLE', `${what} is not built: run ${buildCommand}`, {
        retryAfterSeconds: 60,
      })
    : new KtimaError('UNAVAILABLE', `${what} is being built`, { retryAfterSeconds: 5 });
}
