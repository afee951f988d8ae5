import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { edgesAround } from './edge-boxes.ts';
import type { WalkGraph } from './graph.ts';
import { unitsPerDegree, wayFlags } from './ways.ts';

/** Heights in metres at longitudes and latitudes, NaN where they are unknown. */
export type HeightsAt = (positions: readonly Position[]) => Promise<Float64Array>;

/** Steeper ways, in metres of rise for each metre, are errors of the elevation. */
const steepest = 0.5;

/**
 * Metres of level way that take as long as a metre with this slope, by Tobler's function: one walks
 * 6 exp(-3.5 |slope + 0.05|) km/h, quickest on a slope of 5 % downwards. Level ground has 1, so that
 * its speed is the same where no elevation is known.
 */
export function slopeEffort(slope: number): number {
  const bounded = Math.min(steepest, Math.max(-steepest, slope));
  return Math.exp(3.5 * (Math.abs(bounded + 0.05) - 0.05));
}

/** The least effort of all slopes. */
export const leastSlopeEffort = slopeEffort(-0.05);

/** Heights are read about this often along an edge, in metres: nearer ones show walls and errors. */
const sampleMetres = 25;
/** Heights are read for about this many positions at once. */
const mostPositions = 4_096;

/** The efforts of all edges by their slopes: see `WalkGraph`. Those of steps stay unknown. */
export async function measureSlopes(graph: WalkGraph, heightsAt: HeightsAt): Promise<Float32Array> {
  const efforts = new Float32Array(2 * graph.from.length);
  let edges: { readonly edge: number; readonly parts: number }[] = [];
  let positions: Position[] = [];
  const measure = async () => {
    const heights = await heightsAt(positions);
    let first = 0;
    for (const { edge, parts } of edges) {
      const own = heights.subarray(first, first + parts + 1);
      efforts.set(effortsOf(own, graph.metres[edge]! / parts), 2 * edge);
      first += parts + 1;
    }
    [edges, positions] = [[], []];
  };
  // In the order of the tree, so that the same squares of a grid are read once.
  for (const edge of edgesAround(graph, 0, 0, Infinity)) {
    if ((graph.flags[edge]! & wayFlags.steps) > 0) continue;
    const parts = partsOf(graph, edge);
    edges.push({ edge, parts });
    for (const position of positionsAlong(graph, edge, parts)) positions.push(position);
    if (positions.length >= mostPositions) await measure();
  }
  if (edges.length > 0) await measure();
  return efforts;
}

/** Into how many parts of equal length an edge is cut. A bridge is a straight line between its ends. */
function partsOf({ flags, metres }: WalkGraph, edge: number): number {
  if ((flags[edge]! & wayFlags.offGround) > 0) return 1;
  return Math.max(1, Math.round(metres[edge]! / sampleMetres));
}

/** The start of an edge, and the ends of its parts. */
function* positionsAlong(graph: WalkGraph, edge: number, parts: number): Generator<Position> {
  const { longitudes, latitudes } = graph;
  const at = (i: number): Position => [
    longitudes[i]! / unitsPerDegree,
    latitudes[i]! / unitsPerDegree,
  ];
  const [start, end] = [graph.shapes[edge]!, graph.shapes[edge + 1]! - 1];
  const { north, east } = metresPerDegree(at(start)[1]);
  const step = graph.metres[edge]! / parts;
  yield at(start);
  let [passed, next] = [0, 1];
  for (let i = start + 1; i <= end; i++) {
    const [[ax, ay], [bx, by]] = [at(i - 1), at(i)];
    const length = Math.hypot((bx - ax) * east, (by - ay) * north);
    for (; next < parts && next * step <= passed + length; next++) {
      const share = (next * step - passed) / length;
      yield [ax + share * (bx - ax), ay + share * (by - ay)];
    }
    passed += length;
  }
  // The lengths of a plane are a little different: what is left is at the end.
  for (; next <= parts; next++) yield at(end);
}

/** The mean effort of the parts, forwards and backwards; 0 if no slope is known, else 1 for those without. */
function effortsOf(heights: Float64Array, partMetres: number): readonly [number, number] {
  let [forwards, backwards, known] = [0, 0, 0];
  const parts = heights.length - 1;
  for (let i = 0; i < parts; i++) {
    const slope = (heights[i + 1]! - heights[i]!) / partMetres;
    const isKnown = Number.isFinite(slope);
    if (isKnown) known++;
    forwards += isKnown ? slopeEffort(slope) : 1;
    backwards += isKnown ? slopeEffort(-slope) : 1;
  }
  return known === 0 ? [0, 0] : [forwards / parts, backwards / parts];
}
