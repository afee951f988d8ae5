import type { TileParts } from '../api/parts.ts';
import { openBaseMap } from '../map/base-features.ts';
import { openBaseTiles, openParcelTiles, type Sources } from '../map/store-tiles.ts';
import { openTileCache } from '../map/tile-cache.ts';
import type { Tileset } from '../map/tileset.ts';
import { readShippedMap } from '../shipped/map.ts';
import type { Store } from '../store/store.ts';

/** Opens the tiles of the loaded data with a cache of limited size; a map file replaces the base. */
export function openTiles(
  store: Store,
  sources: Sources,
  cacheBytes: number,
  mapFile?: Tileset,
): TileParts {
  const cache = openTileCache(cacheBytes);
  return {
    base: mapFile ?? openBaseTiles(openBaseMap(store, readShippedMap), sources, cache),
    parcels: openParcelTiles(store, sources, cache),
  };
}
