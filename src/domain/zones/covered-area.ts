import { toGreekGrid } from '#tools/geo/greek-grid.ts';
import { mapPositions, type PolygonGeometry, polygonsOf } from '#tools/geo/polygon.ts';
import {
  type CountWork,
  type SweptCrossing,
  type SweptEdge,
  sweepArea,
  upward,
} from '#tools/geo/sweep.ts';

/** An outline in WGS84 that covers ground. */
export interface Cover {
  readonly outline: PolygonGeometry;
  /** How often a square metre of it counts; where outlines overlap, the largest number counts. */
  readonly weight: number;
  /** Whether it counts outside of `within` too. */
  readonly isWhole: boolean;
}

/** The edges of an outline on the Greek Grid, which are straight between its corners there. */
export function gridEdges(geometry: PolygonGeometry, own: number): SweptEdge[] {
  return polygonsOf(mapPositions(geometry, toGreekGrid))
    .flat()
    .flatMap(ring => ring.slice(1).map((end, i) => upward(own, ring[i]!, end)));
}

/**
 * The ground that outlines cover together, each part once, in m² on the Greek Grid. With `within`,
 * only the part in it counts of those that are not whole.
 */
export function coveredArea(
  covers: readonly Cover[],
  within?: PolygonGeometry,
  countWork?: CountWork,
): number {
  const edges = covers.flatMap(({ outline }, i) => gridEdges(outline, i));
  const counts = within ? covers : covers.map(cover => ({ ...cover, isWhole: true }));
  if (within) edges.push(...gridEdges(within, covers.length));
  return sweepArea(edges, crossings => widthOf(crossings, counts), countWork);
}

/** The sum of the widths between crossings, each times the weight there. */
function widthOf(crossings: readonly SweptCrossing[], covers: readonly Cover[]): number {
  const inside = new Set<number>();
  const isCounted = (own: number) => covers[own]?.isWhole || inside.has(covers.length);
  let [width, last] = [0, 0];
  for (const { x, own } of crossings) {
    let weight = 0;
    for (const one of inside) {
      if (isCounted(one)) weight = Math.max(weight, covers[one]?.weight ?? 0);
    }
    width += weight * (x - last);
    last = x;
    if (!inside.delete(own)) inside.add(own);
  }
  return width;
}
