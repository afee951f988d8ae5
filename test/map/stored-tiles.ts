import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { readCell } from '#domain/map/decode-cells.ts';
import { detailAt, mapLevel } from '#domain/map/detail.ts';
import { baseTile } from '#domain/map/draw-tile.ts';
import { cellsOfTile } from '#domain/map/map-cells.ts';
import { openParcelTiles } from '#domain/map/store-tiles.ts';
import { openTileCache } from '#domain/map/tile-cache.ts';
import { type TileId, tilesPerRow } from '#domain/map/tile-scheme.ts';
import type { StoreReader } from '#storage/store/store.ts';
import { type DecodedFeature, decodeTile } from './decode.ts';

/** The tile that holds a position. */
export function tileAt([longitude, latitude]: readonly [number, number], z: number): TileId {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const at = (part: number) => Math.floor(part * tilesPerRow(z));
  return { z, x: at(longitude / 360 + 0.5), y: at(0.5 - Math.atanh(sine) / (2 * Math.PI)) };
}

/** What a tile draws of the loaded map alone, without what ships. */
export async function drawnMap(store: StoreReader, tile: TileId): Promise<DecodedFeature[]> {
  return decodeTile(await mapTile(store, tile));
}

/** The bytes of such a tile. */
async function mapTile(store: StoreReader, tile: TileId): Promise<Uint8Array> {
  const level = mapLevel(detailAt(tile.z));
  const cells = await store.mapCells(cellsOfTile(tile, level));
  return baseTile(cells.flatMap(cell => readCell(cell, tile, level)));
}

/** What a tile draws of the parcels. */
export async function drawnParcels(store: StoreReader, tile: TileId): Promise<DecodedFeature[]> {
  return decodeTile(await parcelTile(store, tile));
}

/** The bytes of such a tile. */
export async function parcelTile(store: StoreReader, tile: TileId): Promise<Uint8Array> {
  const tiles = openParcelTiles(store, () => store.loadedSources(), openTileCache(0));
  const bytes = await tiles.tile(tile);
  return bytes.length > 0 ? promisify(gunzip)(bytes) : bytes;
}
