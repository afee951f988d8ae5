import type { Polygon, PolygonGeometry, Ring } from './polygon.ts';

/** Well-known text of a geometry, each coordinate with exactly that many decimals. */
export function toWkt(geometry: PolygonGeometry, decimals: number): string {
  return geometry.type === 'Polygon'
    ? `POLYGON ${polygonText(geometry.coordinates, decimals)}`
    : `MULTIPOLYGON (${geometry.coordinates.map(p => polygonText(p, decimals)).join(', ')})`;
}

function polygonText(polygon: Polygon, decimals: number): string {
  return `(${polygon.map(ring => ringText(ring, decimals)).join(', ')})`;
}

function ringText(ring: Ring, decimals: number): string {
  return `(${ring.map(([x, y]) => `${x.toFixed(decimals)} ${y.toFixed(decimals)}`).join(', ')})`;
}
