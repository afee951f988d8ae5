import type { CellFeature } from '#domain/map/cell-feature.ts';
import { readCell } from '#domain/map/decode-cells.ts';
import { detailAt, mapLevel } from '#domain/map/detail.ts';
import {
  baseTile,
  type Candidate,
  parcelFeature,
  parcelLevel,
  parcelTile,
} from '#domain/map/draw-tile.ts';
import { type CellLevel, cellsOfTile } from '#domain/map/map-cells.ts';
import type { MapFeature } from '#domain/map/map-feature.ts';
import { openCellPacker } from '#domain/map/pack-cells.ts';
import type { TileId } from '#domain/map/tile-scheme.ts';
import type { Parcel } from '#domain/property/parcels.ts';

/** A base tile of features that were packed into cells, as those of a store are. */
export function packedBaseTile(tile: TileId, features: readonly MapFeature[]): Uint8Array {
  const nameless = features.map(one => ({ ...one, code: '' }));
  return baseTile(packed(tile, nameless, mapLevel(detailAt(tile.z))));
}

/** The same of parcels. */
export function packedParcelTile(tile: TileId, parcels: readonly Parcel[]): Uint8Array {
  return parcelTile(packed(tile, parcels.map(parcelFeature), parcelLevel));
}

function packed(tile: TileId, features: readonly CellFeature[], level: CellLevel): Candidate[] {
  const packer = openCellPacker();
  for (const one of features) packer.add(one, level);
  const cells = new Map([...packer.take()].map(cell => [cell.cell, cell]));
  const read = cellsOfTile(tile, level).flatMap(number => cells.get(number) ?? []);
  return read.flatMap(cell => readCell(cell, tile, level));
}
