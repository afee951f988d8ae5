import type { Position, Ring } from '#tools/geo/polygon.ts';

/** Whether edges lie on each other, or the ring goes around anything twice or both ways. */
export function crossesByBruteForce(ring: Ring): boolean {
  const edges = edgesOf(ring);
  const lieOnEachOther = edges.some(([a, b], i) =>
    edges.some(([c, d], j) => j > i && sharedLength(a, b, c, d) > 0),
  );
  const windings = stretches([ring]).map(([, [winding]]) => winding!);
  return lieOnEachOther || Math.max(0, ...windings) - Math.min(0, ...windings) > 1;
}

/** Three stretches that cross in one point may go around everything once, which hides them. */
export function meetsInThrees(ring: Ring): boolean {
  const edges = edgesOf(ring);
  const crossings = edges
    .flatMap(([a, b]) => edges.map(([c, d]) => crossingPoint(a, b, c, d)))
    .filter(point => point !== undefined);
  return crossings.some(([x, y]) => {
    const distance = ([px, py]: Position) => Math.hypot(px - x, py - y);
    const corners = edges.filter(([a]) => distance(a) < 1e-9).length;
    const passing = edges.filter(([a, b]) => {
      const isInner = distance(a) > 1e-9 && distance(b) > 1e-9;
      const detour = distance(a) + distance(b) - Math.hypot(a[0] - b[0], a[1] - b[1]);
      return isInner && detour < 1e-9;
    }).length;
    return corners + passing > 2;
  });
}

/** Whether outlines less their holes cover anything but once or not at all. */
export function isCountedWrongly(parts: readonly (readonly Ring[])[]): boolean {
  const rings = parts.flat();
  const partOf = parts.flatMap((part, i) => part.map((_, k) => ({ i, sign: k === 0 ? 1 : -1 })));
  return stretches(rings).some(([, windings]) => {
    const counts = parts.map(() => 0);
    windings.forEach((winding, ring) => {
      const { i, sign } = partOf[ring]!;
      counts[i]! += sign * Math.abs(winding);
    });
    return counts.some(count => count < 0) || counts.reduce((sum, count) => sum + count, 0) > 1;
  });
}

/** Cuts the plane between all corners and crossings; how often each ring goes around each piece. */
function stretches(rings: readonly Ring[]): [width: number, windings: number[]][] {
  const edges = rings.flatMap((ring, of) => edgesOf(ring).map(([a, b]) => ({ a, b, of })));
  const heights = new Set(rings.flat().map(([, y]) => y));
  for (const { a, b } of edges) {
    for (const { a: c, b: d } of edges) {
      const point = crossingPoint(a, b, c, d);
      if (point) heights.add(point[1]);
    }
  }
  const sorted = [...heights].sort((p, q) => p - q);
  return sorted.slice(1).flatMap((high, i) => {
    const low = sorted[i]!;
    if (high - low < 1e-9) return [];
    return stretchesAt((high + low) / 2, edges, rings.length);
  });
}

function stretchesAt(
  y: number,
  edges: readonly { a: Position; b: Position; of: number }[],
  rings: number,
): [number, number[]][] {
  const crossings = edges
    .filter(({ a, b }) => a[1] > y !== b[1] > y)
    .map(({ a, b, of }) => ({
      x: a[0] + ((y - a[1]) / (b[1] - a[1])) * (b[0] - a[0]),
      up: b[1] > a[1] ? 1 : -1,
      of,
    }))
    .sort((p, q) => p.x - q.x);
  const windings: number[] = Array(rings).fill(0);
  return crossings.slice(0, -1).flatMap(({ x, up, of }, i): [number, number[]][] => {
    windings[of]! += up;
    const width = crossings[i + 1]!.x - x;
    return width > 1e-9 ? [[width, [...windings]]] : [];
  });
}

function edgesOf(ring: Ring): [Position, Position][] {
  return ring.slice(1).map((b, i) => [ring[i]!, b]);
}

function crossingPoint(a: Position, b: Position, c: Position, d: Position): Position | undefined {
  const [rx, ry, sx, sy] = [b[0] - a[0], b[1] - a[1], d[0] - c[0], d[1] - c[1]];
  const denominator = rx * sy - ry * sx;
  if (denominator === 0) return undefined;
  const t = ((c[0] - a[0]) * sy - (c[1] - a[1]) * sx) / denominator;
  const u = ((c[0] - a[0]) * ry - (c[1] - a[1]) * rx) / denominator;
  const isOnBoth = t >= 0 && t <= 1 && u >= 0 && u <= 1;
  return isOnBoth ? [a[0] + t * rx, a[1] + t * ry] : undefined;
}

/** How much of a line two edges share, 0 where they are on different lines. */
function sharedLength(a: Position, b: Position, c: Position, d: Position): number {
  const [rx, ry] = [b[0] - a[0], b[1] - a[1]];
  const along = ([x, y]: Position) => ((x - a[0]) * rx + (y - a[1]) * ry) / (rx * rx + ry * ry);
  const beside = ([x, y]: Position) => (x - a[0]) * ry - (y - a[1]) * rx;
  if (beside(c) !== 0 || beside(d) !== 0) return 0;
  const [from, to] = [Math.min(along(c), along(d)), Math.max(along(c), along(d))];
  return Math.min(1, to) - Math.max(0, from);
}
