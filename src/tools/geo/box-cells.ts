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

/** First and last number of the cells of a grid, both included. */
export function cellsOfLevel(level: number): CellRun {
  return [level * indexRange ** 2, (level + 1) * indexRange ** 2 - 1];
}

/** The levels of all grids. */
export const cellLevels = Array.from({ length: finest - coarsest + 1 }, (_, i) => coarsest + i);

/** First and last number of a run of cells or tiles, both included. */
export type CellRun = readonly [first: number, last: number];

/** How many runs `cellRunsIn` gives for a box. */
export function countCellRuns(box: Box, levels: readonly number[]): number {
  const { west, east } = withinEarth(box);
  return levels.reduce((sum, level) => sum + columnAt(level, east) - columnAt(level, west) + 2, 0);
}

/** The cells of some grids that may have a box that overlaps this one: a run for each column. */
export function* cellRunsIn(box: Box, levels: readonly number[]): Generator<CellRun> {
  const { west, east, south, north } = withinEarth(box);
  for (const level of levels) {
    const [first, last] = [rowAt(level, south) - 1, rowAt(level, north)];
    for (let column = columnAt(level, west) - 1; column <= columnAt(level, east); column++) {
      const cells = (level * indexRange + column) * indexRange;
      yield [cells + first, cells + last];
    }
  }
}

function withinEarth({ west, east, south, north }: Box): Box {
  const clamp = (degrees: number, most: number) => Math.min(most, Math.max(-most, degrees));
  return {
    west: clamp(west, 180),
    east: clamp(east, 180),
    south: clamp(south, 90),
    north: clamp(north, 90),
  };
}

function cellAt(level: number, x: number, y: number, east: number, north: number): number {
  const column = columnAt(level, x) + east;
  const row = rowAt(level, y) + north;
  return (level * indexRange + column) * indexRange + row;
}

// Plus one, so that the cell west or south of the first one is not negative.
function columnAt(level: number, x: number): number {
  return Math.floor((x + 180) * (2 ** level / 360)) + 1;
}

function rowAt(level: number, y: number): number {
  return Math.floor((y + 90) * (2 ** level / 360)) + 1;
}

/*
 * The same for points: tiles are squares of a thousandth of a degree, numbered row by row from the
 * south-west. The points around a position are in a few ranges of numbers.
 */
const tilesPerDegree = 1_000;
const tilesInRow = 360 * tilesPerDegree + 1;
/** The length of the shortest degree of latitude, in metres. */
const degreeMetres = 110_570;

/** The number of the tile that a point lies in. */
export function tileOf(latitude: number, longitude: number): number {
  return rowOf(latitude) * tilesInRow + columnOf(longitude);
}

/** Half the height and half the width, in degrees, of a box around a circle. */
export function boxAround(latitude: number, metres: number): { high: number; wide: number } {
  const high = metres / degreeMetres;
  const northmost = Math.min(90, Math.abs(latitude) + high);
  return { high, wide: high / Math.cos((northmost * Math.PI) / 180) };
}

/**
 * The ranges of tiles that contain every point within some metres of a position, and more points
 * around them. They end at the antimeridian.
 */
export function tilesAround(latitude: number, longitude: number, metres: number): CellRun[] {
  const { high, wide } = boxAround(latitude, metres);
  const [south, north] = [rowOf(latitude - high), rowOf(latitude + high)];
  const [west, east] = [columnOf(longitude - wide), columnOf(longitude + wide)];
  return Array.from({ length: north - south + 1 }, (_, i) => {
    const row = (south + i) * tilesInRow;
    return [row + west, row + east];
  });
}

function rowOf(latitude: number): number {
  return Math.floor((Math.min(90, Math.max(-90, latitude)) + 90) * tilesPerDegree);
}

function columnOf(longitude: number): number {
  return Math.floor((Math.min(180, Math.max(-180, longitude)) + 180) * tilesPerDegree);
}
