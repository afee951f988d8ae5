import { arcFromSquaredChord, degreesOf, type EarthPoint, earthPoint } from './earth.ts';
import type { Position } from './polygon.ts';

/** The point of a line that is nearest to another point, and how far that is. */
export interface NearestOnLine {
  readonly latitude: number;
  readonly longitude: number;
  readonly metres: number;
}

/**
 * The point of a line that is nearest to a point. Its parts are straight in space: a part of a
 * kilometre runs 2 cm below the ground, which no distance shows.
 */
export function nearestOnLine(
  latitude: number,
  longitude: number,
  line: readonly Position[],
): NearestOnLine {
  const from = earthPoint(latitude, longitude);
  let best: EarthPoint | undefined;
  let least = Number.POSITIVE_INFINITY;
  let start = toEarth(line[0]!);
  for (let i = Math.min(1, line.length - 1); i < line.length; i++) {
    const end = toEarth(line[i]!);
    const point = nearestBetween(start, end, from);
    const squared = squaredChord(point, from);
    if (squared < least) [best, least] = [point, squared];
    start = end;
  }
  return { ...degreesOf(best!), metres: arcFromSquaredChord(least) };
}

function toEarth([longitude, latitude]: Position): EarthPoint {
  return earthPoint(latitude, longitude);
}

function nearestBetween(a: EarthPoint, b: EarthPoint, from: EarthPoint): EarthPoint {
  const [x, y, z] = [b.x - a.x, b.y - a.y, b.z - a.z];
  const squared = x * x + y * y + z * z;
  const along = (from.x - a.x) * x + (from.y - a.y) * y + (from.z - a.z) * z;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, along / squared));
  return { x: a.x + share * x, y: a.y + share * y, z: a.z + share * z };
}

function squaredChord(a: EarthPoint, b: EarthPoint): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2;
}
