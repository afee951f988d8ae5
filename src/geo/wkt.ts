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

/** Room for a coordinate: a sign, up to 17 digits (2^53 has 16), a point and the comma or blank. */
const coordinateRoom = 22;

let scratch = Buffer.alloc(4_096);

/** Digits are written as bytes and become a text at the end, which is quicker than `toFixed`. */
function ringText(ring: Ring, decimals: number): string {
  if (scratch.length < 2 * coordinateRoom * ring.length) {
    scratch = Buffer.alloc(2 * coordinateRoom * ring.length);
  }
  let at = 0;
  for (const [x, y] of ring) {
    at = writeFixed(scratch, at, x, decimals);
    scratch[at++] = blank;
    at = writeFixed(scratch, at, y, decimals);
    scratch[at++] = comma;
    scratch[at++] = blank;
  }
  return `(${scratch.toString('latin1', 0, Math.max(at - 2, 0))})`;
}

/** To compute them takes as long as all else that is done for a digit. */
const powersOfTen = Array.from({ length: 16 }, (_, exponent) => 10 ** exponent);

const blank = 0x20;
const comma = 0x2c;
const minus = 0x2d;
const point = 0x2e;
const zero = 0x30;

/** Writes what `toFixed` writes for coordinates: a whole number from its last digit, a point set. */
function writeFixed(out: Buffer, start: number, value: number, decimals: number): number {
  let rest = Math.round(Math.abs(value) * powersOfTen[decimals]!);
  let at = start;
  if (value < 0 && rest > 0) out[at++] = minus;
  const end = at + lengthOf(rest, decimals);
  const pointAt = decimals === 0 ? end : end - decimals - 1;
  for (let i = end - 1; i >= at; i--) {
    if (i === pointAt) out[i] = point;
    else {
      const tenth = Math.floor(rest / 10);
      out[i] = zero + rest - 10 * tenth;
      rest = tenth;
    }
  }
  return end;
}

/** How many characters a whole number takes once the point is set before its last decimals. */
function lengthOf(whole: number, decimals: number): number {
  let digits = decimals + 1;
  for (let limit = powersOfTen[digits]!; whole >= limit; limit *= 10) digits++;
  return decimals === 0 ? digits : digits + 1;
}
