import { areasAt, packAreas } from '../../../tools/geo/packed-areas.ts';
import type { LinkedBoundary, LocalityRow, PostalCodeRow } from '../geocoder-rows.ts';
import { keptBoundaries } from '../index/indexed-boundaries.ts';
import { buildNeighbours, isInNeighbour, type NeighbourRows } from '../index/neighbours.ts';
import { nearestFinder } from './nearest-point.ts';

/** Finds the id of the municipality at a point; null where none is near, and in another country. */
export type MunicipalityAt = (point: {
  readonly latitude: number;
  readonly longitude: number;
}) => string | null;

/**
 * By the boundary that holds the point; without one by the nearest postal code or settlement whose
 * municipality is known.
 */
export function municipalityFinder(
  boundaries: readonly LinkedBoundary[],
  postalCodes: readonly PostalCodeRow[],
  localities: readonly LocalityRow[],
  neighbourRows?: NeighbourRows,
): MunicipalityAt {
  const linked = keptBoundaries(boundaries).filter(({ kind }) => kind === 'municipality');
  const areas = packAreas(linked.map(({ geometry }) => geometry));
  const settlements = localities.filter(
    row => row.kind === 'settlement' && row.population !== null,
  );
  const known = [...postalCodes, ...settlements];
  const nearest = nearestFinder(known, i => known[i]!.municipality);
  const neighbours = buildNeighbours(neighbourRows);
  return point => {
    const [area] = areasAt(areas, point.longitude, point.latitude);
    if (area !== undefined) return linked[area]!.municipality;
    return isInNeighbour(neighbours, point) ? null : (nearest(point) ?? null);
  };
}
