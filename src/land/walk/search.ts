import { KtimaError } from '../../tools/errors.ts';
import type { Foot } from './edge-grid.ts';
import type { WalkGraph } from './graph.ts';

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
}

/** What was reached from a point. It is valid until the next search in the same graph. */
export interface Reached {
  readonly from: Foot;
  /** By node: metres of level way that take as long as the quickest way; Infinity if not reached. */
  readonly efforts: Float64Array;
  /** By node: metres of that way. */
  readonly metres: Float64Array;
}

/** The memory of searches in a graph, which is cleared after use. */
interface Scratch {
  readonly efforts: Float64Array;
  readonly metres: Float64Array;
  readonly touched: number[];
}

const scratches = new WeakMap<WalkGraph, Scratch>();

function clearScratch(graph: WalkGraph): Scratch {
  const nodes = graph.meets.length - 1;
  let scratch = scratches.get(graph);
  if (!scratch) {
    const efforts = new Float64Array(nodes).fill(Infinity);
    scratch = { efforts, metres: new Float64Array(nodes), touched: [] };
    scratches.set(graph, scratch);
  }
  for (const node of scratch.touched) scratch.efforts[node] = Infinity;
  scratch.touched.length = 0;
  return scratch;
}

/** Metres of level way that take as long as a metre of an edge. */
export function effortOf({ isSteps }: WalkGraph, edge: number): number {
  return isSteps[edge] === 1 ? stepsEffort : 1;
}

/**
 * Searches the quickest ways from a point in all directions (Dijkstra), up to `limitMetres` of way.
 * With `targets` it ends as soon as the ends of all these edges are reached.
 */
export function search(
  graph: WalkGraph,
  from: Foot,
  limitMetres = mostMetres,
  targets?: Iterable<number>,
): Reached {
  const scratch = clearScratch(graph);
  const { efforts, metres, touched } = scratch;
  const open = openHeap();
  const wanted = targets && endsOf(graph, targets);
  const reach = (node: number, effort: number, length: number) => {
    if (length > limitMetres || effort >= efforts[node]!) return;
    if (efforts[node] === Infinity) touched.push(node);
    efforts[node] = effort;
    metres[node] = length;
    open.push(effort, node);
  };
  const { edge, alongMetres, gapMetres } = from;
  const backMetres = graph.metres[edge]! - alongMetres;
  const factor = effortOf(graph, edge);
  reach(graph.from[edge]!, gapMetres + factor * alongMetres, gapMetres + alongMetres);
  reach(graph.to[edge]!, gapMetres + factor * backMetres, gapMetres + backMetres);
  for (let node = open.pop(); node >= 0; node = open.pop()) {
    // A node that was reached again by a quicker way is in the heap twice.
    if (open.effort() > efforts[node]!) continue;
    if (wanted?.delete(node) && wanted.size === 0) break;
    for (let i = graph.meets[node]!; i < graph.meets[node + 1]!; i++) {
      const next = graph.meeting[i]!;
      const length = graph.metres[next]!;
      const other = graph.from[next] === node ? graph.to[next]! : graph.from[next]!;
      reach(other, efforts[node]! + effortOf(graph, next) * length, metres[node]! + length);
    }
    if (touched.length > mostNodes) throw tooDense();
  }
  return { from, efforts, metres };
}

function tooDense(): KtimaError {
  const message = `more than ${mostNodes} crossings are within walking distance: the map has too many`;
  return new KtimaError('TOO_LONG', message, { retryAfterSeconds: 60 });
}

function endsOf({ from, to }: WalkGraph, edges: Iterable<number>): Set<number> {
  const ends = new Set<number>();
  for (const edge of edges) ends.add(from[edge]!).add(to[edge]!);
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

/** The quickest way to a place beside an edge; undefined if it is not reached within the limit. */
export function walkTo(
  graph: WalkGraph,
  { from, efforts, metres }: Reached,
  to: Foot,
): Walk | undefined {
  const { edge, alongMetres, gapMetres } = to;
  const factor = effortOf(graph, edge);
  let [least, length] = [Infinity, 0];
  const consider = (effort: number, before: number, along: number) => {
    if (effort + factor * along >= least) return;
    [least, length] = [effort + factor * along, before + along];
  };
  const [start, end] = [graph.from[edge]!, graph.to[edge]!];
  consider(efforts[start]!, metres[start]!, alongMetres);
  consider(efforts[end]!, metres[end]!, graph.metres[edge]! - alongMetres);
  if (edge === from.edge) {
    consider(from.gapMetres, from.gapMetres, Math.abs(alongMetres - from.alongMetres));
  }
  const all = length + gapMetres;
  if (least === Infinity || all > mostMetres) return undefined;
  return { metres: all, minutes: (least + gapMetres) / metresPerMinute };
}
