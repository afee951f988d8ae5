import type { MultiLineString, MultiPolygon } from 'geojson';

/** What the map shows as its background: land around Greece, and the borders of its countries. */
export interface Land {
  readonly land: MultiPolygon;
  readonly greece: MultiPolygon;
  readonly borders: MultiLineString;
}
