import type { GeocoderIndex } from '../build.ts';
import { municipalityAt } from '../index/indexed-boundaries.ts';
import { buildNamedPlaces, type NamedPlaces } from '../index/indexed-named-places.ts';
import { isInNeighbour } from '../index/neighbours.ts';
import type { NamedPlaceRow } from './country-rows.ts';
import { nearestFinder } from './municipality-at.ts';
import { ownPositionMetres } from './settlement-reach.ts';

/**
 * Packs named places for an index. Each belongs to the municipality whose border holds it, else to
 * that of the nearest settlement or postal code; those far from Greece are left out.
 */
export function packNamedPlaces(index: GeocoderIndex, rows: readonly NamedPlaceRow[]): NamedPlaces {
  const numbers = new Map(index.municipalities.map(({ id }, i) => [id, i]));
  const settlements = index.places.places.filter(
    ({ kind, accuracyMetres }) => kind === 'settlement' && accuracyMetres <= ownPositionMetres,
  );
  const known = [...settlements, ...index.postalCodes];
  const nearest = nearestFinder(known, i => {
    const { municipality } = known[i]!;
    return typeof municipality === 'number' ? municipality : numbers.get(municipality)!;
  });
  return buildNamedPlaces(
    rows.flatMap(row => {
      const held = municipalityAt(index.boundaries, row);
      const municipality =
        held ?? (isInNeighbour(index.neighbours, row) ? undefined : nearest(row));
      return municipality === undefined ? [] : [{ ...row, municipality }];
    }),
    index.municipalities,
  );
}
