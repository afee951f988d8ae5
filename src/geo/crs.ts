import proj4 from 'proj4';
import { fromGreekGrid } from './greek-grid.ts';
import type { Position } from './polygon.ts';

type Conversion = (position: Position) => Position;

const webMercator = proj4('EPSG:3857', 'EPSG:4326');

/**
 * How positions of each coordinate system we take become WGS84 longitude and latitude. ETRS89
 * (4258) is WGS84 to within a metre and, for what a map shows, the same.
 */
const conversions: Readonly<Record<number, Conversion>> = {
  4326: position => position,
  4258: position => position,
  2100: fromGreekGrid,
  3857: ([x, y]) => webMercator.forward([x, y]) as [number, number],
};

/** The EPSG numbers of the coordinate systems we take. */
export const knownEpsg = Object.keys(conversions).map(Number);

/** The conversion of a coordinate system to WGS84, undefined for one we do not take. */
export function toWgs84(epsg: number): Conversion | undefined {
  return conversions[epsg];
}
