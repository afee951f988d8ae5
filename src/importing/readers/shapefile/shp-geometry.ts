import { borderShare, sideOfRing } from '#tools/geo/inside.ts';
import type { Polygon, Position, Ring } from '#tools/geo/polygon.ts';
import type { RawGeometry } from '../reader.ts';

type ReadShape = (content: DataView) => RawGeometry;

const shapes: Readonly<Record<number, ReadShape>> = {
  1: view => ({ type: 'Point', coordinates: readPositions(view, 4, 1)[0] }),
  3: readLines,
  5: view => areaOf(readParts(view)),
  8: view => ({ type: 'MultiPoint', coordinates: readPositions(view, 40, readInt(view, 36)) }),
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

function readLines(view: DataView): RawGeometry {
  const lines = readParts(view);
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] }
    : { type: 'MultiLineString', coordinates: lines };
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

interface Measured {
  readonly ring: Ring;
  /** Twice its area, negative when it is clockwise. */
  readonly area: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

/** Enough for ten thousand holes among two thousand islands; a file with more is an attack. */
const mostComparisons = 20_000_000;

/** The polygon or multipolygon of the rings of a shape, in any order. */
function areaOf(rings: readonly Ring[]): RawGeometry {
  const polygons = ringsToPolygons(rings);
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0] }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/**
 * Sorts the rings of a shape into polygons. Holes have the opposite direction of outer rings. The
 * specification says that outer rings are clockwise, but not all programs follow it. So the largest
 * ring, which cannot be a hole, decides. A hole belongs to the smallest outer ring around it.
 */
function ringsToPolygons(rings: readonly Ring[]): readonly Polygon[] {
  if (rings.length <= 1) return rings.map(ring => [ring]);
  const measured = rings.map(measure);
  const largest = measured.reduce((a, b) => (Math.abs(b.area) > Math.abs(a.area) ? b : a));
  const isHole = ({ area }: Measured) => area * largest.area < 0;
  const holes = measured.filter(isHole);
  const outers = measured.filter(ring => !isHole(ring));
  if (outers.length === 1) return [[outers[0]!.ring, ...holes.map(({ ring }) => ring)]];
  return placeHoles(outers, holes);
}

function measure(ring: Ring): Measured {
  const [x0, y0] = ring[0]!;
  let [west, south, east, north] = [x0, y0, x0, y0];
  let area = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    area += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
    if (bx < west) west = bx;
    else if (bx > east) east = bx;
    if (by < south) south = by;
    else if (by > north) north = by;
  }
  return { ring, area, box: [west, south, east, north] };
}

function placeHoles(outers: readonly Measured[], holes: readonly Measured[]): Polygon[] {
  const polygons = new Map(outers.map(outer => [outer, [outer.ring]]));
  const bySize = outers.toSorted((a, b) => Math.abs(a.area) - Math.abs(b.area));
  const spend = budget(mostComparisons);
  for (const hole of holes) {
    const around = bySize.find(outer => contains(outer, hole, spend));
    if (around) polygons.get(around)!.push(hole.ring);
    else polygons.set(hole, [hole.ring]);
  }
  return [...polygons.values()];
}

function budget(most: number): (comparisons: number) => void {
  let left = most;
  return comparisons => {
    left -= comparisons;
    if (left < 0) throw new RangeError('geometry: too many rings to sort into polygons');
  };
}

function contains(outer: Measured, hole: Measured, spend: (comparisons: number) => void): boolean {
  spend(1);
  if (Math.abs(outer.area) < Math.abs(hole.area)) return false;
  const [west, south, east, north] = outer.box;
  const [left, bottom, right, top] = hole.box;
  if (left < west || bottom < south || right > east || top > north) return false;
  const width = borderShare * Math.max(...outer.box.map(Math.abs));
  for (const position of hole.ring) {
    spend(outer.ring.length);
    const side = sideOfRing(position, [outer.ring], width);
    // A hole may touch its outer ring, so a vertex on the border decides nothing.
    if (side !== 'border') return side === 'inside';
  }
  return true;
}
