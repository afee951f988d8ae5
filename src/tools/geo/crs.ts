import { fromGgrs87, fromGreekGrid, toGgrs87, toGreekGrid } from './greek-grid.ts';
import { laeaEurope } from './laea-europe.ts';
import type { Position } from './polygon.ts';
import { grs80, type Projection, transverseMercator, wgs84 } from './transverse-mercator.ts';

type Conversion = (position: Position) => Position;

/** EPSG:3857 treats the Earth as a sphere of this radius in metres. */
const sphereRadius = 6_378_137;
const degrees = 180 / Math.PI;

const webMercator = {
  fromPlane([x, y]: Position): Position {
    const latitude = 2 * Math.atan(Math.exp(y / sphereRadius)) - Math.PI / 2;
    return [(x / sphereRadius) * degrees, latitude * degrees];
  },
  toPlane([longitude, latitude]: Position): Position {
    const y = Math.asinh(Math.tan(latitude / degrees));
    return [(longitude / degrees) * sphereRadius, y * sphereRadius];
  },
};

const same: Conversion = position => position;
const unchanged: Projection = { fromPlane: same, toPlane: same };

/**
 * The conversion between each supported coordinate system and WGS84 longitude and latitude. ETRS89
 * (3035, 4258, 25834, 25835) differs from WGS84 by less than a metre and is treated as equal. GGRS87
 * (2100, 4121) differs by hundreds of metres.
 */
const projections: Readonly<Record<number, Projection>> = {
  4326: unchanged,
  4258: unchanged,
  4121: { fromPlane: fromGgrs87, toPlane: toGgrs87 },
  2100: { fromPlane: fromGreekGrid, toPlane: toGreekGrid },
  3035: laeaEurope,
  3857: webMercator,
  // UTM zones 34 and 35 north, which cover all of Greece.
  25834: transverseMercator(grs80, 21),
  25835: transverseMercator(grs80, 27),
  32634: transverseMercator(wgs84, 21),
  32635: transverseMercator(wgs84, 27),
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

/** Systems in degrees, whose positions EPSG defines with the latitude first. */
const inDegrees: readonly number[] = [4121, 4258, 4326];
/** Others with the northing first. */
const northingFirst: readonly number[] = [3035];

/** The EPSG numbers of the supported coordinate systems. */
export const knownEpsg = Object.keys(projections).map(Number);

/** Replaces an alias of a coordinate system by its EPSG number. */
export function canonicalEpsg(epsg: number): number {
  return aliases[epsg] ?? epsg;
}

/** Whether EPSG defines positions of the system with the latitude or northing first. */
export function isLatitudeFirst(epsg: number): boolean {
  return [...inDegrees, ...northingFirst].includes(canonicalEpsg(epsg));
}

/** Whether the coordinates of the system are degrees. */
export function isInDegrees(epsg: number): boolean {
  return inDegrees.includes(canonicalEpsg(epsg));
}

/** The conversion of a coordinate system to WGS84; undefined when it is not supported. */
export function toWgs84(epsg: number): Conversion | undefined {
  return projections[canonicalEpsg(epsg)]?.fromPlane;
}

/** The conversion of WGS84 to a coordinate system; undefined when it is not supported. */
export function fromWgs84(epsg: number): Conversion | undefined {
  return projections[canonicalEpsg(epsg)]?.toPlane;
}
