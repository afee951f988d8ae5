import type { PackedPlaces } from '../property/pack-places.ts';
import { type LoadedSource, stateOf } from '../store/store.ts';
import { fingerprint, readCacheFile, writeCacheFile } from './cache-file.ts';
import { fromPieces, toPieces } from './pieces.ts';

/** Fewer places are packed sooner than a file is read. */
export const manyPlaces = 50_000;

/** Depends on the imported data and on the code that packs places. */
function keyOf(sources: readonly LoadedSource[]): string {
  return JSON.stringify([fingerprint(), stateOf('places', sources).version]);
}

/** The packed places of these sources, if they are cached. */
export function readCachedPlaces(
  path: string,
  sources: readonly LoadedSource[],
): PackedPlaces | undefined {
  const pieces = readCacheFile(path, keyOf(sources));
  return pieces && fromPieces(pieces);
}

/** Caches packed places for the next start. */
export function cachePlaces(
  path: string,
  sources: readonly LoadedSource[],
  packed: PackedPlaces,
): void {
  writeCacheFile(path, keyOf(sources), toPieces(packed));
}
