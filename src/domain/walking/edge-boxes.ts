import Flatbush from 'flatbush';
import { metresPerDegree } from '#tools/geo/earth.ts';
import type { WalkGraph } from './graph.ts';
import { unitsPerDegree } from './ways.ts';

/** Packs the boxes around the shapes of edges; empty if there are none. */
export function packEdgeBoxes({
  shapes,
  longitudes,
  latitudes,
}: Pick<WalkGraph, 'shapes' | 'longitudes' | 'latitudes'>): Uint8Array {
  const count = shapes.length - 1;
  if (count < 1) return new Uint8Array();
  const boxes = new Flatbush(count, 16, Int32Array);
  for (let edge = 0; edge < count; edge++) {
    let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
    for (let i = shapes[edge]!; i < shapes[edge + 1]!; i++) {
      west = Math.min(west, longitudes[i]!);
      east = Math.max(east, longitudes[i]!);
      south = Math.min(south, latitudes[i]!);
      north = Math.max(north, latitudes[i]!);
    }
    boxes.add(west, south, east, north);
  }
  boxes.finish();
  return new Uint8Array(boxes.data);
}

/** The edges around a point, and perhaps some further away; those of a place come together. */
export function edgesAround(
  { edgeBoxes }: Pick<WalkGraph, 'edgeBoxes'>,
  latitude: number,
  longitude: number,
  metres: number,
): number[] {
  if (edgeBoxes.length === 0) return [];
  const { north, east } = metresPerDegree(latitude);
  const [high, wide] = [metres / north, metres / east];
  const box = [longitude - wide, latitude - high, longitude + wide, latitude + high] as const;
  const [minX, minY, maxX, maxY] = box.map(degrees => degrees * unitsPerDegree);
  return Flatbush.from(edgeBoxes.buffer).search(minX!, minY!, maxX!, maxY!);
}
