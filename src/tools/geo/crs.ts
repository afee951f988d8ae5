import { fromGgrs87, fromGreekGrid } from './greek-grid.ts';
import type { Position } from './polygon.ts';
import { grs80, transverseMercator, wgs84 } from './transverse-mercator.ts';

type Conversion = (position: Position) => Position;

/** EPSG:3857 treats the Earth as a sphere of this radius in metres. */
const sphereRadius = 6_378_137;
const degrees = 180 / Math.PI;

function fromWebMercator([x, y]: Position): Position {
  const latitude = 2 * Math.atan(Math.exp(y / sphereRadius)) - Math.PI / 2;
  return [(x / sphereRadius) * degrees, latitude * degrees];
}

/**
 * The conversion of each supported coordinate system to WGS84 longitude and latitude. ETRS89
 * (4258, 25834, 25835) differs from WGS84 by less than a metre and is treated as equal. GGRS87
 * (2100, 4121) differs by hundreds of metres.
 */
const conversions: Readonly<Record<number, Conversion>> = {
  4326: position => position,
  4258: position => position,
  4121: fromGgrs87,
  2100: fromGreekGrid,
  3857: fromWebMercator,
  // UTM zones 34 and 35 north, which cover all of Greece.
  25834: transverseMercator(grs80, 21).fromPlane,
  25835: transverseMercator(grs80, 27).fromPlane,
  32634: transverseMercator(wgs84, 21).fromPlane,
  32635: transverseMercator(wgs84, 27).fromPlane,
};

/** WGS84 and ETRS89 with heights, and the numbers that older programs and ESRI use for EPSG:3857. */
const aliases: Readonly<Record<number, number>> = {
  4937: 4258,
  4979: 4326,
  3785: 3857,
  102100: 3857,
  102113: 3857,
  900913: 3857,
};

/** Systems whose positions EPSG defines with the latitude first. */
const latitudeFirst: readonly number[] = [4121, 4258, 4326];

/** The EPSG numbers of the supported coordinate systems. */
export const knownEpsg = Object.keys(conversions).map(Number);

/** Replaces an alias of a coordinate system by its EPSG number. */
export function canonicalEpsg(epsg: number): number {
  return aliases[epsg] ?? epsg;
}

/** Whether EPSG defines positions of the system with the latitude first. */
export function isLatitudeFirst(epsg: number): boolean {
  return latitudeFirst.includes(canonicalEpsg(epsg));
}

/** The conversion of a coordinate system to WGS84; undefined when it is not supported. */
export function toWgs84(epsg: number): Conversion | undefined {
  return conversions[canonicalEpsg(epsg)];
}
