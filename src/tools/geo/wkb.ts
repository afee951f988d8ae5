import type { Polygon, PolygonGeometry, Position } from './polygon.ts';

const pointCode = 1;
const lineStringCode = 2;
const polygonCode = 3;
const multiLineStringCode = 5;
const multiPolygonCode = 6;

/** A line, or several, in the shape of GeoJSON. */
export type LineGeometry =
  | { readonly type: 'LineString'; readonly coordinates: Line }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly Line[] };
type Line = readonly Position[];

/** A geometry that can be stored. */
export type StorableGeometry =
  | PolygonGeometry
  | LineGeometry
  | { readonly type: 'Point'; readonly coordinates: Position };

/** Well-known binary (little-endian), the form in which geometries are stored. */
export function toWkb(geometry: StorableGeometry): Buffer {
  const parts: Buffer[] = [];
  if (geometry.type === 'Polygon') writePolygon(geometry.coordinates, parts);
  else if (geometry.type === 'LineString') writeLine(geometry.coordinates, parts);
  else if (geometry.type === 'Point') {
    parts.push(typeHeader(pointCode), positionBytes([geometry.coordinates]));
  } else if (geometry.type === 'MultiPolygon') {
    parts.push(header(multiPolygonCode, geometry.coordinates.length));
    for (const polygon of geometry.coordinates) writePolygon(polygon, parts);
  } else {
    parts.push(header(multiLineStringCode, geometry.coordinates.length));
    for (const line of geometry.coordinates) writeLine(line, parts);
  }
  return Buffer.concat(parts);
}

function writeLine(line: Line, parts: Buffer[]): void {
  parts.push(header(lineStringCode, line.length), positionBytes(line));
}

function writePolygon(polygon: Polygon, parts: Buffer[]): void {
  parts.push(header(polygonCode, polygon.length));
  for (const ring of polygon) parts.push(uint32(ring.length), positionBytes(ring));
}

function positionBytes(positions: Line): Buffer {
  const bytes = Buffer.allocUnsafe(16 * positions.length);
  // An import writes millions: a view takes a fifth of the time of the buffer's own methods.
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let at = 0;
  for (const position of positions) {
    view.setFloat64(at, position[0], true);
    view.setFloat64(at + 8, position[1], true);
    at += 16;
  }
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.allocUnsafe(4);
  bytes.writeUInt32LE(value, 0);
  return bytes;
}

function typeHeader(code: number): Buffer {
  const bytes = Buffer.allocUnsafe(5);
  bytes.writeUInt32LE(code, bytes.writeUInt8(1, 0));
  return bytes;
}

function header(code: number, count: number): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes.writeUInt32LE(count, bytes.writeUInt32LE(code, bytes.writeUInt8(1, 0)));
  return bytes;
}
