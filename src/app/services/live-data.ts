import type { FastifyBaseLogger } from 'fastify';
import type { DatabaseSettings } from '#storage/store/open-store.ts';
import type { ArtefactState, Snapshot, Store } from '#storage/store/store.ts';
import { type InUse, readValue, type Values, versionOf } from './artefacts/artefacts.ts';
import { openBuilder } from './artefacts/builder.ts';
import { type Costs, indexError, readCosts, snapshotOf } from './artefacts/snapshot.ts';
import { reloadOnChange } from './reload-on-change.ts';
import { reportLoads, type Telemetry } from './telemetry.ts';

/** The data in memory, which this process reads and never builds. */
export interface LiveData {
  /** Throws UNAVAILABLE while there is no index at all. */
  index(): Values['addresses'];
  /** Its places throw UNAVAILABLE while there are none at all. */
  snapshot(): Snapshot;
  /** Throws UNAVAILABLE while there is no graph at all. */
  walk(): Values['ways'];
  states(): ArtefactState[];
  /** Throws UNAVAILABLE for indexes that are missing, or older while no process builds them. */
  checkIndexes(): void;
  /** Texts that change with the data in use. */
  versions(): readonly (string | undefined)[];
  close(): Promise<void>;
}

/**
 * Keeps costs, places, the address index and the ways up to date. After a change of the rows, the old ones are
 * used until the new artefact is there, which the command that changed the rows builds.
 */
export async function openLiveData(
  store: Store,
  database: DatabaseSettings,
  log: FastifyBaseLogger,
  telemetry: Telemetry,
): Promise<LiveData> {
  const builder = openBuilder(store, database, log);
  const missing = (name: keyof Values) => (): never => {
    throw indexError([{ name, state: 'missing' }], builder.needsOperator());
  };
  const noPlaces = missing('places');
  const followed = {
    addresses: follow(store, 'addresses', builder),
    places: follow(store, 'places', builder),
    ways: follow(store, 'ways', builder),
  };
  const addresses = await reloadOnChange(
    store,
    followed.addresses.read,
    reportLoads(log, 'geocoder', telemetry),
    followed.addresses.isCurrent,
  );
  const walk = await reloadOnChange(
    store,
    followed.ways.read,
    reportLoads(log, 'ways', telemetry),
    followed.ways.isCurrent,
  );
  const loaded = await reloadOnChange(
    store,
    async (before?: Loaded): Promise<Loaded> => {
      const [costs, places] = [await readCosts(store, before), await followed.places.read()];
      const isSame = before?.costs === costs.costs && before.places === places;
      return isSame ? before : { ...costs, places, snapshot: snapshotOf(costs, places, noPlaces) };
    },
    reportLoads(log, 'snapshot', telemetry),
    followed.places.isCurrent,
  );
  const states = () => Object.values(followed).map(({ state }) => state());
  telemetry.metrics?.data.watchArtefacts(states);
  return {
    index: () => addresses.current()?.value ?? missing('addresses')(),
    snapshot: () => loaded.current().snapshot,
    walk: () => walk.current()?.value ?? missing('ways')(),
    states,
    checkIndexes() {
      const isFault = ({ state }: ArtefactState) =>
        state === 'missing' || (state === 'older' && builder.isIdle());
      const faults = states().filter(isFault);
      if (faults.length > 0) throw indexError(faults, builder.needsOperator());
    },
    versions: () => [
      addresses.current()?.version,
      loaded.current().snapshot.version,
      walk.current()?.version,
    ],
    async close() {
      addresses.close();
      loaded.close();
      walk.close();
      await builder.close();
    },
  };
}

/** How long a service leaves a build to the command that has changed the rows. */
const othersBuildMs = 3_000;

/** Reads a value again when its rows have changed, and requests a build if none fits. */
function follow<V extends keyof Values>(
  store: Store,
  name: V,
  builder: Pick<ReturnType<typeof openBuilder>, 'request' | 'drop'>,
) {
  let wanted: string | undefined;
  let used: InUse<Values[V]> | undefined;
  let outdatedAt: number | undefined;
  const isCurrent = () => used?.version === wanted;
  return {
    isCurrent,
    async read() {
      const sources = await store.loadedSources();
      wanted = versionOf(name, sources);
      used = await readValue(store, name, sources, used);
      const now = performance.now();
      outdatedAt = isCurrent() ? undefined : (outdatedAt ?? now);
      if (outdatedAt === undefined) builder.drop(name);
      else if (!used || now - outdatedAt > othersBuildMs) builder.request(name);
      return used;
    },
    state(): ArtefactState {
      const state = isCurrent() ? 'current' : used ? 'older' : 'missing';
      return { name, state, builtAt: used?.builtAt ?? null };
    },
  };
}

/** What the snapshot is made of. */
interface Loaded extends Costs {
  readonly places: InUse<Values['places']> | undefined;
  readonly snapshot: Snapshot;
}
