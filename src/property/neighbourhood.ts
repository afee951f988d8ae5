import { type PlaceType, placeTypes } from './place-types.ts';
import { nearby, type PlaceIndex } from './places.ts';

/** The places of one type around a point. */
export interface TypeAround {
  readonly count: number;
  /** The distance to the nearest, rounded to centimetres as on the wire; null if there is none. */
  readonly nearestMetres: number | null;
}

const none: TypeAround = { count: 0, nearestMetres: null };

/** Counts the result of `nearby` for each of the types, in their order. */
export function countAround(
  index: PlaceIndex,
  latitude: number,
  longitude: number,
  types: readonly PlaceType[],
): TypeAround[] {
  const found: TypeAround[] = placeTypes.map(() => none);
  const { rows, metres } = nearby(index, latitude, longitude);
  rows.forEach((row, i) => {
    const type = index.types[row]!;
    const { count, nearestMetres } = found[type]!;
    found[type] = {
      count: count + 1,
      // The rows are sorted, so the first one is the nearest.
      nearestMetres: nearestMetres ?? Math.round(metres[i]! * 100) / 100,
    };
  });
  return types.map(type => found[placeTypes.indexOf(type)]!);
}
