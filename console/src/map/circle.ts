import { metresPerDegree } from './earth.ts';
import type { Position } from './position.ts';

const corners = 96;

/**
 * A closed ring at a distance in metres around a point: right to some metres at 10 km, which is
 * less than the line is wide.
 */
export function circleAround([longitude, latitude]: Position, radiusMetres: number): Position[] {
  const { north: metresNorth } = metresPerDegree(latitude);
  return Array.from({ length: corners + 1 }, (_, index) => {
    const bearing = (2 * Math.PI * (index % corners)) / corners;
    const north = (radiusMetres * Math.cos(bearing)) / metresNorth;
    const { east: metresEast } = metresPerDegree(latitude + north / 2);
    return [longitude + (radiusMetres * Math.sin(bearing)) / metresEast, latitude + north];
  });
}
