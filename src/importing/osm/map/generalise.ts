import { zoomsOf } from '#domain/map/detail.ts';
import type { MapGeometry } from '#domain/map/map-feature.ts';
import { boundsOf, type PolygonGeometry, type Position, planarArea } from '#tools/geo/polygon.ts';
import { simplifyArea, simplifyLine } from '#tools/geo/simplify.ts';

/** Pixels across a tile, and degrees around the Earth. */
const tilePixels = 512;
const degrees = 360;

/** The share of a pixel by which a simplified line may be off, at the highest zoom of a level. */
const offPixels = 0.4;

/** An area is drawn from the zoom at which it is this many pixels wide. */
const leastPixels = 5;
/** From this zoom on every area is drawn. */
const everyAreaZoom = 14;

const metresPerDegree = 111_320;

/** Square metres of an area, near enough for drawing. */
export function squareMetres(area: PolygonGeometry): number {
  const { south, north } = boundsOf(area);
  const narrowing = Math.cos((((south + north) / 2) * Math.PI) / 180);
  return Math.round(planarArea(area) * narrowing * metresPerDegree ** 2);
}

/** The lowest zoom that shows an area of this size, and not below `least`. */
export function zoomOfArea(squareMetresOfArea: number, least: number): number {
  const zoom = zoomOfWidth(squareMetresOfArea, leastPixels);
  return Math.min(Math.max(zoom, least), everyAreaZoom);
}

/** The name of an area is written from the zoom at which the area is this many pixels wide. */
const leastNamePixels = 60;
/** From this zoom on every name is written: no tile is finer. */
const everyNameZoom = 16;

/** The lowest zoom at which the name of an area fits into it, and not below `least`. */
export function zoomOfName(squareMetresOfArea: number, least: number): number {
  const zoom = zoomOfWidth(squareMetresOfArea, leastNamePixels);
  return Math.min(Math.max(zoom, least), everyNameZoom);
}

/** The first zoom at which an area of this size is `pixels` wide. */
function zoomOfWidth(squareMetresOfArea: number, pixels: number): number {
  const width = Math.sqrt(squareMetresOfArea) / metresPerDegree;
  return Math.ceil(Math.log2((pixels * degrees) / (tilePixels * width)));
}

/** A geometry as it is drawn at a level of detail; undefined when nothing of it is left. */
export function generalise(geometry: MapGeometry, detail: number): MapGeometry | undefined {
  const tolerance = toleranceOf(detail);
  if (tolerance === 0 || geometry.type === 'Point') return geometry;
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') {
    return simplifyArea(geometry, tolerance);
  }
  return geometry.type === 'LineString'
    ? { ...geometry, coordinates: simplifyLine(geometry.coordinates, tolerance) }
    : { ...geometry, coordinates: geometry.coordinates.map(line => simplifyLine(line, tolerance)) };
}

function toleranceOf(detail: number): number {
  const { highest } = zoomsOf(detail);
  return (offPixels * degrees) / (tilePixels * 2 ** highest);
}

/** A line as a geometry. */
export function asLine(coordinates: readonly Position[]): MapGeometry {
  return { type: 'LineString', coordinates };
}
