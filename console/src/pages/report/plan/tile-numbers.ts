import type { TileId } from '#domain/map/tile-scheme.ts';
import type { Box } from '#tools/geo/box.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import type { Paper } from './paper.ts';

/** The box in degrees of a plan around a point; a little larger than its frame. */
export function planBox([longitude, latitude]: Position, { frame, scale }: Paper): Box {
  const { east, north } = metresPerDegree(latitude);
  const half = (Math.max(frame.width, frame.height) * scale * 1.2) / 2000;
  return {
    west: longitude - half / east,
    east: longitude + half / east,
    south: latitude - half / north,
    north: latitude + half / north,
  };
}

/** More tiles per plan would be a long wait. */
const mostTiles = 12;

/** The tiles of a box at the highest zoom that needs few of them; none near the poles. */
export function tilesOf(box: Box, highestZoom: number): TileId[] {
  if (Math.max(Math.abs(box.north), Math.abs(box.south)) > 85) return [];
  for (let z = highestZoom; z >= 0; z -= 1) {
    const [left, top] = placeIn(z, [box.west, box.north]);
    const [right, bottom] = placeIn(z, [box.east, box.south]);
    const columns = range(Math.floor(left), Math.floor(right));
    const rows = range(Math.floor(top), Math.floor(bottom));
    if (columns.length * rows.length > mostTiles) continue;
    return columns
      .flatMap(x => rows.map(y => ({ z, x, y })))
      .filter(({ x, y }) => Math.min(x, y) >= 0 && Math.max(x, y) < 2 ** z);
  }
  return [];
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A position in tiles from the west and from the north. */
function placeIn(z: number, [longitude, latitude]: Position): readonly [number, number] {
  const phi = (latitude * Math.PI) / 180;
  const north = Math.asinh(Math.tan(phi)) / Math.PI;
  return [((longitude + 180) / 360) * 2 ** z, ((1 - north) / 2) * 2 ** z];
}
