import type { Parcel } from '../property/parcels.ts';
import type { Candidate } from './candidate.ts';
import { byImportance, type CellFeature } from './cell-feature.ts';
import type { CellLevel } from './cells.ts';
import { openTileWriter } from './encode-tile.ts';
import { finestZoom } from './tile-scheme.ts';

/** The lowest zoom with parcels, and the highest; clients enlarge the tiles of the highest. */
export const parcelZooms = { lowest: 14, highest: finestZoom } as const;

/** The only level of detail of parcels. */
export const parcelLevel: CellLevel = { detail: 0, lowestZoom: parcelZooms.lowest };

/** The name of the only layer in a tile of parcels. */
export const parcelLayer = 'parcels';

/** A parcel as cells hold it. */
export function parcelFeature({ kaek, areaM2, geometry }: Parcel): CellFeature {
  return { ...look, rank: areaM2, code: kaek, geometry };
}

const look = {
  layer: parcelLayer,
  kind: '',
  name: null,
  nameEn: null,
  ref: null,
  minZoom: parcelZooms.lowest,
} as const;

const nothing = {};

/**
 * Makes a tile of parcels; no bytes if none is in it. Large parcels come first, so that of a tile
 * that is too large the smallest are left out.
 */
export function parcelTile(candidates: readonly Candidate[]): Uint8Array {
  const tile = openTileWriter();
  for (const { rank, code, from, at } of candidates.toSorted(byImportance)) {
    const geometry = from(at);
    if (!geometry) continue;
    const own = { kaek: code, area_m2: rank };
    if (!tile.add({ layer: parcelLayer, shared: nothing, own, geometry })) break;
  }
  return tile.finish();
}
