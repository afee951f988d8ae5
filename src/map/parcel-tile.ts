import type { Parcel } from '../property/parcels.ts';
import { encodeTile, type TileFeature } from './encode-tile.ts';
import { tileGeometries } from './tile-geometry.ts';
import type { TileId } from './tile-scheme.ts';

/** The lowest zoom with parcels, and the highest; clients enlarge the tiles of the highest. */
export const parcelZooms = { lowest: 14, highest: 16 } as const;

/** The name of the only layer in a tile of parcels. */
export const parcelLayer = 'parcels';

/**
 * Makes a tile of parcels; no bytes if none is in it. Large parcels come first, so that of a tile
 * that is too large the smallest are left out.
 */
export function parcelTile(tile: TileId, parcels: readonly Parcel[]): Uint8Array {
  const geometryIn = tileGeometries(tile, tile.z >= parcelZooms.highest);
  const largestFirst = parcels.toSorted(
    (a, b) => b.areaM2 - a.areaM2 || (a.kaek < b.kaek ? -1 : 1),
  );
  const shown: TileFeature[] = [];
  for (const parcel of largestFirst) {
    const geometry = geometryIn(parcel.geometry);
    if (!geometry) continue;
    const properties = { kaek: parcel.kaek, area_m2: parcel.areaM2 };
    shown.push({ layer: parcelLayer, properties, geometry });
  }
  return encodeTile(shown);
}
