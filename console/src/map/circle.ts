import type { Position } from './position.ts';

const semiMajorMetres = 6_378_137;
const eccentricitySquared = 0.006_694_379_990_14;
const corners = 96;

/**
 * A closed ring at a distance in metres around a point, on the WGS84 ellipsoid by its radii of
 * curvature there: right to about a metre at 10 km, which is less than the line is wide.
 */
export function circleAround([longitude, latitude]: Position, radiusMetres: number): Position[] {
  const phi = (latitude * Math.PI) / 180;
  const w = 1 - eccentricitySquared * Math.sin(phi) ** 2;
  const meridian = (semiMajorMetres * (1 - eccentricitySquared)) / w ** 1.5;
  const normal = semiMajorMetres / Math.sqrt(w);
  return Array.from({ length: corners + 1 }, (_, index) => {
    const bearing = (2 * Math.PI * (index % corners)) / corners;
    const north = (radiusMetres * Math.cos(bearing)) / meridian;
    const east = (radiusMetres * Math.sin(bearing)) / (normal * Math.cos(phi + north / 2));
    return [longitude + (east * 180) / Math.PI, latitude + (north * 180) / Math.PI];
  });
}
