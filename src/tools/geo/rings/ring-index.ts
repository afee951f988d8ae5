import type { Box } from '../box.ts';
import { type Location, meetEdge } from '../inside.ts';
import { boundsOf, type Position, type Ring } from '../polygon.ts';

/**
 * A ring with an index of its edges by height (y), so that a check of a large ring reads only a few
 * of them. Edge `i` goes from position `i` to the next.
 */
export interface IndexedRing extends Box {
  readonly ring: Ring;
  readonly edges: number;
  /** A position at most this far from an edge lies on it; in the unit of the coordinates. */
  readonly borderWidth: number;
  /** Calls `visit`, perhaps repeatedly, for every edge near a height between these. */
  visitEdges(south: number, north: number, visit: (edge: number) => void): void;
  /** The edges of each horizontal strip; together they are all edges. */
  strips(): Iterable<Int32Array>;
  locate(position: Position): Location;
}

/** Rings up to this length have one strip. */
const fewEdges = 64;

/** Builds the index. Every edge that it reads is charged to the budget. */
export function indexRing(ring: Ring, borderWidth: number, spendEdges: SpendEdges): IndexedRing {
  const bounds = boundsOf({ type: 'Polygon', coordinates: [ring] });
  const { south, north } = bounds;
  const edges = ring.length - 1;
  const strips = stripCount(ring, north - south);
  const stripOf = (y: number) =>
    strips === 1
      ? 0
      : Math.min(strips - 1, Math.max(0, Math.floor(((y - south) / (north - south)) * strips)));
  const { starts, list } = edgesByStrip(ring, strips, stripOf, borderWidth);
  const edgesOf = (strip: number) => list.subarray(starts[strip]!, starts[strip + 1]!);
  return {
    ring,
    edges,
    ...bounds,
    borderWidth,
    visitEdges(low, high, visit) {
      const last = stripOf(high);
      for (let strip = stripOf(low); strip <= last; strip++) {
        const end = starts[strip + 1]!;
        spendEdges(end - starts[strip]!);
        for (let i = starts[strip]!; i < end; i++) visit(list[i]!);
      }
    },
    *strips() {
      for (let strip = 0; strip < strips; strip++) yield edgesOf(strip);
    },
    locate([x, y]) {
      const near = edgesOf(stripOf(y));
      spendEdges(near.length);
      let inside = false;
      for (const edge of near) {
        const met = meetEdge(x, y, ring[edge]!, ring[edge + 1]!, borderWidth);
        if (met === 'border') return met;
        if (met === 'crossed') inside = !inside;
      }
      return inside ? 'inside' : 'outside';
    },
  };
}

/** About as many strips as edges per strip, but few enough that tall edges are in few strips. */
function stripCount(ring: Ring, height: number): number {
  if (ring.length <= fewEdges || height === 0) return 1;
  let climbed = 0;
  for (let i = 1; i < ring.length; i++) climbed += Math.abs(ring[i]![1] - ring[i - 1]![1]);
  return Math.max(
    1,
    Math.floor(Math.min(Math.sqrt(ring.length), (3 * ring.length * height) / climbed)),
  );
}

/** The edges of each strip that they touch or nearly touch, as one list sorted by strip. */
function edgesByStrip(
  ring: Ring,
  strips: number,
  stripOf: (y: number) => number,
  borderWidth: number,
) {
  const span = (edge: number): [number, number] => {
    const [a, b] = [ring[edge]![1], ring[edge + 1]![1]];
    return [stripOf(Math.min(a, b) - borderWidth), stripOf(Math.max(a, b) + borderWidth)];
  };
  const starts = new Int32Array(strips + 1);
  for (let edge = 0; edge < ring.length - 1; edge++) {
    const [first, last] = span(edge);
    for (let strip = first; strip <= last; strip++) starts[strip + 1]!++;
  }
  for (let strip = 0; strip < strips; strip++) starts[strip + 1]! += starts[strip]!;
  const list = new Int32Array(starts[strips]!);
  const next = starts.slice();
  for (let edge = 0; edge < ring.length - 1; edge++) {
    const [first, last] = span(edge);
    for (let strip = first; strip <= last; strip++) list[next[strip]!++] = edge;
  }
  return { starts, list };
}

/** Thrown when a polygon would take too long to check. */
export class EdgeBudgetExceeded extends Error {}

/** Counts the edges that a check reads, so that a polygon made to be slow is rejected. */
export function openEdgeBudget(mostEdges: number): SpendEdges {
  let edges = 0;
  return (more: number): void => {
    edges += more;
    if (edges > mostEdges) throw new EdgeBudgetExceeded();
  };
}

/** Charges a number of edges to the budget. */
export type SpendEdges = (edges: number) => void;
