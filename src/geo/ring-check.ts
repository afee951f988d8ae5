import { pointInPolygon } from './inside.ts';
import type { Polygon, Position, Ring } from './polygon.ts';

/**
 * A polygon from raw rings, put right where that is safe: repeated corners are dropped and open
 * rings closed. Returns what is wrong, in words, when it is not: too few corners, edges of a
 * ring that cross or lie on each other, or a hole that is none.
 */
export function checkedPolygon(raw: readonly Ring[]): Polygon | string {
  const rings = raw.map(tidyRing);
  for (const [i, ring] of rings.entries()) {
    const name = i === 0 ? 'the outline' : `hole ${i}`;
    if (ring.length < 4) return `${name} has fewer than three corners`;
    if (crosses(ring)) return `${name} crosses itself`;
    if (i > 0 && !isWithin(ring, rings[0]!)) return `${name} lies outside the outline`;
  }
  return rings.length > 0 ? rings : 'it has no outline';
}

/** Every corner, that is; a hole that only leans out along an edge is not noticed. */
function isWithin(hole: Ring, outline: Ring): boolean {
  return hole.every(corner => pointInPolygon(corner, { type: 'Polygon', coordinates: [outline] }));
}

function tidyRing(ring: Ring): Ring {
  const corners = ring.filter((p, i) => i === 0 || !same(p, ring[i - 1]!));
  const [first, last] = [corners[0], corners.at(-1)];
  if (first && last && !same(first, last)) corners.push(first);
  return corners;
}

function same(a: Position, b: Position): boolean {
  return a[0] === b[0] && a[1] === b[1];
}

interface Edge {
  readonly index: number;
  readonly west: number;
  readonly east: number;
}

/**
 * Whether two edges of a closed ring cross, or overlap along a line. Corners that only touch
 * are left be: registers draw yards on a string that way. Edges are swept from west to east, so
 * only those that overlap are compared.
 */
function crosses(ring: Ring): boolean {
  const edges = ring.slice(1).map((b, index): Edge => {
    const a = ring[index]!;
    return { index, west: Math.min(a[0], b[0]), east: Math.max(a[0], b[0]) };
  });
  edges.sort((a, b) => a.west - b.west);
  for (const [i, edge] of edges.entries()) {
    for (let k = i + 1; k < edges.length && edges[k]!.west <= edge.east; k++) {
      if (edgesCross(ring, edge.index, edges[k]!.index)) return true;
    }
  }
  return false;
}

function edgesCross(ring: Ring, i: number, j: number): boolean {
  const [a, b, c, d] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
  const [abc, abd] = [side(a, b, c), side(a, b, d)];
  const [cda, cdb] = [side(c, d, a), side(c, d, b)];
  if (abc === 0 && abd === 0) return overlap(a, b, c, d);
  return abc * abd < 0 && cda * cdb < 0;
}

function side(a: Position, b: Position, p: Position): number {
  return Math.sign((b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]));
}

/** Whether two edges on one line share more than a corner. */
function overlap(a: Position, b: Position, c: Position, d: Position): boolean {
  const axis = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1;
  const from = Math.max(Math.min(a[axis], b[axis]), Math.min(c[axis], d[axis]));
  const to = Math.min(Math.max(a[axis], b[axis]), Math.max(c[axis], d[axis]));
  return from < to;
}
