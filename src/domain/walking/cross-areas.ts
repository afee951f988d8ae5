import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { side } from '#tools/geo/rings/ring-crossing.ts';

/*
 * A square is walked across in straight lines: from each way that joins it to each other one, around
 * what stands in it. A line bends only at corners of the square, so the shortest ways between the
 * joins are found among the lines between joins and corners that leave the square nowhere.
 */

/** A node of an area: its id, and its position in whole units. */
export interface Corner {
  readonly id: number;
  readonly at: Position;
}

/** A line between two corners. */
export type Edge = readonly [Corner, Corner];

/** An area that one may walk across, by the edges around it and around its holes. */
export interface WalkArea {
  readonly edges: readonly Edge[];
  /** The nodes where other ways join it, on its edge or inside. */
  readonly joins: readonly Corner[];
}

/** An area with more nodes is walked along its edge only: the work grows with their square. */
const mostCorners = 400;

/** The lines across an area that shortest ways between its joins use; its own edges are left out. */
export function linesAcross({ edges, joins }: WalkArea): Edge[] {
  const all = [...edges.flat(), ...joins];
  const corners = [...new Map(all.map(corner => [corner.id, corner])).values()];
  if (joins.length < 2 || corners.length > mostCorners) return [];
  const place = new Map(corners.map(({ id }, i) => [id, i]));
  const lengths = lengthsBetween(corners, edges);
  const along = new Set(edges.map(([a, b]) => pairOf(place.get(a.id)!, place.get(b.id)!)));
  const used = new Set<number>();
  const ends = joins.map(({ id }) => place.get(id)!);
  for (const start of ends) {
    const before = shortestFrom(start, lengths, corners.length);
    for (const end of ends) {
      for (let at = end; before[at]! >= 0; at = before[at]!) used.add(pairOf(at, before[at]!));
    }
  }
  return [...used.difference(along)].map(pair => {
    return [corners[Math.floor(pair / mostCorners)]!, corners[pair % mostCorners]!] as const;
  });
}

/** A number for two corners in any order. */
function pairOf(i: number, k: number): number {
  return Math.min(i, k) * mostCorners + Math.max(i, k);
}

/** Metres between each two corners; Infinity if the line between them leaves the area. */
function lengthsBetween(corners: readonly Corner[], edges: readonly Edge[]): Float64Array {
  const count = corners.length;
  const lengths = new Float64Array(count * count).fill(Infinity);
  const { north, east } = metresPerDegree(corners[0]!.at[1] / 1e7);
  const isEdge = new Set(edges.flatMap(([a, b]) => [`${a.id} ${b.id}`, `${b.id} ${a.id}`]));
  for (const [i, a] of corners.entries()) {
    for (const [k, b] of corners.slice(0, i).entries()) {
      if (!isEdge.has(`${a.id} ${b.id}`) && !isAcross(a, b, edges)) continue;
      const [dx, dy] = [(a.at[0] - b.at[0]) * east, (a.at[1] - b.at[1]) * north];
      lengths[i * count + k] = lengths[k * count + i] = Math.hypot(dx, dy);
    }
  }
  return lengths;
}

/**
 * Whether the line between two corners lies in the area and touches its edge at its ends only. A
 * line through a further corner is two lines.
 */
function isAcross(a: Corner, b: Corner, edges: readonly Edge[]): boolean {
  for (const [c, d] of edges) {
    if (c.id !== a.id && c.id !== b.id && d.id !== a.id && d.id !== b.id) {
      if (doTouch(a.at, b.at, c.at, d.at)) return false;
    } else if ([c, d].some(corner => isOn(corner, a, b))) return false;
  }
  const middle = [(a.at[0] + b.at[0]) / 2, (a.at[1] + b.at[1]) / 2] as const;
  return isInside(edges, middle);
}

/** Whether an area contains a position, by the even-odd rule, so that holes are outside. */
export function isInside(edges: readonly Edge[], [x, y]: Position): boolean {
  let isWithin = false;
  for (const [
    {
      at: [cx, cy],
    },
    {
      at: [dx, dy],
    },
  ] of edges) {
    if (cy > y !== dy > y && x < cx + ((y - cy) / (dy - cy)) * (dx - cx)) isWithin = !isWithin;
  }
  return isWithin;
}

/** Whether a further corner lies on the line between two. */
function isOn({ id, at }: Corner, a: Corner, b: Corner): boolean {
  return id !== a.id && id !== b.id && side(a.at, b.at, at) === 0 && doTouch(a.at, b.at, at, at);
}

function doTouch(a: Position, b: Position, c: Position, d: Position): boolean {
  for (const axis of [0, 1] as const) {
    if (Math.max(a[axis], b[axis]) < Math.min(c[axis], d[axis])) return false;
    if (Math.max(c[axis], d[axis]) < Math.min(a[axis], b[axis])) return false;
  }
  return side(a, b, c) * side(a, b, d) <= 0 && side(c, d, a) * side(c, d, b) <= 0;
}

/** For each corner the one before it on the shortest way from a start; -1 if there is none. */
function shortestFrom(start: number, lengths: Float64Array, count: number): Int32Array {
  const [metres, before] = [new Float64Array(count).fill(Infinity), new Int32Array(count).fill(-1)];
  const isDone = new Uint8Array(count);
  metres[start] = 0;
  for (;;) {
    let next = -1;
    for (let i = 0; i < count; i++) {
      if (isDone[i] === 0 && metres[i]! < (next < 0 ? Infinity : metres[next]!)) next = i;
    }
    if (next < 0) return before;
    isDone[next] = 1;
    for (let i = 0; i < count; i++) {
      const length = metres[next]! + lengths[next * count + i]!;
      if (length < metres[i]!) [metres[i], before[i]] = [length, next];
    }
  }
}
