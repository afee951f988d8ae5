import type { Polygon, PolygonGeometry, Position, Ring } from './polygon.ts';

/** Well-known text of a geometry, each coordinate with exactly `decimals` decimals. */
export function toWkt(geometry: PolygonGeometry, decimals: number): string {
  return wktOf(geometry, ([x, y]) => `${x.toFixed(decimals)} ${y.toFixed(decimals)}`);
}

/** The same, with as many digits as the coordinates have. */
export function exactWkt(geometry: PolygonGeometry): string {
  return wktOf(geometry, ([x, y]) => `${x} ${y}`);
}

function wktOf(geometry: PolygonGeometry, position: (position: Position) => string): string {
  const ringText = (ring: Ring) => list(ring.map(position));
  const polygonText = (polygon: Polygon) => list(polygon.map(ringText));
  return geometry.type === 'Polygon'
    ? `POLYGON ${polygonText(geometry.coordinates)}`
    : `MULTIPOLYGON ${list(geometry.coordinates.map(polygonText))}`;
}

function list(parts: readonly string[]): string {
  return `(${parts.join(', ')})`;
}
