import type { Position } from './polygon.ts';

/** The equatorial radius of both ellipsoids, in metres. */
export const equatorialRadius = 6_378_137;

/** An ellipsoid by its flattening, with the derived values that the formulas need. */
export interface Ellipsoid {
  readonly flattening: number;
  readonly eccentricitySquared: number;
  readonly secondEccentricitySquared: number;
  readonly polarRadius: number;
}

/** The ellipsoid of ETRS89 and of the Greek datum GGRS87. */
export const grs80 = ellipsoid(1 / 298.257222101);
export const wgs84 = ellipsoid(1 / 298.257223563);

function ellipsoid(flattening: number): Ellipsoid {
  const eccentricitySquared = flattening * (2 - flattening);
  return {
    flattening,
    eccentricitySquared,
    secondEccentricitySquared: eccentricitySquared / (1 - eccentricitySquared),
    polarRadius: equatorialRadius * (1 - flattening),
  };
}

const radians = Math.PI / 180;
/** The shift from GGRS87 to WGS84 in Earth-centred metres. */
const shift = { x: -199.87, y: 74.79, z: 246.62 };

/** GGRS87 [longitude, latitude] to WGS84, in degrees: a shift of about 325 m. */
export function fromGgrs87(position: Position): Position {
  return changeDatum(position, grs80, wgs84, 1);
}

/** WGS84 [longitude, latitude] to GGRS87, in degrees; the resulting height is dropped. */
export function toGgrs87(position: Position): Position {
  return changeDatum(position, wgs84, grs80, -1);
}

/** Converts from one datum to the other through Earth-centred coordinates. */
function changeDatum(position: Position, from: Ellipsoid, to: Ellipsoid, sign: 1 | -1): Position {
  const longitude = position[0] * radians;
  const latitude = position[1] * radians;
  const sin = Math.sin(latitude);
  const normal = equatorialRadius / Math.sqrt(1 - from.eccentricitySquared * sin * sin);
  const planar = normal * Math.cos(latitude);
  const x = planar * Math.cos(longitude) + sign * shift.x;
  const y = planar * Math.sin(longitude) + sign * shift.y;
  const z = normal * (1 - from.eccentricitySquared) * sin + sign * shift.z;
  return [Math.atan2(y, x) / radians, latitudeOf(Math.sqrt(x * x + y * y), z, to) / radians];
}

/** Bowring's closed formula; near the surface its error is below a micrometre. */
function latitudeOf(planar: number, z: number, to: Ellipsoid): number {
  const tangent = (z * equatorialRadius) / (planar * to.polarRadius);
  const cos = 1 / Math.sqrt(1 + tangent * tangent);
  const sin = tangent * cos;
  return Math.atan(
    (z + to.secondEccentricitySquared * to.polarRadius * sin ** 3) /
      (planar - to.eccentricitySquared * equatorialRadius * cos ** 3),
  );
}
