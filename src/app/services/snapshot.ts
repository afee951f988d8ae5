import { besideDatabase, type DatabaseSettings } from '../../keep/store/open-store.ts';
import {
  type LoadedSource,
  type Snapshot,
  type Store,
  type StoreReader,
  stateOf,
} from '../../keep/store/store.ts';
import { buildCostTable } from '../../land/property/cost/cost-table.ts';
import { type PackedPlaces, packPlaces } from '../../land/property/pack-places.ts';
import { fingerprint, readCacheFile, writeCacheFile } from './cache-file.ts';
import { loadInThread } from './load-in-thread.ts';

/** Fewer places are packed sooner than a file is read. */
const manyPlaces = 50_000;

/** Reads the store into a snapshot; places that were packed before come from the file `cacheFile`. */
export function loadSnapshot(store: Store, cacheFile?: string): Promise<Snapshot> {
  return store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    const cached = cacheFile && readCacheFile<PackedPlaces>(cacheFile, keyOf(sources));
    return withCosts(rows, sources, cached || (await packAndCache(rows, sources, cacheFile)));
  });
}

async function withCosts(
  rows: StoreReader,
  sources: readonly LoadedSource[],
  places: PackedPlaces,
): Promise<Snapshot> {
  const version = stateOf('costs', sources).version + stateOf('places', sources).version;
  return { costs: buildCostTable(await rows.readCosts()), ...places, version };
}

async function packAndCache(
  rows: StoreReader,
  sources: readonly LoadedSource[],
  cacheFile: string | undefined,
): Promise<PackedPlaces> {
  const packed = packPlaces(await rows.readPlaces());
  if (cacheFile && stateOf('places', sources).rows >= manyPlaces)
    writeCacheFile(cacheFile, keyOf(sources), packed);
  return packed;
}

/** Depends on the imported data and on the code that packs places. */
function keyOf(sources: readonly LoadedSource[]): string {
  return JSON.stringify([fingerprint(), stateOf('places', sources).version]);
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
      return withCosts(rows, sources, packPlaces(await rows.readPlaces()));
    }
    const cached = cacheFile && readCacheFile<PackedPlaces>(cacheFile, keyOf(sources));
    return cached && withCosts(rows, sources, cached);
  });
  return here || loadSnapshotInThread(database);
}

/** Loads a snapshot in a thread, over its own connection; requests continue meanwhile. */
export function loadSnapshotInThread(database: DatabaseSettings): Promise<Snapshot> {
  return loadInThread('snapshot', database);
}
