import type { PlaceType, PointOfInterest } from '../../../client/src/client.ts';

/** The places of one kind, nearest first. */
export interface KindOfPlaces {
  readonly kind: PlaceType;
  readonly places: readonly PointOfInterest[];
  /** Metres to the first of them. */
  readonly nearestMetres: number;
}

/** An answer by kind: the kind with the nearest place first, places in the answer's own order. */
export function byKind(places: readonly PointOfInterest[]): KindOfPlaces[] {
  // A Map keeps the order in which kinds first came, and the answer is nearest first.
  const found = Map.groupBy(places, place => place.place_type);
  return [...found].map(([kind, own]) => ({
    kind,
    places: own,
    nearestMetres: own[0]!.distance ?? 0,
  }));
}
