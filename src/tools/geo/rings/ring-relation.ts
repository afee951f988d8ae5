import { boxesOverlap } from '../box.ts';
import type { Position } from '../polygon.ts';
import type { IndexedRing } from './ring-index.ts';

/** The relation of a ring to another one. Borders may touch, also along a line. */
export type RingRelation = 'apart' | 'inside' | 'around' | 'same' | 'crossing';

/** The relation of a ring to another; neither may cross itself. */
export function relationOf(ring: IndexedRing, other: IndexedRing): RingRelation {
  if (!boxesOverlap(ring, other)) return 'apart';
  // Follows the edges of the shorter ring through the index of the longer one.
  if (ring.edges > other.edges) return inverse(relationOf(other, ring));
  const side = followRing(ring, other);
  if (side !== 'outside') return side === 'border' ? 'same' : side;
  // A ring that touches itself at a corner of this one may lie on both sides of it.
  const sideOfOther = followRing(other, ring);
  if (sideOfOther === 'crossing') return 'crossing';
  return sideOfOther === 'inside' ? 'around' : 'apart';
}

function inverse(relation: RingRelation): RingRelation {
  return relation === 'inside' ? 'around' : relation === 'around' ? 'inside' : relation;
}

/** Follows a ring: does it stay on one side of the other, run only on its border, or cross it? */
function followRing(ring: IndexedRing, other: IndexedRing) {
  let side: 'inside' | 'outside' | undefined;
  for (let edge = 0; edge < ring.edges; edge++) {
    const contacts = contactsOf(ring, edge, other);
    if (contacts === 'crossing') return 'crossing';
    // Without a contact the ring stays on the side where it is.
    if (contacts === undefined && side !== undefined) continue;
    for (const middle of middlesBetween(contacts ?? [])) {
      const place = other.locate(pointOn(ring, edge, middle));
      if (place === 'border') continue;
      if (side !== undefined && side !== place) return 'crossing';
      side = place;
    }
  }
  return side ?? 'border';
}

/**
 * The points where corners of another ring touch an edge, as shares of its length between 0 and 1.
 * Empty when only the edge's own ends touch; undefined when nothing touches.
 */
function contactsOf(
  { ring }: IndexedRing,
  edge: number,
  other: IndexedRing,
): number[] | 'crossing' | undefined {
  const { borderWidth } = other;
  const [p, q] = [ring[edge]!, ring[edge + 1]!];
  const west = Math.min(p[0], q[0]) - borderWidth;
  const east = Math.max(p[0], q[0]) + borderWidth;
  const south = Math.min(p[1], q[1]) - borderWidth;
  const north = Math.max(p[1], q[1]) + borderWidth;
  if (south > other.north || north < other.south) return undefined;
  if (west > other.east || east < other.west) return undefined;
  let contacts: number[] | undefined;
  let isCrossed = false;
  other.visitEdges(south, north, edgeOfOther => {
    const [c, d] = [other.ring[edgeOfOther]!, other.ring[edgeOfOther + 1]!];
    if (Math.max(c[0], d[0]) < west || Math.min(c[0], d[0]) > east) return;
    if (Math.max(c[1], d[1]) < south || Math.min(c[1], d[1]) > north) return;
    const [pqc, pqd] = [sideOf(p, q, c, borderWidth), sideOf(p, q, d, borderWidth)];
    const [cdp, cdq] = [sideOf(c, d, p, borderWidth), sideOf(c, d, q, borderWidth)];
    if (pqc * pqd < 0 && cdp * cdq < 0) isCrossed = true;
    if (pqc !== 0 && pqd !== 0 && cdp !== 0 && cdq !== 0) return;
    contacts ??= [];
    const along = pqc === 0 ? shareAlong(p, q, c) : 0;
    if (along > 0 && along < 1) contacts.push(along);
  });
  return isCrossed ? 'crossing' : contacts;
}

/** On which side of the line from a to b a position lies: 1 left, -1 right, 0 on it or near it. */
export function sideOf(a: Position, b: Position, p: Position, borderWidth = 0): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const turn = dx * (p[1] - a[1]) - dy * (p[0] - a[0]);
  return Math.abs(turn) <= borderWidth * Math.hypot(dx, dy) ? 0 : Math.sign(turn);
}

function shareAlong(a: Position, b: Position, p: Position): number {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  return ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
}

/** The middles of the sections into which an edge is cut. */
function middlesBetween(cuts: number[]): number[] {
  const ends = [...cuts.sort((a, b) => a - b), 1];
  return ends.map((end, i) => (end + (i === 0 ? 0 : ends[i - 1]!)) / 2);
}

function pointOn({ ring }: IndexedRing, edge: number, share: number): Position {
  const [a, b] = [ring[edge]!, ring[edge + 1]!];
  return [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
}
