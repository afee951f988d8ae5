import { buildCostTable, type CostTable } from '#domain/property/cost/cost-table.ts';
import { type ArtefactState, type Snapshot, type Store, stateOf } from '#storage/store/store.ts';
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
  if (!addresses) throw indexError([{ name: 'addresses', state: 'missing' }], true);
  const places = await readValue(store, 'places', sources);
  const noPlaces = () => {
    throw indexError([{ name: 'places', state: 'missing' }], true);
  };
  return {
    index: addresses.value,
    snapshot: snapshotOf(await readCosts(store), places, noPlaces),
  };
}

/** The ways on foot; undefined if none are loaded. */
export async function readWalkGraph(store: Store): Promise<Values['ways'] | undefined> {
  const ways = await readValue(store, 'ways', await store.loadedSources());
  if (!ways) throw indexError([{ name: 'ways', state: 'missing' }], true);
  return ways.value.from.length > 0 ? ways.value : undefined;
}

/** The error of indexes that do not fit the rows. */
export function indexError(
  indexes: readonly Pick<ArtefactState, 'name' | 'state'>[],
  needsOperator: boolean,
): KtimaError {
  const what = indexes
    .map(
      ({ name, state }) =>
        `the index of ${name} is ${state === 'older' ? 'older than the data' : state}`,
    )
    .join('; ');
  return needsOperator
    ? new KtimaError('UNAVAILABLE', `${what}: run ${buildCommand}`, { retryAfterSeconds: 60 })
    : new KtimaError('UNAVAILABLE', `${what}: it is being built`, { retryAfterSeconds: 5 });
}
