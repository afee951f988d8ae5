import { areasAt, packAreas } from '#tools/geo/packed-areas.ts';
import { indexPoints, visitWithin } from '#tools/geo/point-index.ts';
import { buildNeighbours, isInNeighbour, keptBoundaries } from '../index/indexed-boundaries.ts';
import type {
  LinkedBoundary,
  LocalityRow,
  NeighbourRows,
  PostalCodeRow,
} from '../rows/geocoder-rows.ts';

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

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/**
 * Most points have another within the first of these distances, in metres; only for the rest more
 * points are looked at. Further than the last from every known point, a place is not in Greece.
 */
const reachesMetres = [5_000, 15_000, 40_000];

/** Finds the value of the nearest point; undefined where none is near. */
export function nearestFinder<Value>(
  points: readonly Point[],
  valueAt: (position: number) => Value,
): (at: Point) => Value | undefined {
  const index = indexPoints(
    points.map(({ latitude }) => latitude),
    points.map(({ longitude }) => longitude),
  );
  return at => {
    for (const metres of reachesMetres) {
      let [best, least] = [-1, Number.POSITIVE_INFINITY];
      visitWithin(index, at, metres, (place, squared) => {
        const found = index.origin[place]!;
        if (squared < least || (squared === least && found < best))
          [best, least] = [found, squared];
      });
      if (best >= 0) return valueAt(best);
    }
    return undefined;
  };
}
