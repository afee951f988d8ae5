import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { deserialize, serialize } from 'node:v8';
import { buildGeocoder, type GeocoderIndex } from '../geocoder/build.ts';
import { mergeStreets } from '../geocoder/merge.ts';
import { gazetteerFile } from '../import/datasets/gazetteer/file.ts';
import { readGazetteer } from '../import/datasets/gazetteer/gazetteer.ts';
import { besideDatabase, type DatabaseSettings } from '../store/open.ts';
import { type Reading, type Store, stateOf } from '../store/store.ts';
import { fingerprint, readCacheFile, writeCacheFile } from './cache-file.ts';
import { reloadOnChange } from './reload-on-change.ts';
import { runInThread } from './run-in-thread.ts';

/** What the geocoder is made of: the store's addresses over the gazetteer that ships. */
export interface GeocoderData {
  readonly database: DatabaseSettings;
  readonly dataFolder: string;
}

/**
 * Builds the geocoder of the national gazetteer and the streets of the store, or takes one that
 * was kept.
 */
export async function loadGeocoder(store: Store, data: GeocoderData): Promise<GeocoderIndex> {
  const kept = readKeptGeocoder(await addressVersion(store), data);
  if (kept) return kept;
  const gazetteer = await readGazetteer(data.dataFolder);
  // Of one moment, or streets would be kept as those of another version.
  const [version, own] = await store.atOneMoment(async rows => [
    await addressVersion(rows),
    await rows.readStreets(),
  ]);
  const streets = mergeStreets(gazetteer.streets, own, gazetteer.postalCodes);
  const index = buildGeocoder({ ...gazetteer, streets });
  const { key, files } = keeping(version, data);
  const bytes = serialize(index);
  files.some(file => writeCacheFile(file, key, [bytes]));
  return index;
}

function readKeptGeocoder(version: string, data: GeocoderData): GeocoderIndex | undefined {
  const { key, files } = keeping(version, data);
  for (const file of files) {
    const kept = readCacheFile(file, key);
    if (kept) return deserialize(kept[0]!);
  }
  return undefined;
}

/** That of the gazetteer alone is the same for all databases. */
const ownFile = fileURLToPath(new URL('../../node_modules/.ktima-geocoder', import.meta.url));

/** Where a geocoder may be kept, and by what it is told from others: addresses, gazetteer, code. */
function keeping(version: string, { database, dataFolder }: GeocoderData) {
  const made = fingerprint([dataFolder, dirname(gazetteerFile())]);
  const beside = besideDatabase(database, 'geocoder');
  const files = [...(version === noAddresses ? [ownFile] : []), ...(beside ? [beside] : [])];
  return { key: JSON.stringify([made, version]), files };
}

/** How long after a first build that failed the next is tried; each time for longer. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/** The geocoder in force, built anew when the addresses have changed. */
export interface LiveGeocoder {
  /** The first to ask may have to wait until it is built. */
  index(): Promise<GeocoderIndex>;
  close(): Promise<void>;
}

/**
 * Keeps a geocoder up to date. It is built aside: a start does not wait for it, and a first
 * address does for a second or two.
 */
export function openGeocoder(
  store: Store,
  data: GeocoderData,
  told: (failure?: unknown) => void,
): LiveGeocoder {
  let built: { readonly version: string; readonly index: GeocoderIndex } | undefined;
  const ending = new AbortController();
  const load = async () => {
    const version = await addressVersion(store);
    if (built?.version !== version) {
      const kept = readKeptGeocoder(version, data);
      built = { version, index: kept ?? (await loadAside(data, ending.signal)) };
    }
    return built.index;
  };
  const begin = (retryMs: number) => {
    const begun = reloadOnChange(store, load, load, told);
    begun.catch(error => {
      if (ending.signal.aborted) return;
      // Whoever asks for an address before the next try is told as well.
      told(error);
      setTimeout(() => {
        if (!ending.signal.aborted) live = begin(Math.min(2 * retryMs, longestRetryMs));
      }, retryMs).unref();
    });
    return begun;
  };
  let live = begin(firstRetryMs);
  return {
    index: async () => (await live).current(),
    close() {
      ending.abort();
      return live.then(
        ({ close }) => close(),
        () => {},
      );
    },
  };
}

const noAddresses = '[]';

async function addressVersion(rows: Pick<Reading, 'loadedSources'>): Promise<string> {
  return stateOf('addresses', await rows.loadedSources()).version;
}

function loadAside(data: GeocoderData, ending: AbortSignal): Promise<GeocoderIndex> {
  return runInThread(new URL('./geocoder-worker.ts', import.meta.url), data, ending);
}
