import { openBaseMap } from '#domain/map/base-features.ts';
import { openBaseTiles, openParcelTiles, type Sources } from '#domain/map/store-tiles.ts';
import { openTileCache } from '#domain/map/tile-cache.ts';
import { openZoneTiles } from '#domain/map/zone-tiles.ts';
import type { TileParts } from '#features/api/api-parts.ts';
import { readShippedMap } from '#importing/shipped/map.ts';
import { gazetteerSource, type Store } from '#storage/store/store.ts';

/** Opens the tiles of the loaded data with a cache of limited size. */
export function openTiles(store: Store, sources: Sources, cacheBytes: number): TileParts {
  const cache = openTileCache(cacheBytes);
  // The gazetteer has no houses that the map could draw.
  const drawn = async () => (await sources()).filter(({ source }) => source !== gazetteerSource);
  return {
    base: openBaseTiles(openBaseMap(store, readShippedMap), drawn, cache),
    parcels: openParcelTiles(store, sources, cache),
    zones: openZoneTiles(store, sources, cache),
  };
}
