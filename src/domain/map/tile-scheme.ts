import type { Box } from '#tools/geo/box.ts';
import type { Position } from '#tools/geo/polygon.ts';

/** The number of a tile in the XYZ scheme of Web Mercator: x from the west, y from the north. */
export interface TileId {
  readonly z: number;
  readonly x: number;
  readonly y: number;
}

/** The width of a tile in tile units. */
export const extent = 4_096;

/** How far beyond its edge a tile has data, in tile units, so that strokes meet at the edge. */
export const buffer = 64;

/** MapLibre draws a tile 512 pixels wide. */
export const unitsPerPixel = extent / 512;

/** The highest zoom that has tiles; clients enlarge those beyond. */
export const finestZoom = 16;

/** How many world units, the tile units of the finest zoom, are one tile unit of a zoom. */
export function worldUnitsAt(zoom: number): number {
  return 2 ** (finestZoom - zoom);
}

/** A closer latitude to a pole has no useful position in Web Mercator. */
const maxLatitude = 89;

/** The number of tiles in a row of a zoom. */
export function tilesPerRow(zoom: number): number {
  return 2 ** zoom;
}

/** The box of a tile with its buffer, in degrees. It ends at the antimeridian. */
export function tileBox({ z, x, y }: TileId): Box {
  const margin = buffer / extent;
  const count = tilesPerRow(z);
  return {
    west: Math.max(-180, longitudeOf((x - margin) / count)),
    east: Math.min(180, longitudeOf((x + 1 + margin) / count)),
    south: latitudeOf((y + 1 + margin) / count),
    north: latitudeOf((y - margin) / count),
  };
}

/** The position of a point of a tile, by its shares of the width and height. */
export function tilePosition({ z, x, y }: TileId, right: number, down: number): Position {
  const count = tilesPerRow(z);
  return [longitudeOf((x + right) / count), latitudeOf((y + down) / count)];
}

function longitudeOf(share: number): number {
  return share * 360 - 180;
}

function latitudeOf(share: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI;
}

/** Coordinates in tile units, x and y in turn; a ring has no repeated last point. */
export type Coordinates = number[];

/**
 * Returns a function that projects positions from degrees into the units of a tile: the first
 * `count` of them, default all.
 */
export function tileProjection({ z, x, y }: TileId) {
  const worldUnits = tilesPerRow(z) * extent;
  const left = x * extent;
  const top = y * extent;
  return (positions: readonly Position[], count = positions.length): Coordinates => {
    const projected: Coordinates = [];
    for (let i = 0; i < count; i++) {
      const position = positions[i]!;
      projected.push(
        (position[0] / 360 + 0.5) * worldUnits - left,
        mercatorY(position[1]) * worldUnits - top,
      );
    }
    return projected;
  };
}

/** A position in whole world units. */
export function toWorld([longitude, latitude]: Position): [x: number, y: number] {
  const width = tilesPerRow(finestZoom) * extent;
  const limited = Math.min(180, Math.max(-180, longitude));
  return [Math.round((limited / 360 + 0.5) * width), Math.round(mercatorY(latitude) * width)];
}

/** The position of a point in world units. */
export function fromWorld(x: number, y: number): Position {
  const width = tilesPerRow(finestZoom) * extent;
  return [longitudeOf(x / width), latitudeOf(y / width)];
}

/** The position from north to south: 0 and 1 are the edges of the square world. */
function mercatorY(latitude: number): number {
  const limited = Math.min(maxLatitude, Math.max(-maxLatitude, latitude));
  const sine = Math.sin((limited * Math.PI) / 180);
  return 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI);
}
