import type { MultiLineString, MultiPolygon } from 'geojson';

/** The map's background: the land around Greece, and its country borders. */
export interface Land {
  readonly land: MultiPolygon;
  readonly greece: MultiPolygon;
  readonly borders: MultiLineString;
}
