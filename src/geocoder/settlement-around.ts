import { metresBetween } from '../geo/earth.ts';
import type { GeocoderIndex } from './build.ts';
import { isWithin } from './central-position.ts';
import { ownPositionMetres } from './country/settlement-reach.ts';
import type { GazetteerPlace } from './index/place-index.ts';

interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** The circle of a larger island, in metres, is mostly sea. */
const largestIslandMetres = 15_000;

/** A settlement or island around a point. */
export interface AroundPoint {
  readonly place: GazetteerPlace;
  readonly metres: number;
}

/**
 * The settlement whose extent holds a point: the nearest of several, in one municipality if that is
 * given. Where there is none, the island.
 */
export function settlementAround(
  { places }: GeocoderIndex,
  point: Point,
  municipality: number | undefined,
): AroundPoint | undefined {
  const around = places.places
    .filter(
      place =>
        isWithin(place, point, place.accuracyMetres) &&
        hasExtent(place) &&
        (municipality === undefined || place.municipalities.has(municipality)),
    )
    .map(place => ({ place, metres: metresBetween(place, point) }))
    .sort((a, b) => a.metres - b.metres);
  return around.find(({ place }) => place.kind === 'settlement') ?? around[0];
}

/** Whether it has a position of its own, and not that of its postal code. */
function hasExtent({ kind, accuracyMetres }: GazetteerPlace): boolean {
  if (kind === 'island') return accuracyMetres <= largestIslandMetres;
  return kind === 'settlement' && accuracyMetres <= ownPositionMetres;
}
