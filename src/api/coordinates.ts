import Type from 'typebox';

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
