import type { PlaceType, PointOfInterest } from '../../../../client/src/types.ts';

/** The places of one kind, nearest first. */
export interface KindOfPlaces {
  readonly kind: PlaceType;
  readonly places: readonly PointOfInterest[];
  /** The distance to the nearest of them. */
  readonly nearestMetres: number;
}

/** Groups places by kind: the kind with the nearest place first, places in their given order. */
export function byKind(places: readonly PointOfInterest[]): KindOfPlaces[] {
  // A Map keeps the order of insertion, and the places are sorted by distance.
  const found = Map.groupBy(places, place => place.place_type);
  return [...found].map(([kind, own]) => ({
    kind,
    places: own,
    nearestMetres: own[0]!.distance ?? 0,
  }));
}
