import {
  type Polygon,
  type PolygonGeometry,
  type Position,
  planarArea,
  polygonsOf,
} from './polygon.ts';

/**
 * A position at most this far from an edge lies on it; in degrees, a tenth of a millimetre. Binary
 * rounding moves most decimal coordinates slightly off a slanted edge.
 */
const borderWidth = 1e-9;

/**
 * Whether a position lies in a geometry. Borders count as inside, also those of holes. Overlaps
 * within one polygon cancel out (the even-odd rule). A position on an edge that two neighbours share
 * is inside at least one of them: both compute with the same numbers.
 */
export function pointInPolygon(position: Position, geometry: PolygonGeometry): boolean {
  return polygonsOf(geometry).some(polygon => inOnePolygon(position, polygon));
}

/** Counts the edges to the right of the position; an edge includes its lower end, not its upper. */
function inOnePolygon([x, y]: Position, polygon: Polygon): boolean {
  let inside = false;
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++) {
      const [ax, ay] = ring[i - 1]!;
      const [bx, by] = ring[i]!;
      if (Math.min(ay, by) > y + borderWidth || Math.max(ay, by) < y - borderWidth) continue;
      const turn = (ax - x) * (by - y) - (bx - x) * (ay - y);
      if (Math.abs(turn) <= borderWidth * Math.hypot(bx - ax, by - ay) && beside(x, ax, bx)) {
        return true;
      }
      if (ay > y !== by > y && turn > 0 === by > ay) inside = !inside;
    }
  }
  return inside;
}

function beside(x: number, a: number, b: number): boolean {
  return x >= Math.min(a, b) - borderWidth && x <= Math.max(a, b) + borderWidth;
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
