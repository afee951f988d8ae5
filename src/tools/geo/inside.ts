import {
  type Polygon,
  type PolygonGeometry,
  type Position,
  planarArea,
  polygonsOf,
  type Ring,
} from './polygon.ts';

/**
 * A position at most this far from an edge lies on it; in degrees, a tenth of a millimetre. Binary
 * rounding moves most decimal coordinates slightly off a slanted edge.
 */
const borderWidth = 1e-9;

/** The same as a share of the largest coordinate: a tenth of a millimetre in degrees and in metres. */
export const borderShare = 2.5e-11;

/**
 * Whether a position lies in a geometry. Borders count as inside, also those of holes. Overlaps
 * within one polygon cancel out (the even-odd rule). A position on an edge that two neighbours share
 * is inside at least one of them: both compute with the same numbers.
 */
export function pointInPolygon(position: Position, geometry: PolygonGeometry): boolean {
  return polygonsOf(geometry).some(
    polygon => sideOfRing(position, polygon, borderWidth) !== 'outside',
  );
}

/** Where a position lies in relation to rings. */
export type Location = 'inside' | 'outside' | 'border';

/** Locates a position in rings by the even-odd rule; `width` is the distance that counts as border. */
export function sideOfRing([x, y]: Position, rings: readonly Ring[], width: number): Location {
  let inside = false;
  for (const ring of rings) {
    for (let i = 1; i < ring.length; i++) {
      const met = meetEdge(x, y, ring[i - 1]!, ring[i]!, width);
      if (met === 'border') return met;
      if (met === 'crossed') inside = !inside;
    }
  }
  return inside ? 'inside' : 'outside';
}

/**
 * Whether a position lies on an edge, or a line from it to the right crosses the edge. An edge
 * includes its lower end, not its upper. A position is inside if it crosses an odd number of edges.
 */
export function meetEdge(
  x: number,
  y: number,
  [ax, ay]: Position,
  [bx, by]: Position,
  width: number,
): 'border' | 'crossed' | undefined {
  if (Math.min(ay, by) > y + width || Math.max(ay, by) < y - width) return undefined;
  const turn = (ax - x) * (by - y) - (bx - x) * (ay - y);
  const isNear = Math.abs(turn) <= width * Math.hypot(bx - ax, by - ay);
  if (isNear && x >= Math.min(ax, bx) - width && x <= Math.max(ax, bx) + width) return 'border';
  return ay > y !== by > y && turn > 0 === by > ay ? 'crossed' : undefined;
}

/**
 * A position inside a geometry: the middle of the longest inside section of a horizontal line through
 * the middle of its largest polygon. A polygon without area returns one of its vertices.
 */
export function pointInside(geometry: PolygonGeometry): Position {
  const polygon = largest(polygonsOf(geometry));
  const y = levelBetweenVertices(polygon);
  const crossings = crossingsAt(polygon, y);
  let point = polygon[0]![0]!;
  // A narrower section is an edge drawn there and back, whose crossings differ by rounding.
  let width = borderWidth;
  for (let i = 1; i < crossings.length; i += 2) {
    const [left, right] = [crossings[i - 1]!, crossings[i]!];
    if (right - left <= width) continue;
    width = right - left;
    point = [(left + right) / 2, y];
  }
  return point;
}

function largest(polygons: readonly Polygon[]): Polygon {
  const areas = polygons.map(polygon => planarArea({ type: 'Polygon', coordinates: polygon }));
  const largestArea = areas.reduce((a, b) => Math.max(a, b));
  return polygons[areas.indexOf(largestArea)]!;
}

/** The height half way between the vertices next below and above the middle; no vertex has it. */
function levelBetweenVertices(polygon: Polygon): number {
  let [lowest, highest] = [Infinity, -Infinity];
  for (const [, y] of polygon[0]!) {
    lowest = Math.min(lowest, y);
    highest = Math.max(highest, y);
  }
  const middle = (lowest + highest) / 2;
  let [below, above] = [lowest, highest];
  for (const ring of polygon) {
    for (const [, y] of ring) {
      if (y <= middle) below = Math.max(below, y);
      else above = Math.min(above, y);
    }
  }
  return (below + above) / 2;
}

/** The x coordinates at which edges cross a height, in ascending order. */
function crossingsAt(polygon: Polygon, level: number): Float64Array {
  const crossings: number[] = [];
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!;
      const [bx, by] = ring[i]!;
      if (ay > level === by > level) continue;
      crossings.push(ax + ((level - ay) / (by - ay)) * (bx - ax));
    }
  }
  return Float64Array.from(crossings).sort();
}

/** The position half way along a line of [longitude, latitude] in degrees. */
export function pointHalfway(line: readonly Position[]): Position {
  const lengths = line.slice(1).map((to, i) => length(line[i]!, to));
  let rest = lengths.reduce((sum, value) => sum + value, 0) / 2;
  for (const [i, value] of lengths.entries()) {
    if (rest <= value) return between(line[i]!, line[i + 1]!, value === 0 ? 0 : rest / value);
    rest -= value;
  }
  return line.at(-1)!;
}

/** Length in degrees of latitude, on a plane: exact enough for one street. */
function length([ax, ay]: Position, [bx, by]: Position): number {
  return Math.hypot((bx - ax) * Math.cos((ay * Math.PI) / 180), by - ay);
}

function between([ax, ay]: Position, [bx, by]: Position, share: number): Position {
  return [ax + share * (bx - ax), ay + share * (by - ay)];
}
