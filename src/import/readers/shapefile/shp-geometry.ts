import type { Position } from '../../../geo/polygon.ts';
import type { RawGeometry } from '../reader.ts';
import { ringsToPolygons } from './shp-rings.ts';

type ReadShape = (content: DataView) => RawGeometry;

const shapes: Readonly<Record<number, ReadShape>> = {
  1: readPoint,
  3: readLines,
  5: readPolygons,
  8: readPoints,
};

/** Whether shapes of this type are read: points, lines and polygons, with or without Z and M. */
export function isKnownShapeType(type: number): boolean {
  return readerOf(type) !== undefined;
}

/** Types with Z are 10 higher, types with M 20 higher. */
function readerOf(type: number): ReadShape | undefined {
  return type < 30 ? shapes[type % 10] : undefined;
}

/**
 * Reads the content of a record as a geometry of `type`, the type of the file; Z and M are ignored.
 * Throws a RangeError when it is damaged.
 */
export function readShape(content: Buffer, type: number): RawGeometry | null {
  const view = new DataView(content.buffer, content.byteOffset, content.length);
  const found = readInt(view, 0);
  if (found === 0) return null;
  if (found !== type) throw new RangeError(`geometry: expected shape type ${type}, got ${found}`);
  return readerOf(type)!(view);
}

function readPoint(view: DataView): RawGeometry {
  return { type: 'Point', coordinates: readPositions(view, 4, 1)[0] };
}

function readPoints(view: DataView): RawGeometry {
  return { type: 'MultiPoint', coordinates: readPositions(view, 40, readInt(view, 36)) };
}

function readLines(view: DataView): RawGeometry {
  const lines = readParts(view);
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] }
    : { type: 'MultiLineString', coordinates: lines };
}

function readPolygons(view: DataView): RawGeometry {
  const polygons = ringsToPolygons(readParts(view));
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** Each part starts at its index among the positions, and ends where the next part starts. */
function readParts(view: DataView): Position[][] {
  const count = readInt(view, 36);
  const total = readInt(view, 40);
  const at = 44 + 4 * count;
  if (count < 0 || at > view.byteLength)
    throw new RangeError(`geometry: ${count} parts do not fit`);
  const positions = readPositions(view, at, total);
  const starts = Array.from({ length: count }, (_, i) => view.getInt32(44 + 4 * i, true));
  return starts.map((start, i) => {
    const end = starts[i + 1] ?? total;
    if (start < 0 || start >= end || end > total) {
      throw new RangeError(`geometry: part ${i + 1} of ${count} is out of range`);
    }
    return positions.slice(start, end);
  });
}

function readPositions(view: DataView, at: number, count: number): Position[] {
  if (count < 0 || at + 16 * count > view.byteLength) {
    throw new RangeError(`geometry: ${count} positions do not fit`);
  }
  const positions: Position[] = new Array(count);
  for (let i = 0; i < count; i++) {
    const x = view.getFloat64(at + 16 * i, true);
    const y = view.getFloat64(at + 16 * i + 8, true);
    if (!Number.isFinite(x + y)) throw new RangeError(`geometry: position ${i + 1} is no number`);
    positions[i] = [x, y];
  }
  return positions;
}

function readInt(view: DataView, at: number): number {
  if (at + 4 > view.byteLength) throw new RangeError('geometry: the record is too short');
  return view.getInt32(at, true);
}
