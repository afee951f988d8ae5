import type { Box } from './box.ts';
import { pointInPolygon } from './inside.ts';
import {
  type Polygon,
  type PolygonGeometry,
  type Position,
  polygonsOf,
  type Ring,
} from './polygon.ts';

/** Coordinates x and y in turn; a ring of them has no repeated last point. */
export type Flat = number[];

export function toPositions(flat: Flat): Position[] {
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i]!, flat[2 * i + 1]!]);
}

/** Where some coordinates lie, by their bounding box: `across` may still turn out to be outside. */
export function placementIn(
  { west, south, east, north }: Box,
  coordinates: Flat,
): 'inside' | 'outside' | 'across' {
  let [leastX, mostX, leastY, mostY] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let i = 0; i < coordinates.length; i += 2) {
    const x = coordinates[i]!;
    const y = coordinates[i + 1]!;
    if (x < leastX) leastX = x;
    if (x > mostX) mostX = x;
    if (y < leastY) leastY = y;
    if (y > mostY) mostY = y;
  }
  if (leastX > east || mostX < west || leastY > north || mostY < south) return 'outside';
  const isInside = leastX >= west && mostX <= east && leastY >= south && mostY <= north;
  return isInside ? 'inside' : 'across';
}

/** The parts of a line inside a box. */
export function clipLine(line: Flat, box: Box): Flat[] {
  const parts: Flat[] = [];
  let part: Flat | undefined;
  for (let i = 2; i < line.length; i += 2) {
    const [ax, ay, bx, by] = [line[i - 2]!, line[i - 1]!, line[i]!, line[i + 1]!];
    const inside = shareInside(ax, ay, bx, by, box);
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

/** The first and last share of a segment that lie in a box (Liang and Barsky); undefined if none. */
function shareInside(
  ax: number,
  ay: number,
  bx: number,
  by: number,
  { west, south, east, north }: Box,
): [number, number] | undefined {
  let [from, to] = [0, 1];
  for (const [start, length, least, most] of [
    [ax, bx - ax, west, east],
    [ay, by - ay, south, north],
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

/** Whether a geometry has a point in common with a box in the same unit; borders count. */
export function meetsBox(geometry: PolygonGeometry, box: Box): boolean {
  const edgesMeet = polygonsOf(geometry).some(rings => rings.some(ring => ringMeets(ring, box)));
  // If no edge meets it, the box is inside or outside as a whole.
  return edgesMeet || pointInPolygon([box.west, box.south], geometry);
}

function ringMeets(ring: Ring, box: Box): boolean {
  for (let i = 1; i < ring.length; i++) {
    if (shareInside(...ring[i - 1]!, ...ring[i]!, box)) return true;
  }
  return false;
}

/** A side of a box: the axis, the limit on it, and 1 to keep what is above the limit or -1 below. */
type Side = readonly [axis: 0 | 1, limit: number, sign: 1 | -1];

/**
 * Clips a polygon to a box; undefined when nothing is left. The order of the sides decides where a
 * ring starts: with that of `clipRing`, tiles of the shipped land would have other bytes.
 */
export function clipPolygon(
  [outer, ...holes]: Polygon,
  { west, south, east, north }: Box,
): Polygon | undefined {
  const sides: readonly Side[] = [
    [0, west, 1],
    [1, south, 1],
    [0, east, -1],
    [1, north, -1],
  ];
  const clip = (ring: Ring) => closedRing(sides.reduce(clipAtSide, ring.slice(0, -1).flat()));
  const clipped = clip(outer!);
  if (clipped.length === 0) return undefined;
  return [clipped, ...holes.map(clip).filter(hole => hole.length > 0)];
}

function closedRing(flat: Flat): Ring {
  if (flat.length < 6) return [];
  const ring = toPositions(flat);
  return [...ring, ring[0]!];
}

/**
 * The part of a ring inside a box (Sutherland and Hodgman). Where a ring leaves the box and comes
 * back, the parts stay connected along the side of the box.
 */
export function clipRing(ring: Flat, { west, south, east, north }: Box): Flat {
  const sides: readonly Side[] = [
    [0, west, 1],
    [0, east, -1],
    [1, south, 1],
    [1, north, -1],
  ];
  return sides.reduce(clipAtSide, ring);
}

function clipAtSide(ring: Flat, [axis, limit, sign]: Side): Flat {
  const kept: Flat = [];
  const other = 1 - axis;
  for (let i = 0; i < ring.length; i += 2) {
    const previous = i === 0 ? ring.length - 2 : i - 2;
    const [before, here] = [ring[previous + axis]!, ring[i + axis]!];
    const isInside = (here - limit) * sign >= 0;
    if (isInside !== (before - limit) * sign >= 0) {
      const share = (limit - before) / (here - before);
      const crossing =
        ring[previous + other]! + share * (ring[i + other]! - ring[previous + other]!);
      kept.push(...(axis === 0 ? [limit, crossing] : [crossing, limit]));
    }
    if (isInside) kept.push(ring[i]!, ring[i + 1]!);
  }
  return kept;
}
