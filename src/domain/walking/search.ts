import { KtimaError } from '#tools/errors.ts';
import type { Foot } from './feet.ts';
import type { WalkGraph } from './graph.ts';
import { leastSlopeEffort } from './slopes.ts';
import { wayFlags } from './ways.ts';

/** Metres of way that are searched at most. */
export const mostMetres = 5_000;

/** Metres that one walks in a minute on level ground. */
export const metresPerMinute = 80;

/** A metre of steps takes as long as this many metres of level way. */
const stepsEffort = 2;

/** More crossings within the limit are refused: a dense city has a tenth of that. */
const mostNodes = 500_000;

/** How one walks somewhere. */
export interface Walk {
  readonly metres: number;
  readonly minutes: number;
  /** Whether the slope of the way is known, at least in part. */
  readonly withSlopes: boolean;
  /** Where on the ways it starts and ends; the gaps are part of the metres. */
  readonly from: Foot;
  readonly to: Foot;
}

/** What was reached from a point. It is valid until the next search in the same graph. */
export interface Reached {
  readonly from: readonly Foot[];
  /** By node: metres of level way that take as long as the quickest way; Infinity if not reached. */
  readonly efforts: Float64Array;
  /** By node: metres of that way. */
  readonly metres: Float64Array;
  /** By node: 1 if the slope of that way is known, at least in part. */
  readonly sloped: Uint8Array;
  /** By node: the number of the foot in `from` where that way starts. */
  readonly starts: Uint8Array;
  /** Whether a slope is known for any node, or for an edge at the point. */
  readonly withSlopes: boolean;
}

/** The memory of searches in a graph, which is cleared after use. */
interface Scratch extends Omit<Reached, 'from' | 'withSlopes'> {
  readonly touched: number[];
}

const scratches = new WeakMap<WalkGraph, Scratch>();

function clearScratch(graph: WalkGraph): Scratch {
  const nodes = graph.meets.length - 1;
  let scratch = scratches.get(graph);
  if (!scratch) {
    const efforts = new Float64Array(nodes).fill(Infinity);
    const metres = new Float64Array(nodes);
    const [sloped, starts] = [new Uint8Array(nodes), new Uint8Array(nodes)];
    scratch = { efforts, metres, sloped, starts, touched: [] };
    scratches.set(graph, scratch);
  }
  for (const node of scratch.touched) scratch.efforts[node] = Infinity;
  scratch.touched.length = 0;
  return scratch;
}

/** Metres of level way that take as long as a metre of an edge, in one of its directions. */
export function effortOf(graph: WalkGraph, edge: number, isForward: boolean): number {
  if (hasSlope(graph, edge)) return graph.slopeEfforts[2 * edge + (isForward ? 0 : 1)]!;
  return (graph.flags[edge]! & wayFlags.steps) > 0 ? stepsEffort : 1;
}

function hasSlope({ slopeEfforts }: WalkGraph, edge: number): boolean {
  return slopeEfforts.length > 0 && slopeEfforts[2 * edge]! > 0;
}

/** Metres of way that one walks in some minutes at most, within the limit of searches. */
export function metresWithin({ slopeEfforts }: WalkGraph, minutes: number): number {
  const effort = slopeEfforts.length > 0 ? leastSlopeEffort : 1;
  return Math.min(mostMetres, (minutes * metresPerMinute) / effort);
}

/**
 * Searches the quickest ways from a point in all directions (Dijkstra), up to `limitMetres` of way.
 * With `targets`, the feet of places, it ends as soon as no way to any of them can get quicker.
 */
export function search(
  graph: WalkGraph,
  from: readonly Foot[],
  limitMetres = mostMetres,
  targets?: readonly (readonly Foot[])[],
): Reached {
  const scratch = clearScratch(graph);
  const { efforts, metres, sloped, starts, touched } = scratch;
  const open = openHeap();
  const wanted = targets && endsOf(graph, targets);
  let mostEffort = Infinity;
  let withSlopes = from.some(({ edge }) => hasSlope(graph, edge));
  const reach = (
    node: number,
    effort: number,
    length: number,
    isSloped: boolean,
    start: number,
  ) => {
    if (length > limitMetres || effort >= efforts[node]!) return;
    if (efforts[node] === Infinity) touched.push(node);
    efforts[node] = effort;
    metres[node] = length;
    sloped[node] = Number(isSloped);
    starts[node] = start;
    withSlopes ||= isSloped;
    open.push(effort, node);
  };
  for (const [start, { edge, alongMetres, gapMetres }] of from.entries()) {
    for (const isForward of [false, true]) {
      const along = isForward ? graph.metres[edge]! - alongMetres : alongMetres;
      const effort = gapMetres + effortOf(graph, edge, isForward) * along;
      const node = isForward ? graph.to[edge]! : graph.from[edge]!;
      reach(node, effort, gapMetres + along, hasSlope(graph, edge), start);
    }
  }
  for (let node = open.pop(); node >= 0; node = open.pop()) {
    // A node that was reached again by a quicker way is in the heap twice.
    if (open.effort() > efforts[node]!) continue;
    if (open.effort() > mostEffort) break;
    if (wanted?.delete(node) && wanted.size === 0) {
      const reached = { from, efforts, metres, sloped, starts, withSlopes };
      mostEffort = Math.max(...targets!.map(feet => quickest(graph, reached, feet).effort));
    }
    for (let i = graph.meets[node]!; i < graph.meets[node + 1]!; i++) {
      const next = graph.meeting[i]!;
      const length = graph.metres[next]!;
      const isForward = graph.from[next] === node;
      const other = isForward ? graph.to[next]! : graph.from[next]!;
      const effort = efforts[node]! + effortOf(graph, next, isForward) * length;
      const isSloped = sloped[node] === 1 || hasSlope(graph, next);
      reach(other, effort, metres[node]! + length, isSloped, starts[node]!);
    }
    if (touched.length > mostNodes) throw tooDense();
  }
  return { from, efforts, metres, sloped, starts, withSlopes };
}

function tooDense(): KtimaError {
  const message = `more than ${mostNodes} crossings are within walking distance: the map has too many`;
  return new KtimaError('TOO_LONG', message, { retryAfterSeconds: 60 });
}

/** The ends of the nearest edge of each place. */
function endsOf({ from, to }: WalkGraph, targets: readonly (readonly Foot[])[]): Set<number> {
  const ends = new Set<number>();
  for (const [nearest] of targets) ends.add(from[nearest!.edge]!).add(to[nearest!.edge]!);
  return ends;
}

/** A binary heap of nodes by effort. */
function openHeap() {
  const efforts: number[] = [];
  const nodes: number[] = [];
  let popped = 0;
  const swapIn = (at: number, effort: number, node: number) => {
    efforts[at] = effort;
    nodes[at] = node;
  };
  return {
    /** The effort of the node that was popped last. */
    effort: () => popped,
    push(effort: number, node: number): void {
      let at = efforts.length;
      efforts.push(effort);
      nodes.push(node);
      while (at > 0) {
        const above = (at - 1) >> 1;
        if (efforts[above]! <= effort) break;
        swapIn(at, efforts[above]!, nodes[above]!);
        at = above;
      }
      swapIn(at, effort, node);
    },
    /** The node with the least effort; -1 if there is none. */
    pop(): number {
      if (efforts.length === 0) return -1;
      const first = nodes[0]!;
      popped = efforts[0]!;
      const [effort, node] = [efforts.pop()!, nodes.pop()!];
      const size = efforts.length;
      if (size === 0) return first;
      let at = 0;
      for (let below = 1; below < size; below = 2 * at + 1) {
        if (below + 1 < size && efforts[below + 1]! < efforts[below]!) below++;
        if (efforts[below]! >= effort) break;
        swapIn(at, efforts[below]!, nodes[below]!);
        at = below;
      }
      swapIn(at, effort, node);
      return first;
    },
  };
}

/** The way to one end of an edge, or to a place. */
interface Part {
  readonly effort: number;
  readonly metres: number;
  readonly isSloped: boolean;
  /** The number of the foot where it starts. */
  readonly start: number;
}

/** The quickest way to a place by one of its feet; its effort is Infinity if none is reached. */
function quickest(graph: WalkGraph, reached: Reached, feet: readonly Foot[]) {
  const { efforts, metres, sloped, starts } = reached;
  const none: Part = { effort: Infinity, metres: 0, isSloped: false, start: 0 };
  let best: Part & { readonly foot: Foot | undefined } = { ...none, foot: undefined };
  const consider = (before: Part, foot: Foot, along: number, isForward: boolean) => {
    const effort = before.effort + effortOf(graph, foot.edge, isForward) * along + foot.gapMetres;
    if (effort >= best.effort) return;
    const isSloped = before.isSloped || hasSlope(graph, foot.edge);
    best = { ...before, effort, metres: before.metres + along + foot.gapMetres, isSloped, foot };
  };
  const atNode = (node: number): Part => ({
    effort: efforts[node]!,
    metres: metres[node]!,
    isSloped: sloped[node] === 1,
    start: starts[node]!,
  });
  for (const foot of feet) {
    const { edge, alongMetres } = foot;
    consider(atNode(graph.from[edge]!), foot, alongMetres, true);
    consider(atNode(graph.to[edge]!), foot, graph.metres[edge]! - alongMetres, false);
    for (const [start, own] of reached.from.entries()) {
      if (own.edge !== edge) continue;
      const further = alongMetres - own.alongMetres;
      const here = { effort: own.gapMetres, metres: own.gapMetres, isSloped: false, start };
      consider(here, foot, Math.abs(further), further > 0);
    }
  }
  return best;
}

/** The quickest way to a place by one of its feet; undefined if it is not reached within the limit. */
export function walkTo(
  graph: WalkGraph,
  reached: Reached,
  feet: readonly Foot[],
): Walk | undefined {
  const { foot, effort, metres, isSloped, start } = quickest(graph, reached, feet);
  if (foot === undefined || metres > mostMetres) return undefined;
  const minutes = effort / metresPerMinute;
  return { metres, minutes, withSlopes: isSloped, from: reached.from[start]!, to: foot };
}
