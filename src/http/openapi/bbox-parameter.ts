import { text } from '#http/openapi/wire-types.ts';

/** A box in the query, which `readBbox` reads. The OGC standard has its own schema for the same text. */
export const Bbox = text(
  'Only what lies in this box: west, south, east and north in degrees, with commas between. ' +
    'If west is greater than east, the box crosses the antimeridian.',
  { maxLength: 200, 'x-expected': 'four numbers with commas between, west,south,east,north' },
);
