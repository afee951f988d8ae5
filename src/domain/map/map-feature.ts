import { type Box, boxAroundBoth } from '#tools/geo/box.ts';
import { boundsOf, type PolygonGeometry, type Position, polygonsOf } from '#tools/geo/polygon.ts';
import type { LineGeometry } from '#tools/geo/wkb.ts';
import type { Way } from '../walking/ways.ts';
import { finestDetail } from './detail.ts';
import type { Coordinates } from './tile-scheme.ts';

/** The layers of a base tile, in the order in which they are drawn. */
export const mapLayers = [
  'sea',
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
  'house_number',
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
  /** The way, if people may walk on it; only one row of a feature has it. */
  readonly way?: Way | undefined;
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

/** A row of any layer, as far as it has a position. */
interface Positioned {
  readonly geometry?: MapGeometry;
  readonly latitude?: number;
  readonly longitude?: number;
  /** A feature of the map is at most as large at other levels as it is at the finest. */
  readonly detail?: number;
}

/** Collects the smallest box around rows; undefined if none has a position. */
export function openExtent() {
  let box: Box | undefined;
  return {
    add(row: object): void {
      const found = boxOfRow(row);
      if (found) box = boxAroundBoth(found, box);
    },
    box: () => box,
  };
}

function boxOfRow({ geometry, latitude, longitude, detail }: Positioned): Box | undefined {
  if (detail !== undefined && detail !== finestDetail) return undefined;
  if (geometry !== undefined) return boxOf(geometry);
  if (latitude === undefined || longitude === undefined) return undefined;
  return { west: longitude, east: longitude, south: latitude, north: latitude };
}

/** The geometry types of a vector tile. */
export const [point, line, polygon] = [1, 2, 3] as const;
export type GeometryType = typeof point | typeof line | typeof polygon;

/** Points, a line, or a ring; a hole belongs to the last ring before it that is none. */
export interface Part {
  readonly points: Coordinates;
  readonly isHole: boolean;
}

/** A geometry without nesting, in any units. */
export interface FlatGeometry {
  readonly type: GeometryType;
  readonly parts: readonly Part[];
}

/** Projects a geometry, part by part; `count` is the number of positions to project. */
export function flatten(
  geometry: MapGeometry,
  project: (positions: readonly Position[], count: number) => Coordinates,
): FlatGeometry {
  const asPart = (positions: readonly Position[]): Part => ({
    points: project(positions, positions.length),
    isHole: false,
  });
  switch (geometry.type) {
    case 'Point':
      return { type: point, parts: [asPart([geometry.coordinates])] };
    case 'LineString':
      return { type: line, parts: [asPart(geometry.coordinates)] };
    case 'MultiLineString':
      return { type: line, parts: geometry.coordinates.map(asPart) };
    default:
      return {
        type: polygon,
        parts: polygonsOf(geometry).flatMap(rings => ringsOf(rings, project)),
      };
  }
}

/** Rings without their last point, which repeats the first. */
function ringsOf(
  rings: readonly (readonly Position[])[],
  project: (positions: readonly Position[], count: number) => Coordinates,
): Part[] {
  return rings.map((ring, i) => ({ points: project(ring, ring.length - 1), isHole: i > 0 }));
}
