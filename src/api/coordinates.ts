import Type from 'typebox';
import { invalid } from '../errors.ts';

/** A position on the wire, as fields of a body or a query. */
export const coordinates = {
  latitude: Type.Number({
    minimum: -90,
    maximum: 90,
    description: 'Degrees north, WGS84.',
    examples: [37.98692],
  }),
  longitude: Type.Number({
    minimum: -180,
    maximum: 180,
    description: 'Degrees east, WGS84.',
    examples: [23.73623],
  }),
};

/** A position. */
export interface Point {
  readonly latitude: number;
  readonly longitude: number;
}

/** A point from two coordinates. Throws INVALID_INPUT if one is missing. */
export function bothCoordinates(
  latitude: number | undefined,
  longitude: number | undefined,
): Point {
  if (latitude === undefined) throw invalid('latitude', 'together with longitude');
  if (longitude === undefined) throw invalid('longitude', 'together with latitude');
  return { latitude, longitude };
}
