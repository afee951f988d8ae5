import geodesic from 'geographiclib-geodesic';
import { isSame, type Position } from '#tools/geo/polygon.ts';
import { selfContact } from '#tools/geo/rings/ring-crossing.ts';

/** The length of a drawn line, and the area that it encloses when it is closed. */
export interface Measured {
  readonly metres: number;
  /** From three points on, unless sides cross. */
  readonly squareMetres: number | undefined;
  /** Whether sides cross, that which closes the line too; then there is no area. */
  readonly isCrossed: boolean;
}

const { WGS84 } = geodesic.Geodesic;

/** Measures a line on the ground (WGS84 geodesics). */
export function measure(points: readonly Position[]): Measured {
  const metres = points
    .slice(1)
    .reduce((sum, point, index) => sum + distance(points[index]!, point), 0);
  const crossed = isCrossed(points);
  const squareMetres = points.length > 2 && !crossed ? enclosedArea(points) : undefined;
  return { metres, squareMetres, isCrossed: crossed };
}

/** Whether sides of the closed line cross. */
export function isCrossed(points: readonly Position[]): boolean {
  const ring = points.filter((point, i) => i === 0 || !isSame(point, points[i - 1]!));
  return ring.length > 2 && selfContact([...ring, ring[0]!], () => {}) === 'crossing';
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
