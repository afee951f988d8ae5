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
type StorableGeometry =
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
  let at = 0;
  for (const [x, y] of positions) at = bytes.writeDoubleLE(y, bytes.writeDoubleLE(x, at));
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

/** Reads what `toWkb` wrote; a geometry of another type is an error. */
export function fromWkb(bytes: Uint8Array): PolygonGeometry {
  const geometry = readWkb(bytes);
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') return geometry;
  const code = typeNames.indexOf(geometry.type);
  throw new RangeError(`WKB: unexpected geometry code ${code}, ${geometry.type}`);
}

// In the order of their codes, from 0 (ISO 13249-3, OGC 06-103r4 table 7).
const typeNames = [
  'Geometry',
  'Point',
  'LineString',
  'Polygon',
  'MultiPoint',
  'MultiLineString',
  'MultiPolygon',
  'GeometryCollection',
  'CircularString',
  'CompoundCurve',
  'CurvePolygon',
  'MultiCurve',
  'MultiSurface',
  'Curve',
  'Surface',
  'PolyhedralSurface',
  'TIN',
  'Triangle',
] as const;

/** The name of a geometry type by its code; undefined for an unknown code. */
export function geometryTypeName(code: number): (typeof typeNames)[number] | undefined {
  return typeNames[code];
}

/** A geometry from WKB or WKT. Types that Ktima does not use have a name but no coordinates. */
export type WkbGeometry =
  | PolygonGeometry
  | LineGeometry
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint'; readonly coordinates: readonly Position[] }
  | {
      readonly type: Exclude<
        (typeof typeNames)[number],
        'Point' | 'MultiPoint' | 'Polygon' | 'MultiPolygon'
      >;
      readonly coordinates: null;
    };

/**
 * Reads well-known binary in both byte orders, with Z and M as in ISO or EWKB; both are ignored,
 * positions are x and y. Throws a RangeError for invalid bytes.
 */
export function readWkb(bytes: Uint8Array): WkbGeometry {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;
  let littleEndian = true;
  let positionBytes = 16;

  const readType = () => {
    if (view.byteLength < at + 5) throw new RangeError(`WKB: ends at byte ${view.byteLength}`);
    littleEndian = view.getUint8(at) === 1;
    const code = view.getUint32(at + 1, littleEndian);
    const isoCode = code & 0x0fff_ffff;
    const type = isoCode < 4000 ? geometryTypeName(isoCode % 1000) : undefined;
    if (view.getUint8(at) > 1 || type === undefined) {
      throw new RangeError(`WKB: unknown geometry code ${code} at byte ${at}`);
    }
    positionBytes = 16 + 8 * extraOrdinates(code);
    at += code & ewkbHasSrid ? 9 : 5;
    return type;
  };
  // Checked against the remaining bytes, so that a false count cannot allocate more memory than that.
  const readCount = (leastBytesEach: number) => {
    const left = view.byteLength - at - 4;
    const count = left < 0 ? Infinity : view.getUint32(at, littleEndian);
    if (count * leastBytesEach > left) {
      throw new RangeError(`WKB: ends at byte ${view.byteLength}, in the midst of a geometry`);
    }
    at += 4;
    return count;
  };
  const readPositions = (count: number): Position[] => {
    const positions: Position[] = [];
    const little = littleEndian;
    let from = at;
    for (let left = count; left > 0; left--, from += positionBytes) {
      positions.push([view.getFloat64(from, little), view.getFloat64(from + 8, little)]);
    }
    at = from;
    return positions;
  };
  const readPolygon = (): Polygon => {
    const rings: Position[][] = [];
    for (let left = readCount(4); left > 0; left--) {
      rings.push(readPositions(readCount(positionBytes)));
    }
    return rings;
  };
  const readLines = () => {
    const lines: Position[][] = [];
    for (let left = readCount(9); left > 0; left--) {
      const type = readType();
      if (type !== 'LineString') throw new RangeError(`WKB: a ${type} inside a MultiLineString`);
      lines.push(readPositions(readCount(positionBytes)));
    }
    return lines;
  };
  const readPolygons = () => {
    const polygons: Polygon[] = [];
    for (let left = readCount(9); left > 0; left--) {
      const type = readType();
      if (type !== 'Polygon') throw new RangeError(`WKB: a ${type} inside a MultiPolygon`);
      polygons.push(readPolygon());
    }
    return polygons;
  };

  const readPoint = (): Position => {
    if (view.byteLength < at + positionBytes) {
      throw new RangeError(`WKB: ends at byte ${view.byteLength}, in the midst of a point`);
    }
    return readPositions(1)[0]!;
  };
  const readPoints = () => {
    const points: Position[] = [];
    for (let left = readCount(21); left > 0; left--) {
      const type = readType();
      if (type !== 'Point') throw new RangeError(`WKB: a ${type} inside a MultiPoint`);
      points.push(readPoint());
    }
    return points;
  };

  const type = readType();
  if (type === 'Polygon') return { type, coordinates: readPolygon() };
  if (type === 'MultiPolygon') return { type, coordinates: readPolygons() };
  if (type === 'LineString') return { type, coordinates: readPositions(readCount(positionBytes)) };
  if (type === 'MultiLineString') return { type, coordinates: readLines() };
  if (type === 'Point') return { type, coordinates: readPoint() };
  if (type === 'MultiPoint') return { type, coordinates: readPoints() };
  return { type, coordinates: null };
}

/** The coordinate system (SRID) in the header of PostGIS's EWKB; undefined when there is none. */
export function sridOfWkb(bytes: Uint8Array): number | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const littleEndian = view.getUint8(0) === 1;
  const hasSrid = view.getUint32(1, littleEndian) & ewkbHasSrid;
  return hasSrid ? view.getUint32(5, littleEndian) : undefined;
}

const ewkbHasZ = 0x8000_0000;
const ewkbHasM = 0x4000_0000;
const ewkbHasSrid = 0x2000_0000;

/** ISO adds 1000 for Z, 2000 for M, 3000 for both; EWKB sets bits. */
function extraOrdinates(code: number): number {
  const iso = Math.floor((code & 0x0fff_ffff) / 1000);
  const z = code & ewkbHasZ || iso & 1;
  const m = code & ewkbHasM || iso & 2;
  return (z ? 1 : 0) + (m ? 1 : 0);
}
