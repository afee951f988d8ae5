import { deserialize, serialize } from 'node:v8';
import type { PackedPlaces } from '../property/pack-places.ts';
import { type LoadedSource, stateOf } from '../store/store.ts';
import { fingerprint, readCacheFile, writeCacheFile } from './cache-file.ts';

/** Fewer places are packed sooner than a file is read. */
export const manyPlaces = 50_000;

/** Tells places apart that are not the same: by what was imported and by the code that packs. */
function keyOf(sources: readonly LoadedSource[]): string {
  return JSON.stringify([fingerprint(), stateOf('places', sources).version]);
}

/** The places of these sources as they were packed before, if they were kept. */
export function readCachedPlaces(
  path: string,
  sources: readonly LoadedSource[],
): PackedPlaces | undefined {
  const pieces = readCacheFile(path, keyOf(sources));
  if (!pieces) return undefined;
  const { places, offsets } = deserialize(pieces[0]!);
  // The fragments are most of it: they are not copied once they are read.
  return { places, placeJsonBytes: { offsets, bytes: pieces[1]! } };
}

/** Keeps packed places for the next start. */
export function cachePlaces(
  path: string,
  sources: readonly LoadedSource[],
  { places, placeJsonBytes }: PackedPlaces,
): void {
  const index = serialize({ places, offsets: placeJsonBytes.offsets });
  writeCacheFile(path, keyOf(sources), [index, placeJsonBytes.bytes]);
}
