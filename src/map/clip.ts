import { buffer, type Coordinates, extent } from './tile-scheme.ts';

/** The edges of the square that a tile has data for, in tile units. */
const [least, most] = [-buffer, extent + buffer];

/** How coordinates lie to the square. */
export type Placement = 'inside' | 'outside' | 'across';

/** Where some coordinates lie, by their bounding box: `across` may still turn out to be outside. */
export function placementOf(coordinates: Coordinates): Placement {
  let west = Infinity;
  let east = -Infinity;
  let north = Infinity;
  let south = -Infinity;
  for (let i = 0; i < coordinates.length; i += 2) {
    const x = coordinates[i]!;
    const y = coordinates[i + 1]!;
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  if (west > most || east < least || north > most || south < least) return 'outside';
  return west >= least && east <= most && north >= least && south <= most ? 'inside' : 'across';
}

/** The parts of a line inside the square (Liang and Barsky, segment by segment). */
export function clipLine(line: Coordinates): Coordinates[] {
  const parts: Coordinates[] = [];
  let part: Coordinates | undefined;
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const inside = shareInside(ax, ay, bx, by);
    if (!inside) {
      part = undefined;
      continue;
    }
    const [from, to] = inside;
    if (from > 0 || !part) {
      part = [ax + from * (bx - ax), ay + from * (by - ay)];
      parts.push(part);
    }
    part.push(to < 1 ? ax + to * (bx - ax) : bx, to < 1 ? ay + to * (by - ay) : by);
    if (to < 1) part = undefined;
  }
  return parts;
}

/** The first and last share of a segment that lie in the square; undefined if none does. */
function shareInside(ax: number, ay: number, bx: number, by: number): [number, number] | undefined {
  let [from, to] = [0, 1];
  for (const [start, length] of [
    [ax, bx - ax],
    [ay, by - ay],
  ] as const) {
    if (length === 0) {
      if (start < least || start > most) return undefined;
      continue;
    }
    const [one, other] = [(least - start) / length, (most - start) / length];
    from = Math.max(from, Math.min(one, other));
    to = Math.min(to, Math.max(one, other));
  }
  return from <= to ? [from, to] : undefined;
}

/**
 * The part of a ring inside the square (Sutherland and Hodgman). Where a ring leaves the square and
 * comes back, the parts stay connected along the edge of the square, outside the visible tile.
 */
export function clipRing(ring: Coordinates): Coordinates {
  let clipped = ring;
  for (const axis of [0, 1] as const) {
    clipped = clipAtEdge(clipped, axis, least, 1);
    clipped = clipAtEdge(clipped, axis, most, -1);
  }
  return clipped;
}

/** Keeps the part of a ring on one side of an edge: above it for side 1, below it for side -1. */
function clipAtEdge(ring: Coordinates, axis: 0 | 1, edge: number, side: 1 | -1): Coordinates {
  const kept: Coordinates = [];
  const other = 1 - axis;
  for (let i = 0; i < ring.length; i += 2) {
    const previous = i === 0 ? ring.length - 2 : i - 2;
    const [before, here] = [ring[previous + axis]!, ring[i + axis]!];
    const isInside = (here - edge) * side >= 0;
    if (isInside !== (before - edge) * side >= 0) {
      const share = (edge - before) / (here - before);
      const crossing =
        ring[previous + other]! + share * (ring[i + other]! - ring[previous + other]!);
      kept.push(...(axis === 0 ? [edge, crossing] : [crossing, edge]));
    }
    if (isInside) kept.push(ring[i]!, ring[i + 1]!);
  }
  return kept;
}
