import proj4 from 'proj4';
import type { MapFeature, MapGeometry } from '#domain/map/map-feature.ts';
import type { TileId } from '#domain/map/tile-scheme.ts';
import { corners } from '../geo/square.ts';
import { decodeTile } from './decode.ts';
import { packedBaseTile } from './packed-tiles.ts';

export type Point = readonly [number, number];
export const athens: TileId = { z: 16, x: 37_088, y: 25_308 };

/** The corner of the square world in metres of Web Mercator. */
const worldEdge = 20_037_508.342789244;

/** Web Mercator by proj4, in tile units. */
export function toUnits({ z, x, y }: TileId, position: Point): Point {
  const [east, north] = proj4('EPSG:3857').forward([...position]);
  const units = (2 ** z * 4_096) / (2 * worldEdge);
  return [(east! + worldEdge) * units - x * 4_096, (worldEdge - north!) * units - y * 4_096];
}

/** The position of a point of a tile, in degrees. */
export function fromUnits({ z, x, y }: TileId, [column, row]: Point): [number, number] {
  const metres = (2 * worldEdge) / (2 ** z * 4_096);
  const east = (column + x * 4_096) * metres - worldEdge;
  const north = worldEdge - (row + y * 4_096) * metres;
  const [longitude, latitude] = proj4('EPSG:3857').inverse([east, north]);
  return [longitude!, latitude!];
}

const plain = {
  layer: 'building',
  kind: 'yes',
  name: null,
  nameEn: null,
  ref: null,
  minZoom: 0,
  rank: 0,
} as const;

let made = 0;

export function feature(geometry: MapGeometry, fields: Partial<MapFeature> = {}): MapFeature {
  return { ...plain, externalId: `way/${made++}`, geometry, ...fields };
}

/** A closed ring through points of a tile. */
export function ring(tile: TileId, points: readonly Point[]): [number, number][] {
  return [...points, points[0]!].map(point => fromUnits(tile, point));
}

export function polygon(tile: TileId, ...rings: (readonly Point[])[]): MapGeometry {
  return { type: 'Polygon', coordinates: rings.map(points => ring(tile, points)) };
}

export function line(tile: TileId, ...points: Point[]): MapGeometry {
  return { type: 'LineString', coordinates: points.map(point => fromUnits(tile, point)) };
}

export const square = (from: number, to: number): Point[] =>
  corners(`${from} ${from}, ${to} ${from}, ${to} ${to}, ${from} ${to}`);

/** The parts of the only feature of a tile; none for an empty tile. */
export function partsIn(tile: TileId, geometry: MapGeometry) {
  return decodeTile(packedBaseTile(tile, [feature(geometry)]))[0]?.parts ?? [];
}

/** Positive for a ring that runs clockwise on a screen. */
export function areaOf(points: readonly Point[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nextX, nextY] = points[(i + 1) % points.length]!;
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}
