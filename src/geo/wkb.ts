import type { Polygon, PolygonGeometry, Position } from './polygon.ts';

const polygonCode = 3;
const multiPolygonCode = 6;

/** Well-known binary (little-endian), the form in which geometries are stored. */
export function toWkb(geometry: PolygonGeometry): Buffer {
  const parts: Buffer[] = [];
  if (geometry.type === 'Polygon') writePolygon(geometry.coordinates, parts);
  else {
    parts.push(header(multiPolygonCode, geometry.coordinates.length));
    for (const polygon of geometry.coordinates) writePolygon(polygon, parts);
  }
  return Buffer.concat(parts);
}

function writePolygon(polygon: Polygon, parts: Buffer[]): void {
  parts.push(header(polygonCode, polygon.length));
  for (const ring of polygon) {
    const bytes = Buffer.allocUnsafe(4 + 16 * ring.length);
    let at = bytes.writeUInt32LE(ring.length, 0);
    for (const [x, y] of ring) at = bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at));
    parts.push(bytes);
  }
}

function header(code: number, count: number): Buffer {
  const bytes = Buffer.allocUnsafe(9);
  bytes.writeUInt32LE(count, bytes.writeUInt32LE(code, bytes.writeUInt8(1, 0)));
  return bytes;
}

/** Reads what `toWkb` wrote; anything else in the bytes is an error. */
export function fromWkb(bytes: Uint8Array): PolygonGeometry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  const readCount = () => {
    const count = view.getUint32(at, true);
    at += 4;
    return count;
  };
  const readHeader = (...expected: number[]) => {
    const littleEndian = view.getUint8(at++);
    const code = readCount();
    if (littleEndian !== 1 || !expected.includes(code)) {
      throw new RangeError(`WKB: unexpected geometry code ${code} at byte ${at - 5}`);
    }
    return code;
  };
  const readPosition = (): Position => {
    at += 16;
    return [view.getFloat64(at - 16, true), view.getFloat64(at - 8, true)];
  };
  const repeat = <T>(read: () => T): T[] => {
    const items: T[] = [];
    for (let left = readCount(); left > 0; left--) items.push(read());
    return items;
  };
  const readPolygon = (): Polygon => repeat(() => repeat(readPosition));

  if (readHeader(polygonCode, multiPolygonCode) === polygonCode) {
    return { type: 'Polygon', coordinates: readPolygon() };
  }
  const coordinates = repeat(() => {
    readHeader(polygonCode);
    return readPolygon();
  });
  return { type: 'MultiPolygon', coordinates };
}
