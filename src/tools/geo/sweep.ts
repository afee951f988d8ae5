/** An edge of an outline on a plane, from its lower to its upper end. */
export interface SweptEdge {
  readonly ax: number;
  readonly ay: number;
  readonly bx: number;
  readonly by: number;
  /** The number of its outline. */
  readonly own: number;
}

/** Where an edge crosses a height. */
export interface SweptCrossing {
  readonly x: number;
  readonly own: number;
}

/** Takes note of work, in pairs of edges, and may throw to end it. */
export type CountWork = (pairs: number) => void;

/** The edge between two positions of an outline. */
export function upward(
  own: number,
  [ax, ay]: readonly [number, number],
  [bx, by]: readonly [number, number],
): SweptEdge {
  return ay <= by ? { ax, ay, bx, by, own } : { ax: bx, ay: by, bx: ax, by: ay, own };
}

/** The x of an edge at a height. */
export function xAt({ ax, ay, bx, by }: SweptEdge, y: number): number {
  return ax + ((y - ay) / (by - ay)) * (bx - ax);
}

/**
 * The area under outlines. Between two heights without corner or crossing it consists of trapezoids:
 * `widthAt` gets the crossings at their middle, from west to east, and returns how wide they are.
 * An error in the height of a crossing only moves a sliver, so no outline makes it fail.
 */
export function sweepArea(
  edges: readonly SweptEdge[],
  widthAt: (crossings: readonly SweptCrossing[], y: number) => number,
  countWork: CountWork = () => {},
  otherHeights: readonly number[] = [],
): number {
  const rising = edges.filter(({ ay, by }) => ay < by).sort((p, q) => p.ay - q.ay);
  const heights = [...otherHeights, ...crossingHeights(rising, countWork)];
  for (const { ay, by } of rising) heights.push(ay, by);
  const sorted = Float64Array.from(new Set(heights)).sort();
  let active: SweptEdge[] = [];
  let [next, area] = [0, 0];
  for (let i = 1; i < sorted.length; i++) {
    const [low, high] = [sorted[i - 1]!, sorted[i]!];
    const middle = (low + high) / 2;
    active = active.filter(({ by }) => by > middle);
    for (; next < rising.length && rising[next]!.ay < middle; next++) {
      if (rising[next]!.by > middle) active.push(rising[next]!);
    }
    if (active.length === 0) continue;
    countWork(active.length);
    const crossings = active.map(edge => ({ x: xAt(edge, middle), own: edge.own }));
    crossings.sort((p, q) => p.x - q.x);
    area += (high - low) * widthAt(crossings, middle);
  }
  return area;
}

/** The heights at which edges of two outlines cross. The edges are sorted by their lower end. */
function crossingHeights(rising: readonly SweptEdge[], countWork: CountWork): number[] {
  const heights: number[] = [];
  let active: SweptEdge[] = [];
  for (const edge of rising) {
    active = active.filter(({ by }) => by > edge.ay);
    countWork(active.length);
    for (const other of active) {
      const y = other.own === edge.own ? undefined : crossingHeight(edge, other);
      if (y !== undefined) heights.push(y);
    }
    active.push(edge);
  }
  return heights;
}

/** The height at which two edges cross; undefined if they do not, or are parallel. */
function crossingHeight(a: SweptEdge, b: SweptEdge): number | undefined {
  if (Math.max(a.ax, a.bx) < Math.min(b.ax, b.bx)) return undefined;
  if (Math.max(b.ax, b.bx) < Math.min(a.ax, a.bx)) return undefined;
  const [low, high] = [Math.max(a.ay, b.ay), Math.min(a.by, b.by)];
  if (low >= high) return undefined;
  const [before, after] = [xAt(a, low) - xAt(b, low), xAt(a, high) - xAt(b, high)];
  if (before < 0 === after < 0 || before === after) return undefined;
  return low + (before / (before - after)) * (high - low);
}
