import type { Polygon, PolygonGeometry, Position, Ring } from './polygon.ts';
import { polygonsOf } from './polygon.ts';

/**
 * Simplifies a line by Douglas and Peucker: positions nearer than the tolerance to the simplified
 * line are dropped. The ends stay. The unit of the tolerance is that of the positions.
 */
export function simplifyLine(line: readonly Position[], tolerance: number): readonly Position[] {
  if (line.length < 3 || tolerance <= 0) return line;
  const isKept = new Uint8Array(line.length);
  isKept[0] = isKept[line.length - 1] = 1;
  const stack: [from: number, to: number][] = [[0, line.length - 1]];
  for (let span = stack.pop(); span !== undefined; span = stack.pop()) {
    const [from, to] = span;
    const farthest = farthestFrom(line, from, to, tolerance * tolerance);
    if (farthest === undefined) continue;
    isKept[farthest] = 1;
    stack.push([from, farthest], [farthest, to]);
  }
  return line.filter((_, i) => isKept[i]);
}

/** The position farthest from the straight line between two others, if beyond the tolerance. */
function farthestFrom(
  line: readonly Position[],
  from: number,
  to: number,
  squaredTolerance: number,
): number | undefined {
  let found: number | undefined;
  let most = squaredTolerance;
  for (let i = from + 1; i < to; i++) {
    const squared = squaredDistance(line[i]!, line[from]!, line[to]!);
    if (squared <= most) continue;
    most = squared;
    found = i;
  }
  return found;
}

function squaredDistance([x, y]: Position, [ax, ay]: Position, [bx, by]: Position): number {
  const [dx, dy] = [bx - ax, by - ay];
  const squaredLength = dx * dx + dy * dy;
  const along = squaredLength > 0 ? ((x - ax) * dx + (y - ay) * dy) / squaredLength : 0;
  const t = Math.min(1, Math.max(0, along));
  return (x - ax - t * dx) ** 2 + (y - ay - t * dy) ** 2;
}

/** Simplifies an area; rings that shrink to nothing are dropped. Undefined when none is left. */
export function simplifyArea(
  geometry: PolygonGeometry,
  tolerance: number,
): PolygonGeometry | undefined {
  const polygons: Polygon[] = [];
  for (const [outer, ...holes] of polygonsOf(geometry)) {
    const simple = simplifyRing(outer!, tolerance);
    if (!simple) continue;
    const left = holes
      .map(hole => simplifyRing(hole, tolerance))
      .filter(hole => hole !== undefined);
    polygons.push([simple, ...left]);
  }
  if (polygons.length === 0) return undefined;
  return polygons.length === 1
    ? { type: 'Polygon', coordinates: polygons[0]! }
    : { type: 'MultiPolygon', coordinates: polygons };
}

/** The ring is cut at the position farthest from its start, so that both halves have two ends. */
function simplifyRing(ring: Ring, tolerance: number): Ring | undefined {
  let middle = 0;
  let most = 0;
  for (const [i, [x, y]] of ring.entries()) {
    const squared = (x - ring[0]![0]) ** 2 + (y - ring[0]![1]) ** 2;
    if (squared <= most) continue;
    most = squared;
    middle = i;
  }
  const first = simplifyLine(ring.slice(0, middle + 1), tolerance);
  const second = simplifyLine(ring.slice(middle), tolerance);
  const simple = [...first, ...second.slice(1)];
  return simple.length < 4 ? undefined : simple;
}
