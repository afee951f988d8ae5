import { buildBoxIndex } from './box-index.ts';
import { pointInPolygon, pointInside } from './inside.ts';
import { boundsOf, type PolygonGeometry, planarArea, type Ring } from './polygon.ts';

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
