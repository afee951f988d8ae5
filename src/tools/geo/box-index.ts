import Flatbush from 'flatbush';
import type { Box } from './box.ts';

/**
 * Builds an index that finds the boxes around a point, borders included. It returns their places in
 * the list, in ascending order.
 */
export function buildBoxIndex(
  boxes: readonly Box[],
): (longitude: number, latitude: number) => number[] {
  if (boxes.length === 0) return () => [];
  const index = new Flatbush(boxes.length);
  for (const { west, south, east, north } of boxes) index.add(west, south, east, north);
  index.finish();
  return (longitude, latitude) =>
    index.search(longitude, latitude, longitude, latitude).sort((a, b) => a - b);
}
