import { borderShare, locate } from '../../../geo/inside.ts';
import type { Polygon, Ring } from '../../../geo/polygon.ts';

interface Measured {
  readonly ring: Ring;
  /** Twice its area, negative when it is clockwise. */
  readonly area: number;
  readonly box: readonly [west: number, south: number, east: number, north: number];
}

/** Enough for ten thousand holes among two thousand islands; a file with more is an attack. */
const mostComparisons = 20_000_000;

/**
 * Sorts the rings of a shape into polygons. Holes have the opposite direction of outer rings. The
 * specification says that outer rings are clockwise, but not all programs follow it. So the largest
 * ring, which cannot be a hole, decides. A hole belongs to the smallest outer ring around it.
 */
export function ringsToPolygons(rings: readonly Ring[]): readonly Polygon[] {
  if (rings.length <= 1) return rings.map(ring => [ring]);
  const measured = rings.map(measure);
  const largest = measured.reduce((a, b) => (Math.abs(b.area) > Math.abs(a.area) ? b : a));
  const isHole = ({ area }: Measured) => area * largest.area < 0;
  const holes = measured.filter(isHole);
  const outers = measured.filter(ring => !isHole(ring));
  if (outers.length === 1) return [[outers[0]!.ring, ...holes.map(({ ring }) => ring)]];
  return placeHoles(outers, holes);
}

function measure(ring: Ring): Measured {
  const [x0, y0] = ring[0]!;
  let [west, south, east, north] = [x0, y0, x0, y0];
  let area = 0;
  for (let i = 1; i < ring.length; i++) {
    const [ax, ay] = ring[i - 1]!;
    const [bx, by] = ring[i]!;
    area += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
    if (bx < west) west = bx;
    else if (bx > east) east = bx;
    if (by < south) south = by;
    else if (by > north) north = by;
  }
  return { ring, area, box: [west, south, east, north] };
}

function placeHoles(outers: readonly Measured[], holes: readonly Measured[]): Polygon[] {
  const polygons = new Map(outers.map(outer => [outer, [outer.ring]]));
  const bySize = outers.toSorted((a, b) => Math.abs(a.area) - Math.abs(b.area));
  const spend = budget(mostComparisons);
  for (const hole of holes) {
    const around = bySize.find(outer => contains(outer, hole, spend));
    if (around) polygons.get(around)!.push(hole.ring);
    else polygons.set(hole, [hole.ring]);
  }
  return [...polygons.values()];
}

function budget(most: number): (comparisons: number) => void {
  let left = most;
  return comparisons => {
    left -= comparisons;
    if (left < 0) throw new RangeError('geometry: too many rings to sort into polygons');
  };
}

function contains(outer: Measured, hole: Measured, spend: (comparisons: number) => void): boolean {
  spend(1);
  if (Math.abs(outer.area) < Math.abs(hole.area)) return false;
  const [west, south, east, north] = outer.box;
  const [left, bottom, right, top] = hole.box;
  if (left < west || bottom < south || right > east || top > north) return false;
  const width = borderShare * Math.max(...outer.box.map(Math.abs));
  for (const position of hole.ring) {
    spend(outer.ring.length);
    const side = locate(position, [outer.ring], width);
    // A hole may touch its outer ring, so a vertex on the border decides nothing.
    if (side !== 'border') return side === 'inside';
  }
  return true;
}
