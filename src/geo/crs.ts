import { fromGgrs87, grs80, wgs84 } from './ellipsoid.ts';
import { fromGreekGrid } from './greek-grid.ts';
import type { Position } from './polygon.ts';
import { transverseMercator } from './transverse-mercator.ts';

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
 * (4258, 25834, 25835) is WGS84 to within a metre and, for what a map shows, the same. GGRS87
 * (2100, 4121) is not.
 */
const conversions: Readonly<Record<number, Conversion>> = {
  4326: position => position,
  4258: position => position,
  4121: fromGgrs87,
  2100: fromGreekGrid,
  3857: fromWebMercator,
  // UTM zones 34 and 35 north, which are all of Greece.
  25834: transverseMercator(grs80, 21).fromPlane,
  25835: transverseMercator(grs80, 27).fromPlane,
  32634: transverseMercator(wgs84, 21).fromPlane,
  32635: transverseMercator(wgs84, 27).fromPlane,
};

/** Numbers by which older programs, and ESRI's, know EPSG:3857. */
const aliases: Readonly<Record<number, number>> = {
  3785: 3857,
  102100: 3857,
  102113: 3857,
  900913: 3857,
};

/** Systems whose positions EPSG defines with the latitude first. */
const latitudeFirst: readonly number[] = [4121, 4258, 4326];

/** The EPSG numbers of the coordinate systems we take. */
export const knownEpsg = Object.keys(conversions).map(Number);

/** The EPSG number itself, where the number given is another for the same system. */
export function canonicalEpsg(epsg: number): number {
  return aliases[epsg] ?? epsg;
}

/** Whether a position in the system, as EPSG defines it, begins with its latitude. */
export function isLatitudeFirst(epsg: number): boolean {
  return latitudeFirst.includes(epsg);
}

/** The conversion of a coordinate system to WGS84, undefined for one we do not take. */
export function toWgs84(epsg: number): Conversion | undefined {
  return conversions[canonicalEpsg(epsg)];
}
