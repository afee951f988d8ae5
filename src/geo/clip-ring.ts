import type { Box } from './box.ts';
import type { Polygon, Position, Ring } from './polygon.ts';

/** Clips a polygon to a box; undefined when nothing is left. Cuts run along the sides of the box. */
export function clipPolygon([outer, ...holes]: Polygon, box: Box): Polygon | undefined {
  const clipped = clipRing(outer!, box);
  if (clipped.length === 0) return undefined;
  return [clipped, ...holes.map(hole => clipRing(hole, box)).filter(hole => hole.length > 0)];
}

/** Clips a closed ring, one side of the box after the other (Sutherland and Hodgman). */
export function clipRing(ring: Ring, { west, south, east, north }: Box): Ring {
  let open: Position[] = ring.slice(0, -1);
  open = clipSide(open, 0, west, 1);
  open = clipSide(open, 1, south, 1);
  open = clipSide(open, 0, east, -1);
  open = clipSide(open, 1, north, -1);
  return open.length < 3 ? [] : [...open, open[0]!];
}

/** Keeps what is beyond the limit on an axis: above it with `sign` 1, below it with -1. */
function clipSide(ring: readonly Position[], axis: 0 | 1, limit: number, sign: 1 | -1): Position[] {
  const isIn = (point: Position) => (point[axis] - limit) * sign >= 0;
  const kept: Position[] = [];
  let before = ring.at(-1);
  for (const point of ring) {
    if (isIn(before!) !== isIn(point)) kept.push(crossing(before!, point, axis, limit));
    if (isIn(point)) kept.push(point);
    before = point;
  }
  return kept;
}

function crossing(from: Position, to: Position, axis: 0 | 1, limit: number): Position {
  const share = (limit - from[axis]) / (to[axis] - from[axis]);
  const other = from[1 - axis]! + share * (to[1 - axis]! - from[1 - axis]!);
  return axis === 0 ? [limit, other] : [other, limit];
}
