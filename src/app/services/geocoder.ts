import { readGazetteer } from '../../keep/shipped/gazetteer/gazetteer.ts';
import type { DatabaseSettings } from '../../keep/store/open-store.ts';
import type { Store, StoreReader } from '../../keep/store/store.ts';
import { buildGeocoder, type GeocoderIndex } from '../../land/geocoder/build.ts';
import { addCountry } from '../../land/geocoder/country/add-country.ts';
import { packNamedPlaces } from '../../land/geocoder/country/add-named-places.ts';
import { mergeStreets } from '../../land/geocoder/merge.ts';
import { type MunicipalityOf, municipalityOf } from '../../land/geocoder/municipality-of.ts';
import {
  cacheIndex,
  cacheNames,
  geocoderVersion,
  hasManyNames,
  readCachedIndex,
  readCachedNames,
} from './cached-geocoder.ts';
import { loadInThread } from './load-in-thread.ts';
import { reloadOnChange } from './reload-on-change.ts';

/** An index, and which data it was built from. */
export interface LoadedGeocoder extends GeocoderIndex {
  /** See `geocoderVersion`. */
  readonly version: string;
}

/**
 * Builds the geocoder of the national gazetteer and what the store has of streets, settlements,
 * boundaries and named places, or takes what was cached of it.
 */
export async function loadGeocoder(
  store: Store,
  database: DatabaseSettings,
): Promise<LoadedGeocoder> {
  // Read in one transaction, otherwise rows could be cached under another version.
  const read = await store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    const index = readCachedIndex(sources, database);
    const names = readCachedNames(sources, database);
    return {
      sources,
      index,
      names,
      country: index ? undefined : await readCountry(rows),
      namedPlaces: names ? [] : await rows.readNamedPlaces(),
    };
  });
  const index = read.index ?? (await buildIndex(read.country!));
  if (!read.index) cacheIndex(read.sources, database, index);
  const namedPlaces = read.names ?? packNamedPlaces(index, read.namedPlaces);
  if (!read.names) cacheNames(read.sources, database, namedPlaces);
  return { ...index, namedPlaces, version: geocoderVersion(read.sources) };
}

/** Finds the municipalities of new addresses, by the gazetteer alone. */
export async function gazetteerMunicipalities(database: DatabaseSettings): Promise<MunicipalityOf> {
  return municipalityOf(await gazetteerIndex(database));
}

/** The index of the gazetteer alone. */
export async function gazetteerIndex(database: DatabaseSettings): Promise<GeocoderIndex> {
  return readCachedIndex([], database) ?? (await cacheGazetteer(database));
}

async function cacheGazetteer(database: DatabaseSettings): Promise<GeocoderIndex> {
  const index = await buildIndex({ streets: [], settlements: [], boundaries: [] });
  cacheIndex([], database, index);
  return index;
}

/**
 * The geocoder, if its index is cached and its names are cached or few: then no thread is needed.
 */
function loadCached(store: Store, database: DatabaseSettings): Promise<LoadedGeocoder | undefined> {
  return store.atOneMoment(async rows => {
    const sources = await rows.loadedSources();
    const index = readCachedIndex(sources, database);
    if (index === undefined) return undefined;
    const names = readCachedNames(sources, database);
    if (names === undefined && hasManyNames(sources)) return undefined;
    const namedPlaces = names ?? packNamedPlaces(index, await rows.readNamedPlaces());
    return { ...index, namedPlaces, version: geocoderVersion(sources) };
  });
}

async function readCountry(rows: StoreReader) {
  return {
    streets: await rows.readStreets(),
    settlements: await rows.readSettlements(),
    boundaries: await rows.readBoundaries(),
  };
}

async function buildIndex({
  streets,
  ...country
}: Awaited<ReturnType<typeof readCountry>>): Promise<GeocoderIndex> {
  const gazetteer = await readGazetteer();
  return buildGeocoder({
    ...addCountry(gazetteer, country),
    streets: mergeStreets(gazetteer.streets, streets, gazetteer.postalCodes),
  });
}

/** How long to wait after a first build that failed; it grows with each failure. */
const firstRetryMs = 2_000;
const longestRetryMs = 60_000;

/** The current geocoder, built again when one of its layers has changed. */
export interface LiveGeocoder {
  /** The first caller may have to wait until it is built. */
  index(): Promise<GeocoderIndex>;
  /** The version of the index in use; undefined until it is built. */
  version(): string | undefined;
  /** Whether it is up to date with the store; otherwise a newer one is being built. */
  isCurrent(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Keeps a geocoder up to date. A thread builds it: a start does not wait for it, and a first
 * address request waits for a second or two.
 */
export function openGeocoder(
  store: Store,
  database: DatabaseSettings,
  onLoaded: (failure?: unknown) => void,
): LiveGeocoder {
  let current: LoadedGeocoder | undefined;
  const ending = new AbortController();
  const newest = async () => geocoderVersion(await store.loadedSources());
  const isCurrent = async () => current?.version === (await newest());
  const load = async () => {
    if (current && (await isCurrent())) return current;
    let loaded: LoadedGeocoder;
    do {
      loaded =
        (await loadCached(store, database)) ??
        (await loadInThread('geocoder', database, ending.signal));
      // The first build is used in any case; a later one that an import has outdated is built
      // again.
    } while (current && loaded.version !== (await newest()));
    current = loaded;
    return current;
  };
  const begin = (retryMs: number) => {
    const begun = reloadOnChange(store, load, load, onLoaded);
    begun.catch(error => {
      if (ending.signal.aborted) return;
      // Address requests before the next try fail with the same error.
      onLoaded(error);
      setTimeout(() => {
        if (!ending.signal.aborted) live = begin(Math.min(2 * retryMs, longestRetryMs));
      }, retryMs).unref();
    });
    return begun;
  };
  let live = begin(firstRetryMs);
  return {
    index: async () => (await live).current(),
    version: () => current?.version,
    isCurrent,
    close() {
      ending.abort();
      return live.then(
        ({ close }) => close(),
        () => {},
      );
    },
  };
}
