import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';

const corners = 96;

/**
 * A closed ring at a distance in metres around a point. At 10 km its error is a few metres, less than
 * the width of the line.
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
