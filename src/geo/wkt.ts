import type { Polygon, PolygonGeometry, Ring } from './polygon.ts';

/** Well-known text of a geometry, each coordinate with exactly `decimals` decimals. */
export function toWkt(geometry: PolygonGeometry, decimals: number): string {
  const ringText = (ring: Ring) =>
    list(ring.map(([x, y]) => `${x.toFixed(decimals)} ${y.toFixed(decimals)}`));
  const polygonText = (polygon: Polygon) => list(polygon.map(ringText));
  return geometry.type === 'Polygon'
    ? `POLYGON ${polygonText(geometry.coordinates)}`
    : `MULTIPOLYGON ${list(geometry.coordinates.map(polygonText))}`;
}

function list(parts: readonly string[]): string {
  return `(${parts.join(', ')})`;
}
