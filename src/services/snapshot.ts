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

/** Reads the store into a snapshot; places that were packed before come from the file `cacheFile`. */
export function loadSnapshot(store: Store, cacheFile?: string): Promise<Snapshot> {
  return store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    const cached = cacheFile && readCachedPlaces(cacheFile, sources);
    return withCosts(rows, cached || (await packAndCache(rows, sources, cacheFile)));
  });
}

async function withCosts(rows: StoreReader, places: PackedPlaces): Promise<Snapshot> {
  const { rates, depreciation } = await rows.readCosts();
  return { costs: buildCostTable(rates, depreciation), ...places };
}

async function packAndCache(
  rows: StoreReader,
  sources: readonly LoadedSource[],
  cacheFile: string | undefined,
): Promise<PackedPlaces> {
  const packed = packPlaces(await rows.readPlaces());
  if (cacheFile && stateOf('places', sources).rows >= manyPlaces)
    cachePlaces(cacheFile, sources, packed);
  return packed;
}

/**
 * The first snapshot. Few places, and cached ones, are read here. Many are read in a thread, so that
 * the start continues meanwhile, and the memory for reading is freed with the thread.
 */
export async function loadFirstSnapshot(
  store: Store,
  database: DatabaseSettings,
): Promise<Snapshot> {
  const cacheFile = besideDatabase(database, 'places');
  const here = await store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    if (stateOf('places', sources).rows < manyPlaces) {
      return withCosts(rows, packPlaces(await rows.readPlaces()));
    }
    const cached = cacheFile && readCachedPlaces(cacheFile, sources);
    return cached && withCosts(rows, cached);
  });
  return here || loadSnapshotInThread(database);
}

/** Loads a snapshot in a thread, over its own connection; requests continue meanwhile. */
export function loadSnapshotInThread(database: DatabaseSettings): Promise<Snapshot> {
  return runInThread(new URL('./snapshot-worker.ts', import.meta.url), database);
}
