import { fromGreekGrid } from './greek-grid.ts';
import type { Position } from './polygon.ts';

type Conversion = (position: Position) => Position;

/** EPSG:3857 takes the Earth for a sphere of this radius in metres. */
const sphereRadius = 6_378_137;
const degrees = 180 / Math.PI;

function fromWebMercator([x, y]: Position): Position {
  const latitude = 2 * Math.atan(Math.exp(y / sphereRadius)) - Math.PI / 2;
  return [(x / sphereRadius) * degrees, latitude * degrees];
}

/**
 * How positions of each coordinate system we take become WGS84 longitude and latitude. ETRS89
 * (4258) is WGS84 to within a metre and, for what a map shows, the same.
 */
const conversions: Readonly<Record<number, Conversion>> = {
  4326: position => position,
  4258: position => position,
  2100: fromGreekGrid,
  3857: fromWebMercator,
};

/** The EPSG numbers of the coordinate systems we take. */
export const knownEpsg = Object.keys(conversions).map(Number);

/** The conversion of a coordinate system to WGS84, undefined for one we do not take. */
export function toWgs84(epsg: number): Conversion | undefined {
  return conversions[epsg];
}
