import type { Box } from './box.ts';
import { isSame, type Position, type Ring } from './polygon.ts';
import { indexRing, type SpendEdges } from './ring-index.ts';

/** Up to `fewEdges`, all pairs are compared; up to `someEdges`, one sweep covers the whole ring. */
const fewEdges = 12;
const someEdges = 500;

/**
 * Whether edges of a closed ring cross, overlap, or cross in a corner. Corners that only touch are
 * allowed: cadastres draw yards that are joined at a corner this way.
 */
export function crossesItself(ring: Ring, spendEdges: SpendEdges): boolean {
  const edges = ring.length - 1;
  if (edges <= fewEdges) return crossInPairs(ring, edges);
  if (edges <= someEdges) return crossInStrip(ring, Array(edges).keys(), spendEdges);
  for (const strip of indexRing(ring, 0, spendEdges).strips())
    if (crossInStrip(ring, strip, spendEdges)) return true;
  return false;
}

function crossInPairs(ring: Ring, edges: number): boolean {
  for (let i = 0; i < edges; i++) {
    for (let k = i + 1; k < edges; k++) if (edgesCross(ring, i, k)) return true;
  }
  return false;
}

interface Edge extends Box {
  readonly index: number;
}

/** Sweeps the edges from west to east, so that only those that overlap in x are compared. */
function crossInStrip(ring: Ring, strip: Iterable<number>, spendEdges: SpendEdges): boolean {
  const edges = Array.from(strip, index => boxOfEdge(ring, index)).sort((a, b) => a.west - b.west);
  for (let i = 0; i < edges.length; i++) {
    const { index, east, south, north } = edges[i]!;
    let k = i + 1;
    for (; k < edges.length && edges[k]!.west <= east; k++) {
      const other = edges[k]!;
      if (other.south > north || other.north < south) continue;
      if (edgesCross(ring, index, other.index)) return true;
    }
    spendEdges(k - i);
  }
  return false;
}

function boxOfEdge(ring: Ring, index: number): Edge {
  const [a, b] = [ring[index]!, ring[index + 1]!];
  return {
    index,
    west: Math.min(a[0], b[0]),
    east: Math.max(a[0], b[0]),
    south: Math.min(a[1], b[1]),
    north: Math.max(a[1], b[1]),
  };
}

function edgesCross(ring: Ring, i: number, j: number): boolean {
  const [a, b, c, d] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0])) return false;
  if (Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return false;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1])) return false;
  if (Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return false;
  const [abc, abd] = [side(a, b, c), side(a, b, d)];
  if (abc === 0 && abd === 0 && overlap(a, b, c, d)) return true;
  const [cda, cdb] = [side(c, d, a), side(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return true;
  // Each touching corner is checked at the edge that starts there.
  if (abc === 0 && passesThrough(ring, i, j)) return true;
  return cda === 0 && passesThrough(ring, j, i);
}

/** On which side of the line from a to b a position lies: 1 left, -1 right, 0 on it. */
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

/**
 * Whether the ring crosses the other edge at the corner where `edge` starts: it arrives on one side
 * and leaves on the other. The corner lies on the line of the other edge.
 */
function passesThrough(ring: Ring, other: number, edge: number): boolean {
  const corner = ring[edge]!;
  const [a, b] = [ring[other]!, ring[other + 1]!];
  const [before, after] = [ring[(edge || ring.length - 1) - 1]!, ring[edge + 1]!];
  if (isSame(corner, b)) return false;
  if (!isSame(corner, a)) {
    return between(a, corner, b) && side(a, b, before) * side(a, b, after) < 0;
  }
  const beforeOther = ring[(other || ring.length - 1) - 1]!;
  return isTurnedTo(corner, b, beforeOther, before) !== isTurnedTo(corner, b, beforeOther, after);
}

/** Whether a left turn around a corner, from `from` to `to`, passes a direction. */
function isTurnedTo(corner: Position, from: Position, to: Position, direction: Position): boolean {
  return side(corner, from, to) >= 0
    ? side(corner, from, direction) > 0 && side(corner, direction, to) > 0
    : !(side(corner, to, direction) >= 0 && side(corner, direction, from) >= 0);
}

function between(a: Position, p: Position, b: Position): boolean {
  const axis = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1;
  return Math.min(a[axis], b[axis]) < p[axis] && p[axis] < Math.max(a[axis], b[axis]);
}
