import type { Box } from '../geo/box.ts';
import type { PolygonGeometry, Position } from '../geo/polygon.ts';
import { boundsOf } from '../geo/polygon.ts';
import type { LineGeometry } from '../geo/wkb.ts';

/** The layers of a base tile, in the order in which they are drawn. */
export const mapLayers = [
  'land',
  'green',
  'built_up',
  'water',
  'waterway',
  'building',
  'road',
  'rail',
  'border',
  'place',
] as const;
export type MapLayer = (typeof mapLayers)[number];

/** A point, a line or an area in WGS84, in the shape of GeoJSON. */
export type MapGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString'; readonly coordinates: readonly (readonly Position[])[] }
  | PolygonGeometry;

/** An object of the map: a road, a building, a lake, the label of a settlement. */
export interface MapFeature {
  /** The id that its source gives it: way/123, sample/7. */
  readonly externalId: string;
  readonly layer: MapLayer;
  /** The class within the layer, such as `motorway`. */
  readonly kind: string;
  /** In Greek, or in the local language. */
  readonly name: string | null;
  readonly nameEn: string | null;
  /** The number of a road. */
  readonly ref: string | null;
  /** The lowest zoom at which it is drawn. */
  readonly minZoom: number;
  /**
   * Order of drawing and labelling: population of a place, square metres of an area, -1 for a line in
   * a tunnel, otherwise 0.
   */
  readonly rank: number;
  readonly geometry: MapGeometry;
}

/** A feature as it is drawn at the zooms of one level of detail (`detail.ts`). */
export interface MapRow extends MapFeature {
  readonly detail: number;
}

/** The smallest box around a geometry. */
export function boxOf(geometry: MapGeometry): Box {
  if (geometry.type === 'Polygon' || geometry.type === 'MultiPolygon') return boundsOf(geometry);
  if (geometry.type === 'Point') {
    const [x, y] = geometry.coordinates;
    return { west: x, east: x, south: y, north: y };
  }
  const box = { west: Infinity, east: -Infinity, south: Infinity, north: -Infinity };
  for (const line of linesOf(geometry)) {
    for (const [x, y] of line) {
      if (x < box.west) box.west = x;
      if (x > box.east) box.east = x;
      if (y < box.south) box.south = y;
      if (y > box.north) box.north = y;
    }
  }
  return box;
}

function linesOf(geometry: LineGeometry): readonly (readonly Position[])[] {
  return geometry.type === 'LineString' ? [geometry.coordinates] : geometry.coordinates;
}

/** Whether two boxes have a point in common. */
export function overlaps(a: Box, b: Box): boolean {
  return a.west <= b.east && a.east >= b.west && a.south <= b.north && a.north >= b.south;
}
