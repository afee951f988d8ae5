import type { Box } from '#tools/geo/box.ts';
import { sevenDecimals } from '../geocoder/geocode-result.ts';
import type { TileId } from './tile-scheme.ts';

/** A set of vector tiles: the base map or the parcels. */
export interface Tileset {
  readonly zooms: ZoomRange;
  /** A text that changes when any tile changes. */
  version(): Promise<string>;
  /** A tile, compressed by gzip; no bytes if nothing is in it. */
  tile(id: TileId): Promise<Uint8Array>;
  describe(): Promise<TilesetDescription>;
}

export interface ZoomRange {
  readonly lowest: number;
  readonly highest: number;
}

/** A layer of the tiles, with its properties and their types as TileJSON names them. */
export interface VectorLayer {
  readonly id: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** West, south, east and north, in degrees. */
export type Bounds = readonly [number, number, number, number];

export interface TilesetDescription {
  readonly name: string;
  /** Plain text, not HTML. */
  readonly attribution: string;
  readonly bounds: Bounds;
  /** The part of the bounds to show first; default: all of them. */
  readonly focus?: Bounds;
  readonly vectorLayers: readonly VectorLayer[];
}

/** The whole world of Web Mercator. */
export const worldBounds: Bounds = [-180, -85.051129, 180, 85.051129];

/** A box as the bounds of tiles, which end before the poles. */
export function toBounds({ west, south, east, north }: Box): Bounds {
  const [, lowest, , highest] = worldBounds;
  return [west, Math.max(south, lowest), east, Math.min(north, highest)];
}

/** The middle of bounds, with the highest zoom at which a map of 512 pixels shows all of them. */
export function centreOf(
  [west, south, east, north]: Bounds,
  { lowest, highest }: ZoomRange,
): readonly [longitude: number, latitude: number, zoom: number] {
  const fitting = Math.floor(Math.log2(Math.min(360 / (east - west), 170 / (north - south))));
  const zoom = Math.min(Math.max(fitting, lowest), highest);
  return [sevenDecimals((west + east) / 2), sevenDecimals((south + north) / 2), zoom];
}
