import { buildBoxIndex } from '../box-index.ts';
import { pointInPolygon, pointInside } from '../inside.ts';
import {
  boundsOf,
  isSame,
  type PolygonGeometry,
  type Position,
  planarArea,
  type Ring,
} from '../polygon.ts';

/** The rings that segments form. `isOpen`: some segments are part of no ring. */
export interface AssembledRings {
  readonly rings: readonly Ring[];
  readonly isOpen: boolean;
}

/** Each segment once, as two half-edges: 2i starts at its first point, 2i + 1 goes back to it. */
interface Network {
  readonly points: readonly Position[];
  /** The point where each half-edge ends. */
  readonly ends: readonly number[];
}

/** Limit of points, so that the number of a segment is an exact integer. */
const mostPoints = 2 ** 26;
const nowhere = -1;

/**
 * Assembles rings from lines by geometry alone, as libosmium does. Points at the same position are
 * one point. A segment that occurs twice is not a border: both copies are removed. Where more than
 * two segments meet, neighbours by angle are joined, so that rings touch but do not cross. A ring
 * that touches itself is split there.
 */
export function assembleRings(lines: readonly (readonly Position[])[]): AssembledRings {
  const [only] = lines;
  if (only && lines.length === 1 && isSimpleRing(only)) return { rings: [only], isOpen: false };
  const network = connect(lines);
  const { points, ends } = network;
  const next = joinHalfEdges(network);
  const used = new Uint8Array(ends.length / 2);
  const rings: Ring[] = [];
  let isOpen = false;
  for (let start = 0; start < ends.length; start += 2) {
    if (used[start >> 1]) continue;
    const path: number[] = [];
    let at = start;
    while (at !== nowhere && !used[at >> 1]) {
      used[at >> 1] = 1;
      path.push(ends[at]!);
      at = next[at]!;
    }
    if (at !== start) isOpen = true;
    else for (const ring of splitWhereTouching(path)) rings.push(ring.map(i => points[i]!));
  }
  return { rings, isOpen };
}

function connect(lines: readonly (readonly Position[])[]): Network {
  const { points, numbers } = distinctPoints(lines.flat());
  const segments = new Set<number>();
  let at = 0;
  for (const line of lines) {
    for (let i = 1; i < line.length; i++) toggle(segments, numbers[at + i - 1]!, numbers[at + i]!);
    at += line.length;
  }
  const ends = Array.from(segments).flatMap(s => [s % mostPoints, Math.floor(s / mostPoints)]);
  return { points, ends };
}

/** The distinct positions, and for each of `positions` the number of its distinct position. */
function distinctPoints(positions: readonly Position[]) {
  const order = Array.from(positions.keys()).sort((a, b) => {
    const [p, q] = [positions[a]!, positions[b]!];
    return p[0] - q[0] || p[1] - q[1];
  });
  const points: Position[] = [];
  const numbers = new Int32Array(positions.length);
  for (const i of order) {
    const last = points.at(-1);
    if (last === undefined || !isSame(last, positions[i]!)) points.push(positions[i]!);
    numbers[i] = points.length - 1;
  }
  return { points, numbers };
}

/** Whether a line is closed and visits no other point twice. */
function isSimpleRing(line: readonly Position[]): boolean {
  if (line.length < 4 || !isSame(line[0]!, line.at(-1)!)) return false;
  return distinctPoints(line).points.length === line.length - 1;
}

function toggle(segments: Set<number>, from: number, to: number): void {
  if (from === to) return;
  const forward = from * mostPoints + to;
  const back = to * mostPoints + from;
  if (!segments.delete(forward) && !segments.delete(back)) segments.add(forward);
}

/** For each half-edge, the half-edge that continues it at its end; `nowhere` if there is none. */
function joinHalfEdges({ points, ends }: Network): Int32Array {
  const leaving = points.map((): number[] => []);
  for (let i = 0; i < ends.length; i++) leaving[ends[i ^ 1]!]!.push(i);
  const next = new Int32Array(ends.length).fill(nowhere);
  for (const [point, halfEdges] of leaving.entries()) {
    if (halfEdges.length > 2) sortByAngle(halfEdges, points[point]!, i => points[ends[i]!]!);
    for (let k = 1; k < halfEdges.length; k += 2) {
      const [a, b] = [halfEdges[k - 1]!, halfEdges[k]!];
      next[a ^ 1] = b;
      next[b ^ 1] = a;
    }
  }
  return next;
}

function sortByAngle(
  halfEdges: number[],
  [x, y]: Position,
  endOf: (halfEdge: number) => Position,
): void {
  const angles = new Map(
    halfEdges.map(i => {
      const end = endOf(i);
      return [i, Math.atan2(end[1] - y, end[0] - x)];
    }),
  );
  halfEdges.sort((a, b) => angles.get(a)! - angles.get(b)!);
}

/** Splits a closed path into rings that visit no point twice; each ends with its first point. */
export function splitWhereTouching(closedPath: readonly number[]): number[][] {
  const rings: number[][] = [];
  const path: number[] = [];
  const places = new Map<number, number>();
  for (const point of [closedPath.at(-1)!, ...closedPath]) {
    const place = places.get(point);
    if (place !== undefined) {
      const ring = path.splice(place);
      for (const passed of ring) places.delete(passed);
      rings.push([...ring, point]);
    }
    places.set(point, path.push(point) - 1);
  }
  return rings;
}

/** Limits of the comparison of rings: their number, and the vertices read. */
const mostRings = 50_000;
const mostWork = 1e8;
/** The cost of comparing and sorting two boxes, counted in vertices. */
const boxWork = 100;

/**
 * Makes a geometry of rings that do not cross. A ring inside an even number of others is an outer
 * ring; inside an odd number it is a hole in the smallest ring around it. Returns undefined when
 * there are too many rings to compare.
 */
export function nestRings(rings: readonly Ring[]): PolygonGeometry | undefined {
  if (rings.length === 1) return { type: 'Polygon', coordinates: rings };
  if (rings.length > mostRings) return undefined;
  const polygons = rings.map(ring => ({ type: 'Polygon', coordinates: [ring] }) as const);
  const areas = polygons.map(planarArea);
  const boxesAt = buildBoxIndex(polygons.map(boundsOf));
  let work = 0;
  const ringAround = (i: number): number | undefined => {
    const point = pointInside(polygons[i]!);
    // The point may lie in a smaller ring inside this one; only larger rings can be around it.
    const larger = boxesAt(...point).filter(other => areas[other]! > areas[i]!);
    work += boxWork * larger.length;
    return larger
      .sort((a, b) => areas[a]! - areas[b]!)
      .find(other => {
        work += rings[other]!.length;
        return work <= mostWork && pointInPolygon(point, polygons[other]!);
      });
  };

  // Largest first, so that the ring around another one is processed before it.
  const order = [...rings.keys()].sort((a, b) => areas[b]! - areas[a]!);
  const holeIn = new Map<number, number>();
  for (const i of order) {
    const around = ringAround(i);
    if (work > mostWork) return undefined;
    if (around !== undefined && !holeIn.has(around)) holeIn.set(i, around);
  }
  return geometryOf(rings, holeIn);
}

/** The outer rings in their order, each with its holes. */
function geometryOf(rings: readonly Ring[], holeIn: ReadonlyMap<number, number>): PolygonGeometry {
  const outers = rings.entries().filter(([i]) => !holeIn.has(i));
  const polygons = new Map(outers.map(([i, ring]) => [i, [ring]]));
  for (const [hole, outer] of holeIn) polygons.get(outer)!.push(rings[hole]!);
  const coordinates = [...polygons.values()];
  return coordinates.length === 1
    ? { type: 'Polygon', coordinates: coordinates[0]! }
    : { type: 'MultiPolygon', coordinates };
}
