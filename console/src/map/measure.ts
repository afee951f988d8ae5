import geodesic from 'geographiclib-geodesic';
import type { Position } from '../../../src/geo/polygon.ts';

/** The length of a drawn line, and the area that it encloses when it is closed. */
export interface Measured {
  readonly metres: number;
  /** From three points on. */
  readonly squareMetres: number | undefined;
}

const { WGS84 } = geodesic.Geodesic;

/** Measures a line on the ground (WGS84 geodesics). */
export function measure(points: readonly Position[]): Measured {
  const metres = points
    .slice(1)
    .reduce((sum, point, index) => sum + distance(points[index]!, point), 0);
  return { metres, squareMetres: points.length > 2 ? enclosedArea(points) : undefined };
}

/** The length of the geodesic between two positions in metres. */
export function distance([fromEast, fromNorth]: Position, [east, north]: Position): number {
  return WGS84.Inverse(fromNorth, fromEast, north, east).s12!;
}

function enclosedArea(points: readonly Position[]): number {
  const polygon = WGS84.Polygon(false);
  for (const [longitude, latitude] of points) polygon.AddPoint(latitude, longitude);
  return Math.abs(polygon.Compute(false, true).area!);
}
