import type { Box } from '../geo/box.ts';
import { zoomsOf } from './detail.ts';

/*
 * The index of map features in SQLite: one integer per feature, as for parcels (geo/cells.ts), with
 * a set of grids for each level of detail. A box belongs to the finest grid of its level whose cells
 * are at least as wide as the box, and there to the cell of its south-west corner. So it extends at
 * most into the next cells east and north.
 */

/** The finest grid of a level has this many grids below the lowest zoom of the level. */
const gridsBelowZoom = 5;
const finestGrid = 18;

/** Upper limits of a row or column number and of a grid number. */
const indexRange = 2 ** 19;
const gridRange = 32;

/** First and last cell of a run, both included. */
export type CellRun = readonly [first: number, last: number];

/** The cell of a feature with this bounding box, in degrees. */
export function mapCellOf({ west, east, south, north }: Box, detail: number): number {
  const size = Math.max(east - west, north - south);
  const fitting = size > 0 ? Math.floor(Math.log2(360 / size)) : finestGrid;
  const grid = Math.min(Math.max(fitting, 0), finestGridOf(detail));
  return cellAt(detail, grid, rowOf(grid, south), columnOf(grid, west));
}

/** The cells of a level of detail that may have a feature whose box overlaps this one. */
export function mapCellsIn({ west, east, south, north }: Box, detail: number): CellRun[] {
  const runs: CellRun[] = [];
  for (let grid = 0; grid <= finestGridOf(detail); grid++) {
    const [first, last] = [columnOf(grid, west) - 1, columnOf(grid, east)];
    for (let row = rowOf(grid, south) - 1; row <= rowOf(grid, north); row++) {
      runs.push([cellAt(detail, grid, row, first), cellAt(detail, grid, row, last)]);
    }
  }
  return runs;
}

function finestGridOf(detail: number): number {
  return Math.min(zoomsOf(detail).lowest + gridsBelowZoom, finestGrid);
}

function cellAt(detail: number, grid: number, row: number, column: number): number {
  return ((detail * gridRange + grid) * indexRange + row) * indexRange + column;
}

/** Plus one, so that the cell west or south of the first one is not negative. */
function columnOf(grid: number, longitude: number): number {
  return Math.floor(((clamp(longitude, 180) + 180) * 2 ** grid) / 360) + 1;
}

function rowOf(grid: number, latitude: number): number {
  return Math.floor(((clamp(latitude, 90) + 90) * 2 ** grid) / 360) + 1;
}

function clamp(degrees: number, limit: number): number {
  return Math.min(limit, Math.max(-limit, degrees));
}
