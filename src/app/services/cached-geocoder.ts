import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gazetteerFile } from '../../keep/shipped/gazetteer/source.ts';
import { dataFolder } from '../../keep/shipped/shipped-table.ts';
import { besideDatabase, type DatabaseSettings } from '../../keep/store/open-store.ts';
import { type Layer, type LoadedSource, stateOf } from '../../keep/store/store.ts';
import type { GeocoderIndex } from '../../land/geocoder/build.ts';
import type { NamedPlaces } from '../../land/geocoder/index/indexed-named-places.ts';
import { fingerprint, readCacheFile, writeCacheFile } from './cache-file.ts';

/*
 * A geocoder is cached in two files: the index of streets and settlements, which takes seconds to
 * build, and the names of places, which change with other layers.
 */

const indexLayers = ['addresses', 'settlements', 'boundaries'] as const satisfies readonly Layer[];
/** A place belongs to the municipality of its border or of the nearest settlement. */
const nameLayers = [...indexLayers, 'named_places', 'places'] as const satisfies readonly Layer[];

/** Fewer names are packed sooner than a file is read. */
const manyNames = 5_000;

/** A text that changes with every import that the geocoder has to follow. */
export function geocoderVersion(sources: readonly LoadedSource[]): string {
  return versionOf(nameLayers, sources);
}

function versionOf(layers: readonly Layer[], sources: readonly LoadedSource[]): string {
  return JSON.stringify(layers.map(layer => stateOf(layer, sources).version));
}

/** The index as it was cached, without the names of places. */
export function readCachedIndex(
  sources: readonly LoadedSource[],
  database: DatabaseSettings,
): GeocoderIndex | undefined {
  const key = keyOf(indexLayers, sources);
  for (const file of indexFiles(sources, database)) {
    const index = readCacheFile<GeocoderIndex>(file, key);
    if (index) return index;
  }
  return undefined;
}

/** Caches an index for the next start. */
export function cacheIndex(
  sources: readonly LoadedSource[],
  database: DatabaseSettings,
  index: GeocoderIndex,
): void {
  const key = keyOf(indexLayers, sources);
  indexFiles(sources, database).some(file => writeCacheFile(file, key, index));
}

/** The names of places as they were cached. */
export function readCachedNames(
  sources: readonly LoadedSource[],
  database: DatabaseSettings,
): NamedPlaces | undefined {
  const file = nameFile(sources, database);
  return file ? readCacheFile(file, keyOf(nameLayers, sources)) : undefined;
}

/** Caches the names of places, if they are many. */
export function cacheNames(
  sources: readonly LoadedSource[],
  database: DatabaseSettings,
  names: NamedPlaces,
): void {
  const file = nameFile(sources, database);
  if (file) writeCacheFile(file, keyOf(nameLayers, sources), names);
}

/** Whether there are enough names that packing them takes longer than reading a file. */
export function hasManyNames(sources: readonly LoadedSource[]): boolean {
  const rows = (['named_places', 'places'] as const).map(layer => stateOf(layer, sources).rows);
  return rows.reduce((sum, count) => sum + count, 0) >= manyNames;
}

function keyOf(layers: readonly Layer[], sources: readonly LoadedSource[]): string {
  const made = fingerprint([dataFolder, dirname(gazetteerFile())]);
  return JSON.stringify([made, versionOf(layers, sources)]);
}

/** That of the gazetteer alone is the same for all databases. */
const ownFile = fileURLToPath(new URL('../../../node_modules/.ktima-geocoder', import.meta.url));
const nothingLoaded = versionOf(indexLayers, []);

function indexFiles(sources: readonly LoadedSource[], database: DatabaseSettings): string[] {
  const isPlain = versionOf(indexLayers, sources) === nothingLoaded;
  const beside = besideDatabase(database, 'geocoder');
  return [...(isPlain ? [ownFile] : []), ...(beside ? [beside] : [])];
}

function nameFile(sources: readonly LoadedSource[], database: DatabaseSettings) {
  return hasManyNames(sources) ? besideDatabase(database, 'place-names') : undefined;
}
