import { fromGgrs87, grs80, toGgrs87 } from './ellipsoid.ts';
import type { Position } from './polygon.ts';
import { transverseMercator } from './transverse-mercator.ts';

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
