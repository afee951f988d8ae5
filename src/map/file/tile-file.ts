import type { TileId } from '../tile-scheme.ts';
import type { Bounds, ZoomRange } from '../tileset.ts';

/** A file with vector tiles, whatever its format. */
export interface TileFile {
  readonly zooms: ZoomRange;
  readonly bounds: Bounds;
  /** As the file has it: not checked. */
  readonly metadata: Readonly<Record<string, unknown>>;
  /** A tile, compressed by gzip; no bytes if the file has none. */
  tile(id: TileId): Promise<Uint8Array>;
  close(): Promise<void>;
}

/**
 * The most bytes of a tile and of the metadata, before and after decompression: a damaged or hostile
 * file may be a decompression bomb. Usual ones have some hundred kilobytes.
 */
export const mostTileBytes = 20_000_000;
export const mostMetadataBytes = 2_000_000;

/** Zooms that a file may have. */
export function checkZooms(lowest: number, highest: number): ZoomRange {
  const areValid = [lowest, highest].every(zoom => Number.isInteger(zoom) && zoom >= 0);
  if (!areValid || lowest > highest || highest > 24) {
    throw new Error(`its zooms are from ${lowest} to ${highest}`);
  }
  return { lowest, highest };
}

/** Bounds in degrees. */
export function checkBounds(bounds: readonly number[]): Bounds {
  const [west, south, east, north] = bounds as [number, number, number, number];
  const areValid = west >= -180 && west <= east && east <= 180 && south >= -90 && south <= north;
  if (bounds.length !== 4 || !areValid || north > 90) {
    throw new Error(`its bounds are ${bounds.join(', ')}`);
  }
  return [west, south, east, north];
}

/** Whether bytes begin as gzip does (RFC 1952 §2.3.1). */
export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
