import type { Position } from './polygon.ts';
import {
  type Ellipsoid,
  equatorialRadius,
  grs80,
  transverseMercator,
  wgs84,
} from './transverse-mercator.ts';

/** GGRS87 / Greek Grid (EPSG:2100), the Cadastre's system; this projection stays on its datum. */
const grid = transverseMercator(grs80, 24);

/** Greek Grid [easting, northing] in metres to WGS84 [longitude, latitude] in degrees. */
export function fromGreekGrid(position: Position): Position {
  return fromGgrs87(grid.fromPlane(position));
}

/**
 * WGS84 [longitude, latitude] in degrees to Greek Grid [easting, northing] in metres.
 *
 * The change of datum drops the height, so the plain formulas differ by up to 5 mm after a round
 * trip. One correction step makes this the exact inverse of `fromGreekGrid`: Greek Grid coordinates
 * that were imported are returned unchanged.
 */
export function toGreekGrid(position: Position): Position {
  const near = grid.toPlane(toGgrs87(position));
  const back = grid.toPlane(toGgrs87(fromGreekGrid(near)));
  return [2 * near[0] - back[0], 2 * near[1] - back[1]];
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
