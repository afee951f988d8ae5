import type { Polygon, PolygonGeometry, Position } from './polygon.ts';
import type { LineGeometry } from './wkb.ts';

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

/**
 * A geometry from WKB or WKT. Surfaces of curves, and other types that Ktima does not use, have a name
 * but no coordinates.
 */
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
    const type = isoCode < 4000 ? typeNames[isoCode % 1000] : undefined;
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
      throw new RangeError(`WKB: ends at byte ${view.byteLength}, in the middle of a geometry`);
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
  const readLine = () => readPositions(readCount(positionBytes));
  const readPolygon = (): Polygon => {
    const rings: Position[][] = [];
    for (let left = readCount(4); left > 0; left--) {
      rings.push(readLine());
    }
    return rings;
  };
  const readPoint = (): Position => {
    if (view.byteLength < at + positionBytes) {
      throw new RangeError(`WKB: ends at byte ${view.byteLength}, in the middle of a point`);
    }
    return readPositions(1)[0]!;
  };
  type ReadPart<T> = { readonly [type in (typeof typeNames)[number]]?: () => T };
  /** The parts of a geometry, each with its own header. */
  const readParts = <T>(whole: string, leastBytesEach: number, readPart: ReadPart<T>) => {
    const parts: T[] = [];
    for (let left = readCount(leastBytesEach); left > 0; left--) {
      const type = readType();
      const read = readPart[type];
      if (!read) throw new RangeError(`WKB: a ${type} inside a ${whole}`);
      parts.push(read());
    }
    return parts;
  };

  const type = readType();
  if (type === 'Polygon') return { type, coordinates: readPolygon() };
  if (type === 'LineString') return { type, coordinates: readLine() };
  if (type === 'Point') return { type, coordinates: readPoint() };
  if (type === 'MultiPolygon')
    return { type, coordinates: readParts(type, 9, { Polygon: readPolygon }) };
  if (type === 'MultiLineString')
    return { type, coordinates: readParts(type, 9, { LineString: readLine }) };
  if (type === 'MultiPoint')
    return { type, coordinates: readParts(type, 21, { Point: readPoint }) };
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
