import { type Position, polygonsOf } from '../geo/polygon.ts';
import type { MapGeometry } from './feature.ts';
import type { Coordinates } from './tile-scheme.ts';

/** The geometry types of a vector tile. */
export const [point, line, polygon] = [1, 2, 3] as const;
export type GeometryType = typeof point | typeof line | typeof polygon;

/** Points, a line, or a ring; a hole belongs to the last ring before it that is none. */
export interface Part {
  readonly points: Coordinates;
  readonly isHole: boolean;
}

/** A geometry without nesting, in any units. */
export interface FlatGeometry {
  readonly type: GeometryType;
  readonly parts: readonly Part[];
}

/** Projects a geometry, part by part; `count` is the number of positions to project. */
export function flatten(
  geometry: MapGeometry,
  project: (positions: readonly Position[], count: number) => Coordinates,
): FlatGeometry {
  const asPart = (positions: readonly Position[]): Part => ({
    points: project(positions, positions.length),
    isHole: false,
  });
  switch (geometry.type) {
    case 'Point':
      return { type: point, parts: [asPart([geometry.coordinates])] };
    case 'LineString':
      return { type: line, parts: [asPart(geometry.coordinates)] };
    case 'MultiLineString':
      return { type: line, parts: geometry.coordinates.map(asPart) };
    default:
      return {
        type: polygon,
        parts: polygonsOf(geometry).flatMap(rings => ringsOf(rings, project)),
      };
  }
}

/** Rings without their last point, which repeats the first. */
function ringsOf(
  rings: readonly (readonly Position[])[],
  project: (positions: readonly Position[], count: number) => Coordinates,
): Part[] {
  return rings.map((ring, i) => ({ points: project(ring, ring.length - 1), isHole: i > 0 }));
}
