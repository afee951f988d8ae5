import type { Position as LinePosition } from './polygon.ts';

/** WGS84: equatorial radius in metres and first eccentricity squared. */
const equatorialRadius = 6_378_137;
const eccentricitySquared = 6.694379990141316e-3;

/** Mean Earth radius in metres; exact enough for the curvature term of `arcFromSquaredChord`. */
const meanRadius = 6_371_000;
const radians = Math.PI / 180;

/** A point on the WGS84 ellipsoid as Earth-centred, Earth-fixed metres. */
export interface EarthPoint {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Earth-centred coordinates of a latitude and longitude in degrees, at height zero. */
export function earthPoint(latitude: number, longitude: number): EarthPoint {
  const sinLatitude = Math.sin(latitude * radians);
  const cosLatitude = Math.cos(latitude * radians);
  const normal = equatorialRadius / Math.sqrt(1 - eccentricitySquared * sinLatitude * sinLatitude);
  return {
    x: normal * cosLatitude * Math.cos(longitude * radians),
    y: normal * cosLatitude * Math.sin(longitude * radians),
    z: normal * (1 - eccentricitySquared) * sinLatitude,
  };
}

/** Latitude and longitude, in degrees, of a point on the ellipsoid; the inverse of `earthPoint`. */
export function degreesOf({ x, y, z }: EarthPoint): { latitude: number; longitude: number } {
  const latitude = Math.atan2(z, (1 - eccentricitySquared) * Math.hypot(x, y)) / radians;
  return { latitude, longitude: Math.atan2(y, x) / radians };
}

/**
 * The length of the WGS84 geodesic, in metres, between two points with this squared chord.
 *
 * An arc is longer than its chord by chord³ / 24R², the first term of the series. Up to 10 km the
 * error of the other terms and of the ellipsoid's varying R is a few micrometres. There is no
 * trigonometry, and no special case at the poles or the antimeridian.
 */
export function arcFromSquaredChord(squaredChord: number): number {
  const chord = Math.sqrt(squaredChord);
  return chord + (chord * squaredChord) / (24 * meanRadius * meanRadius);
}

/** A position in degrees, and how far the truth may be from it. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
  readonly accuracyMetres: number;
}

/** Metres between two positions. */
export function metresBetween(
  a: { readonly latitude: number; readonly longitude: number },
  b: { readonly latitude: number; readonly longitude: number },
): number {
  const p = earthPoint(a.latitude, a.longitude);
  const q = earthPoint(b.latitude, b.longitude);
  return arcFromSquaredChord((p.x - q.x) ** 2 + (p.y - q.y) ** 2 + (p.z - q.z) ** 2);
}

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
  line: readonly LinePosition[],
): NearestOnLine {
  const from = earthPoint(latitude, longitude);
  let best: EarthPoint | undefined;
  let least = Infinity;
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

function toEarth([longitude, latitude]: LinePosition): EarthPoint {
  return earthPoint(latitude, longitude);
}

function nearestBetween(a: EarthPoint, b: EarthPoint, from: EarthPoint): EarthPoint {
  const [x, y, z] = [b.x - a.x, b.y - a.y, b.z - a.z];
  const squared = x * x + y * y + z * z;
  const along = (from.x - a.x) * x + (from.y - a.y) * y + (from.z - a.z) * z;
  const share = squared === 0 ? 0 : Math.min(1, Math.max(0, along / squared));
  return { x: a.x + share * x, y: a.y + share * y, z: a.z + share * z };
}

/** The square of the straight distance between two points, through the Earth, in metres. */
export function squaredChord(a: EarthPoint, b: EarthPoint): number {
  return (a.x - b.x) ** 2 + (a.y - b.y) ** 2 + (a.z - b.z) ** 2;
}

/** The length of one degree north and one degree east at a latitude, in metres, on WGS84. */
export function metresPerDegree(latitude: number): { north: number; east: number } {
  const w = 1 - eccentricitySquared * Math.sin(latitude * radians) ** 2;
  const meridian = (equatorialRadius * (1 - eccentricitySquared)) / w ** 1.5;
  const parallel = (equatorialRadius / Math.sqrt(w)) * Math.cos(latitude * radians);
  return { north: meridian * radians, east: parallel * radians };
}
