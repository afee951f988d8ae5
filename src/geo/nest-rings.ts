import { pointInPolygon, pointInside } from './inside.ts';
import { type PolygonGeometry, planarArea, type Ring } from './polygon.ts';

/**
 * A geometry of outer rings and the holes in them. Each hole goes to the smallest outer ring
 * around it (an island in a lake has its own); one that lies in none is dropped.
 */
export function nestRings(outers: readonly Ring[], holes: readonly Ring[]): PolygonGeometry {
  const [only] = outers;
  if (only && outers.length === 1) return { type: 'Polygon', coordinates: [only, ...holes] };
  const polygons = outers
    .map(ring => ({ ring: polygonOf(ring), area: areaOf(ring), rings: [ring] }))
    .sort((a, b) => a.area - b.area);
  for (const hole of holes) {
    const point = pointInside(polygonOf(hole));
    const holeArea = areaOf(hole);
    // The point may lie in an island in the hole; what is around the hole is larger than it.
    const around = polygons.find(
      ({ ring, area }) => area >= holeArea && pointInPolygon(point, ring),
    );
    around?.rings.push(hole);
  }
  return { type: 'MultiPolygon', coordinates: polygons.map(({ rings }) => rings) };
}

function polygonOf(ring: Ring): PolygonGeometry {
  return { type: 'Polygon', coordinates: [ring] };
}

function areaOf(ring: Ring): number {
  return planarArea(polygonOf(ring));
}
