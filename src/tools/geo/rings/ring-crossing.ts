import type { Box } from '../box.ts';
import { isSame, type Position, type Ring } from '../polygon.ts';
import { indexRing, type SpendEdges } from './ring-index.ts';

/** Up to `fewEdges`, all pairs are compared; up to `someEdges`, one sweep covers the whole ring. */
const fewEdges = 12;
const someEdges = 500;

/** How a ring meets itself: edges cross or overlap, or it only touches itself. */
export type SelfContact = 'crossing' | 'touching' | undefined;

/**
 * Whether edges of a closed ring cross, overlap, or cross in a corner, or else whether a corner
 * touches another corner or edge: cadastres draw yards that are joined at a corner this way.
 */
export function selfContact(ring: Ring, spendEdges: SpendEdges): SelfContact {
  const edges = ring.length - 1;
  if (edges <= fewEdges) return contactInPairs(ring, edges);
  if (edges <= someEdges) return contactInStrip(ring, Array(edges).keys(), spendEdges);
  let contact: SelfContact;
  for (const strip of indexRing(ring, 0, spendEdges).strips()) {
    contact = contactInStrip(ring, strip, spendEdges) ?? contact;
    if (contact === 'crossing') break;
  }
  return contact;
}

function contactInPairs(ring: Ring, edges: number): SelfContact {
  let contact: SelfContact;
  for (let i = 0; i < edges; i++) {
    for (let k = i + 1; k < edges; k++) {
      contact = contactOfEdges(ring, i, k) ?? contact;
      if (contact === 'crossing') return contact;
    }
  }
  return contact;
}

interface Edge extends Box {
  readonly index: number;
}

/** Sweeps the edges from west to east, so that only those that overlap in x are compared. */
function contactInStrip(ring: Ring, strip: Iterable<number>, spendEdges: SpendEdges): SelfContact {
  const edges = Array.from(strip, index => boxOfEdge(ring, index)).sort((a, b) => a.west - b.west);
  let contact: SelfContact;
  for (let i = 0; i < edges.length; i++) {
    const { index, east, south, north } = edges[i]!;
    let k = i + 1;
    for (; k < edges.length && edges[k]!.west <= east; k++) {
      const other = edges[k]!;
      if (other.south > north || other.north < south) continue;
      contact = contactOfEdges(ring, index, other.index) ?? contact;
      if (contact === 'crossing') return contact;
    }
    spendEdges(k - i);
  }
  return contact;
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

function contactOfEdges(ring: Ring, i: number, j: number): SelfContact {
  const [a, b, c, d] = [ring[i]!, ring[i + 1]!, ring[j]!, ring[j + 1]!];
  if (Math.max(a[0], b[0]) < Math.min(c[0], d[0])) return undefined;
  if (Math.max(c[0], d[0]) < Math.min(a[0], b[0])) return undefined;
  if (Math.max(a[1], b[1]) < Math.min(c[1], d[1])) return undefined;
  if (Math.max(c[1], d[1]) < Math.min(a[1], b[1])) return undefined;
  const [abc, abd, cda] = [side(a, b, c), side(a, b, d), side(c, d, a)];
  // Nearly all pairs: both ends on one side, and no corner on the line of the other edge.
  if (abc * abd > 0 && cda !== 0) return undefined;
  if (abc === 0 && abd === 0 && overlap(a, b, c, d)) return 'crossing';
  if (abc * abd < 0 && cda * side(c, d, b) < 0) return 'crossing';
  // Each touching corner is checked at the edge that starts there.
  const contact = abc === 0 ? contactAtCorner(ring, i, j) : undefined;
  if (cda !== 0 || contact === 'crossing') return contact;
  return contactAtCorner(ring, j, i) ?? contact;
}

/** On which side of the line from a to b a position lies: 1 left, -1 right, 0 on it. */
export function side(a: Position, b: Position, p: Position): number {
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
 * How the ring meets the other edge at the corner where `edge` starts. It crosses it if it arrives on
 * one side and leaves on the other. The corner lies on the line of the other edge.
 */
function contactAtCorner(ring: Ring, other: number, edge: number): SelfContact {
  const corner = ring[edge]!;
  const [a, b] = [ring[other]!, ring[other + 1]!];
  const [before, after] = [ring[(edge || ring.length - 1) - 1]!, ring[edge + 1]!];
  if (isSame(corner, b)) return undefined;
  if (!isSame(corner, a)) {
    if (!between(a, corner, b)) return undefined;
    return side(a, b, before) * side(a, b, after) < 0 ? 'crossing' : 'touching';
  }
  const beforeOther = ring[(other || ring.length - 1) - 1]!;
  const [arrives, leaves] = [before, after].map(p => isTurnedTo(corner, b, beforeOther, p));
  return arrives === leaves ? 'touching' : 'crossing';
}

/** Whether a left turn around a corner, from `from` to `to`, passes a direction. */
function isTurnedTo(corner: Position, from: Position, to: Position, direction: Position): boolean {
  return side(corner, from, to) >= 0
    ? side(corner, from, direction) > 0 && side(corner, direction, to) > 0
    : !(side(corner, to, direction) >= 0 && side(corner, direction, from) >= 0);
}

/** Whether a position on the line from a to b lies between them. */
export function between(a: Position, p: Position, b: Position): boolean {
  const axis = Math.abs(b[0] - a[0]) >= Math.abs(b[1] - a[1]) ? 0 : 1;
  return Math.min(a[axis], b[axis]) < p[axis] && p[axis] < Math.max(a[axis], b[axis]);
}
