import { isSame, type PolygonGeometry, type Position, polygonsOf, type Ring } from '../polygon.ts';
import { assembleRings, nestRings, splitWhereTouching } from './assemble-rings.ts';
import { between, side } from './ring-crossing.ts';
import type { SpendEdges } from './ring-index.ts';

type Segment = readonly [Position, Position];
type Round = (coordinate: number) => number;

/**
 * Makes valid polygons of the area that rings enclose an odd number of times. Corners are added
 * where edges meet; a crossing is rounded to whole numbers. So the coordinates must be whole and
 * below 2^25, for which all comparisons are exact. Undefined if nothing is left, or if there are too
 * many rings to compare.
 */
export function mendRings(
  rings: readonly Ring[],
  spendEdges: SpendEdges,
): PolygonGeometry | undefined {
  const cut = cutWhereMeeting(rings.flatMap(edgesOf), Math.round, spendEdges);
  const assembled = assembleRings(cut).rings;
  return assembled.length === 0 ? undefined : nestTouching(assembled);
}

/** Splits a ring that touches itself but does not cross itself. */
export function splitRing(ring: Ring, spendEdges: SpendEdges): readonly Ring[] {
  return assembleRings(cutWhereMeeting(edgesOf(ring), x => x, spendEdges)).rings;
}

function edgesOf(ring: Ring): Segment[] {
  return ring.slice(1).map((to, i) => [ring[i]!, to]);
}

/** Cuts segments until they share no points but their ends. */
function cutWhereMeeting(
  segments: readonly Segment[],
  round: Round,
  spendEdges: SpendEdges,
): Segment[] {
  // Rounding moves a segment, which may then meet others.
  for (let left = [...segments]; ; ) {
    const cuts = findCuts(left, round, spendEdges);
    if (cuts.size === 0) return left;
    left = left.flatMap((segment, i) => cutAt(segment, cuts.get(i) ?? []));
  }
}

/** Where each segment is to be cut. */
function findCuts(
  segments: readonly Segment[],
  round: Round,
  spendEdges: SpendEdges,
): Map<number, Position[]> {
  const cuts = new Map<number, Position[]>();
  const cut = (i: number, at: Position) => {
    if (segments[i]!.some(end => isSame(end, at))) return;
    const known = cuts.get(i);
    if (known) known.push(at);
    else cuts.set(i, [at]);
  };
  for (const [i, k] of pairsThatMayMeet(segments, spendEdges)) {
    for (const point of meetingPoints(segments[i]!, segments[k]!, round)) {
      cut(i, point);
      cut(k, point);
    }
  }
  return cuts;
}

/** The pairs of segments whose boxes intersect, found by a sweep from west to east. */
function* pairsThatMayMeet(
  segments: readonly Segment[],
  spendEdges: SpendEdges,
): Generator<readonly [number, number]> {
  const xs = segments.map(([[a], [b]]) => Math.min(a, b));
  const order = Int32Array.from(segments.keys()).sort((i, k) => xs[i]! - xs[k]!);
  const sorted = Array.from(order, i => segments[i]!);
  const west = Float64Array.from(order, i => xs[i]!);
  const low = Float64Array.from(sorted, ([[, a], [, b]]) => Math.min(a, b));
  const high = Float64Array.from(sorted, ([[, a], [, b]]) => Math.max(a, b));
  for (let at = 0; at < order.length; at++) {
    const east = Math.max(sorted[at]![0][0], sorted[at]![1][0]);
    let next = at + 1;
    for (; next < order.length && west[next]! <= east; next++) {
      if (low[next]! <= high[at]! && high[next]! >= low[at]!) yield [order[at]!, order[next]!];
    }
    spendEdges(next - at);
  }
}

/** The points where two segments meet: their crossing, or ends of one that lie on the other. */
function meetingPoints([a, b]: Segment, [c, d]: Segment, round: Round): Position[] {
  const [abc, abd, cda, cdb] = [side(a, b, c), side(a, b, d), side(c, d, a), side(c, d, b)];
  if (abc * abd < 0 && cda * cdb < 0) return [crossing(a, b, c, d, round)];
  if (abc !== 0 && abd !== 0 && cda !== 0 && cdb !== 0) return [];
  const points: Position[] = [];
  if (abc === 0 && between(a, c, b)) points.push(c);
  if (abd === 0 && between(a, d, b)) points.push(d);
  if (cda === 0 && between(c, a, d)) points.push(a);
  if (cdb === 0 && between(c, b, d)) points.push(b);
  return points;
}

function crossing(a: Position, b: Position, c: Position, d: Position, round: Round): Position {
  const [dx, dy] = [b[0] - a[0], b[1] - a[1]];
  const [ex, ey] = [d[0] - c[0], d[1] - c[1]];
  const share = ((c[0] - a[0]) * ey - (c[1] - a[1]) * ex) / (dx * ey - dy * ex);
  return [round(a[0] + share * dx), round(a[1] + share * dy)];
}

function cutAt([a, b]: Segment, points: readonly Position[]): Segment[] {
  if (points.length === 0) return [[a, b]];
  const along = ([x, y]: Position) => (x - a[0]) * (b[0] - a[0]) + (y - a[1]) * (b[1] - a[1]);
  const all = [a, ...points.toSorted((p, q) => along(p) - along(q)), b];
  return edgesOf(all).filter(([from, to]) => !isSame(from, to));
}

/**
 * Makes a geometry of rings that may touch each other, but do not cross. The interior of a polygon is
 * in one piece: where a hole touches the outline twice, there are two polygons.
 */
export function nestTouching(rings: readonly Ring[]): PolygonGeometry | undefined {
  const nested = nestRings(rings);
  if (nested === undefined || rings.length === 1) return nested;
  const directed = polygonsOf(nested).flatMap(polygon =>
    polygon.map((ring, i) => (isCounterclockwise(ring) === (i === 0) ? ring : ring.toReversed())),
  );
  const joined = joinAlongInside(directed);
  return joined ? nestRings(joined) : nested;
}

function isCounterclockwise(ring: Ring): boolean {
  const [x0, y0] = ring[0]!;
  let doubled = 0;
  for (let i = 1; i < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
    doubled += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return doubled > 0;
}

/** An edge of a ring with the area on its left; `next` is the one that continues it. */
interface DirectedEdge {
  readonly from: Position;
  readonly to: Position;
  next: DirectedEdge;
}

/** Joins edges at shared corners so that a ring follows one piece of the area; undefined if none. */
function joinAlongInside(rings: readonly Ring[]): Ring[] | undefined {
  const edges = rings.flatMap(directedEdges);
  const leaving = Map.groupBy(edges, ({ from: [x, y] }) => `${x} ${y}`);
  if (leaving.size === edges.length) return undefined;
  const arriving = Map.groupBy(edges, ({ to: [x, y] }) => `${x} ${y}`);
  for (const [corner, out] of leaving) {
    if (out.length > 1) joinAtCorner(out, arriving.get(corner)!);
  }
  const used = new Set<DirectedEdge>();
  return edges.flatMap(start => {
    const path: Position[] = [];
    for (let edge = start; !used.has(edge); edge = edge.next) {
      used.add(edge);
      path.push(edge.to);
    }
    return path.length === 0 ? [] : splitPath(path);
  });
}

function directedEdges(ring: Ring): DirectedEdge[] {
  const edges = edgesOf(ring).map(([from, to]) => ({ from, to }) as DirectedEdge);
  edges.forEach((edge, i) => {
    edge.next = edges[(i + 1) % edges.length]!;
  });
  return edges;
}

/** The area lies between an edge that leaves and the next one to its left, which arrives. */
function joinAtCorner(out: readonly DirectedEdge[], arriving: readonly DirectedEdge[]): void {
  const [x, y] = out[0]!.from;
  const angle = ([px, py]: Position) => Math.atan2(py - y, px - x);
  const around = [
    ...out.map(edge => ({ edge, leaves: true, angle: angle(edge.to) })),
    ...arriving.map(edge => ({ edge, leaves: false, angle: angle(edge.from) })),
  ].sort((a, b) => a.angle - b.angle);
  around.forEach(({ edge, leaves }, i) => {
    const following = around[(i + 1) % around.length]!;
    if (leaves && !following.leaves) following.edge.next = edge;
  });
}

function splitPath(path: readonly Position[]): Ring[] {
  const numbers = new Map<string, number>();
  const numberOf = ([x, y]: Position) => {
    const key = `${x} ${y}`;
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  };
  const order = path.map(numberOf);
  const points = new Map(order.map((number, i) => [number, path[i]!]));
  return splitWhereTouching(order).map(ring => ring.map(number => points.get(number)!));
}
