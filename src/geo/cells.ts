import type { Box } from './box.ts';

/*
 * A spatial index with one integer per box, so that any table with an index on that column can find
 * the boxes around a point. A box belongs to the finest grid whose cells are at least as wide as the
 * box, and there to the cell of its south-west corner. It extends at most into the next cells east
 * and north. So in each grid only four cells can have a box around a given point.
 */

/** Each level halves the cell width, from 360° down to about five metres. */
const coarsest = 0;
const finest = 23;

/** Upper limit of a row or column number; keys stay below 2^53. */
const indexRange = 2 ** 24;

/** The cell of a box in degrees. */
export function cellOfBox({ west, east, south, north }: Box): number {
  const size = Math.max(east - west, north - south);
  // A point has size 0: it belongs to the finest grid.
  const fitting = size > 0 ? Math.floor(Math.log2(360 / size)) : finest;
  const level = Math.min(Math.max(fitting, coarsest), finest);
  return cellAt(level, west, south, 0, 0);
}

/** All cells that may have a box around a point, finest first. */
export function cellsAround(latitude: number, longitude: number): number[] {
  const cells: number[] = [];
  for (let level = finest; level >= coarsest; level--) {
    for (const east of [0, -1]) {
      for (const north of [0, -1]) cells.push(cellAt(level, longitude, latitude, east, north));
    }
  }
  return cells;
}

function cellAt(level: number, x: number, y: number, east: number, north: number): number {
  const perDegree = 2 ** level / 360;
  // Plus one, so that the cell west or south of the first one is not negative.
  const column = Math.floor((x + 180) * perDegree) + east + 1;
  const row = Math.floor((y + 90) * perDegree) + north + 1;
  return (level * indexRange + column) * indexRange + row;
}
