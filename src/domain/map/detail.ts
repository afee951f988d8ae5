import type { CellLevel } from './map-cells.ts';

/*
 * A feature is stored once for each level of detail at which it is drawn. The rows of a level have
 * few, simplified geometries at low zooms, so a tile of the whole country reads few bytes.
 */

/** The highest zoom of each level of detail; the last level has no end. */
const highestZooms = [7, 10, 12, Infinity] as const;

/** The finest level: geometries as their source has them. */
export const finestDetail = highestZooms.length - 1;

/** The level of detail of a zoom. */
export function detailAt(zoom: number): number {
  return highestZooms.findIndex(highest => zoom <= highest);
}

/** The lowest and the highest zoom of a level of detail. */
export function zoomsOf(detail: number): { readonly lowest: number; readonly highest: number } {
  return {
    lowest: detail === 0 ? 0 : highestZooms[detail - 1]! + 1,
    highest: highestZooms[detail]!,
  };
}

/** The cells of a level of detail of the map. */
export function mapLevel(detail: number): CellLevel {
  return { detail, lowestZoom: zoomsOf(detail).lowest };
}
