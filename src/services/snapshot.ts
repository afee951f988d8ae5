import { buildCostTable } from '../property/cost.ts';
import { type PackedPlaces, packPlaces } from '../property/pack-places.ts';
import { besideDatabase, type DatabaseSettings } from '../store/open.ts';
import {
  type LoadedSource,
  type Snapshot,
  type Store,
  type StoreReader,
  stateOf,
} from '../store/store.ts';
import { cachePlaces, manyPlaces, readCachedPlaces } from './cached-places.ts';
import { runInThread } from './run-in-thread.ts';

/** Reads the store into a snapshot; places that were packed before come from the file `keptAt`. */
export function loadSnapshot(store: Store, keptAt?: string): Promise<Snapshot> {
  return store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    const kept = keptAt && readCachedPlaces(keptAt, sources);
    return withCosts(rows, kept || (await packAndKeep(rows, sources, keptAt)));
  });
}

async function withCosts(rows: StoreReader, places: PackedPlaces): Promise<Snapshot> {
  const { rates, depreciation } = await rows.readCosts();
  return { costs: buildCostTable(rates, depreciation), ...places };
}

async function packAndKeep(
  rows: StoreReader,
  sources: readonly LoadedSource[],
  keptAt: string | undefined,
): Promise<PackedPlaces> {
  const packed = packPlaces(await rows.readPlaces());
  if (keptAt && stateOf('places', sources).rows >= manyPlaces) cachePlaces(keptAt, sources, packed);
  return packed;
}

/**
 * The first snapshot: few places, or those that were kept, are read here; else in a thread. That
 * leaves the start to other work, and what reading took of memory goes with the thread.
 */
export async function loadFirstSnapshot(
  store: Store,
  database: DatabaseSettings,
): Promise<Snapshot> {
  const keptAt = besideDatabase(database, 'places');
  const here = await store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    if (stateOf('places', sources).rows < manyPlaces) {
      return withCosts(rows, packPlaces(await rows.readPlaces()));
    }
    const kept = keptAt && readCachedPlaces(keptAt, sources);
    return kept && withCosts(rows, kept);
  });
  return here || loadSnapshotInThread(database);
}

/** Does the same in a thread, over its own connection; requests go on meanwhile. */
export function loadSnapshotInThread(database: DatabaseSettings): Promise<Snapshot> {
  return runInThread(new URL('./snapshot-worker.ts', import.meta.url), database);
}
