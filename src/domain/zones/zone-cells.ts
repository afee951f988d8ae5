import type { Box } from '#tools/geo/box.ts';

/*
 * Zones are cut along a quadtree over degrees: a cell of a level has half the width of the level
 * before. Each piece of a zone belongs to exactly one cell, so a point reads one cell of each level.
 */

/** The widest cell has 360°, the narrowest a little more than 300 m. */
export const finestLevel = 17;

/** Upper limit of a column or row number. */
const indexRange = 2 ** 24;

/** The row with the description of a source is not in a cell. */
export const headerCell = -1;

/** A cell of the quadtree. */
export interface ZoneCell {
  readonly level: number;
  readonly column: number;
  readonly row: number;
}

/** The number of a cell, by which its pieces are found. */
export function cellNumber({ level, column, row }: ZoneCell): number {
  return (level * indexRange + column) * indexRange + row;
}

/** The cell of a number. */
export function cellOfNumber(number: number): ZoneCell {
  const row = number % indexRange;
  const rest = (number - row) / indexRange;
  return { level: levelOfNumber(number), column: rest % indexRange, row };
}

/** The level of the cell of a number. */
export function levelOfNumber(number: number): number {
  return Math.floor(number / indexRange ** 2);
}

/** The first and the last number that a cell of each level may have. */
export function numbersOfLevels(): [first: number, last: number][] {
  return Array.from({ length: finestLevel + 1 }, (_, level) => [
    level * indexRange ** 2,
    (level + 1) * indexRange ** 2 - 1,
  ]);
}

/** The box of a cell, in degrees. */
export function boxOfCell({ level, column, row }: ZoneCell): Box {
  const width = 360 / 2 ** level;
  const [west, south] = [column * width - 180, row * width - 90];
  return { west, south, east: west + width, north: south + width };
}

/** The cells of a level from the south-west to the north-east corner of a box. */
export function* cellsOfBox({ west, south, east, north }: Box, level: number): Generator<ZoneCell> {
  for (let column = columnAt(level, west); column <= columnAt(level, east); column++) {
    for (let row = rowAt(level, south); row <= rowAt(level, north); row++) {
      yield { level, column, row };
    }
  }
}

/** The finest level whose cells are at least as wide as a box: the box is in at most four of them. */
export function levelOfBox({ west, south, east, north }: Box): number {
  const size = Math.max(east - west, north - south);
  const fitting = size > 0 ? Math.floor(Math.log2(360 / size)) : finestLevel;
  return Math.min(finestLevel, Math.max(0, fitting));
}

/** A cell has 4 × 4 squares, the cells two levels finer, and each square has a bit. */
const [squareLevels, squaresAcross] = [2, 4];
/** The bits of all squares of a cell. */
export const allSquares = 2 ** (squaresAcross ** 2) - 1;

/** The bits of the squares that overlap a box, of the cells from a row to a later one. */
export function squaresInBox(
  { level, column, row }: ZoneCell,
  { west, south, east, north }: Box,
  lastRow = row,
): number {
  const fine = level + squareLevels;
  const within = (index: number) => Math.min(squaresAcross - 1, Math.max(0, index));
  const left = within(columnAt(fine, west) - squaresAcross * column);
  const right = within(columnAt(fine, east) - squaresAcross * column);
  const isOneRow = row === lastRow;
  const bottom = isOneRow ? within(rowAt(fine, south) - squaresAcross * row) : 0;
  const top = isOneRow ? within(rowAt(fine, north) - squaresAcross * row) : squaresAcross - 1;
  const columnBits = 2 ** (right + 1) - 2 ** left;
  let bits = 0;
  for (let y = bottom; y <= top; y++) bits |= columnBits << (squaresAcross * y);
  return bits;
}

/** Cells of one column that follow each other, and the bits of squares that are looked for in them. */
export type ZoneRun = readonly [first: number, last: number, squares: number];

/** Runs of numbers of all cells that overlap a box: one for each column of each level. */
export function runsInBox(box: Box): ZoneRun[] {
  const { west, south, east, north } = box;
  const runs: ZoneRun[] = [];
  for (let level = 0; level <= finestLevel; level++) {
    const [first, last] = [rowAt(level, south), rowAt(level, north)];
    for (let column = columnAt(level, west); column <= columnAt(level, east); column++) {
      runs.push([
        cellNumber({ level, column, row: first }),
        cellNumber({ level, column, row: last }),
        squaresInBox({ level, column, row: first }, box, last),
      ]);
    }
  }
  return runs;
}

/** Whether a position lies in a cell; each position is in one cell of a level. */
export function isInCell({ level, column, row }: ZoneCell, x: number, y: number): boolean {
  return columnAt(level, x) === column && rowAt(level, y) === row;
}

// The last column and row have the borders at 180° and 90°.
function columnAt(level: number, x: number): number {
  return indexAt(level, (x + 180) / 360, 1);
}

function rowAt(level: number, y: number): number {
  return indexAt(level, (y + 90) / 360, 1 / 2);
}

function indexAt(level: number, share: number, most: number): number {
  const cells = 2 ** level;
  const last = Math.max(0, Math.ceil(cells * most) - 1);
  return Math.min(last, Math.max(0, Math.floor(share * cells)));
}
