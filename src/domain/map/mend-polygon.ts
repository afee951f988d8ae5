import { type Position, polygonsOf, type Ring } from '#tools/geo/polygon.ts';
import { mendRings } from '#tools/geo/rings/mend-rings.ts';
import { selfContact } from '#tools/geo/rings/ring-crossing.ts';
import { EdgeBudgetExceeded, openEdgeBudget } from '#tools/geo/rings/ring-index.ts';
import { polygon } from './map-feature.ts';
import { type TileGeometry, withWinding } from './tile-geometry.ts';
import type { Coordinates } from './tile-scheme.ts';

/** Pairs of edges that are compared for a feature: some tens of milliseconds. */
const mostEdges = 5_000_000;

/**
 * Makes the polygons of a tile valid (Vector Tile Specification 2.1, §4.3.4.4): clipping and rounding
 * let edges cross, overlap and touch. Undefined if nothing is left. A feature that would take too
 * long is drawn as it is.
 */
export function mendPolygon(geometry: TileGeometry): TileGeometry | undefined {
  if (geometry.type !== polygon) return geometry;
  const rings = geometry.parts.map(toRing);
  const spendEdges = openEdgeBudget(mostEdges);
  try {
    if (rings.length === 1 && !selfContact(rings[0]!, spendEdges)) return geometry;
    const mended = mendRings(rings, spendEdges);
    return mended && { ...geometry, parts: polygonsOf(mended).flatMap(partsOf) };
  } catch (error) {
    if (error instanceof EdgeBudgetExceeded) return geometry;
    throw error;
  }
}

function toRing(part: Coordinates): Ring {
  const ring: Position[] = [];
  for (let i = 0; i < part.length; i += 2) ring.push([part[i]!, part[i + 1]!]);
  return [...ring, ring[0]!];
}

function partsOf(rings: readonly Ring[]): Coordinates[] {
  return rings.map((ring, i) => withWinding(ring.slice(0, -1).flat(), i === 0 ? 1 : -1));
}
