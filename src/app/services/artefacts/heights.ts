import { type Grid, toCells, toGrids } from '#domain/grids/grid.ts';
import { elevation } from '#domain/grids/kind.ts';
import { side, squareNumber, typeOfLevel, unpackSquare } from '#domain/grids/square.ts';
import { interpolate } from '#domain/grids/window.ts';
import type { HeightsAt } from '#domain/walking/slopes.ts';
import type { StoreReader } from '#storage/store/store.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { type Cache, recentlyUsed } from '#tools/recently-used.ts';

/** Squares that stay in memory: together about 65 MB. */
const mostSquares = 500;

/**
 * Reads heights in metres from the grids of elevation; undefined if none is loaded. Of several grids
 * with a height at a position, that of the source loaded last counts, and of its grids the finest.
 */
export async function openHeights(rows: StoreReader): Promise<HeightsAt | undefined> {
  const isUsed = ({ kind, values }: Grid) => kind === elevation && values === 'amounts';
  const grids = toGrids(await rows.storedGrids()).filter(isUsed);
  if (grids.length === 0) return undefined;
  const squares = recentlyUsed<Float64Array | 'empty'>(mostSquares);
  const readers = grids.map(grid => openReader(rows, grid, squares));
  return async positions => {
    const heights = new Float64Array(positions.length).fill(NaN);
    for (const fill of readers) await fill(positions, heights);
    return heights;
  };
}

/** Fills in the heights that are still unknown from one grid. */
function openReader(rows: StoreReader, grid: Grid, memory: Cache<Float64Array | 'empty'>) {
  const { box, width, height, scale, offset } = grid;
  const toCell = toCells(grid, 0);
  const isNear = ([x, y]: Position) =>
    x >= box.west && x <= box.east && y >= box.south && y <= box.north;
  return async (positions: readonly Position[], heights: Float64Array): Promise<void> => {
    const cells = new Map<number, Position>();
    positions.forEach((position, i) => {
      if (Number.isNaN(heights[i]) && isNear(position)) cells.set(i, toCell(position));
    });
    if (cells.size === 0) return;
    const squares = await readSquares(rows, grid, squaresAround(cells.values()), memory);
    const heightAt = (column: number, row: number) => {
      if (column < 0 || row < 0 || column >= width || row >= height) return NaN;
      const square = squares.get(squareAt(column, row));
      if (square === undefined || square === 'empty') return NaN;
      return square[(row % side) * side + (column % side)]! * scale + offset;
    };
    for (const [i, cell] of cells) heights[i] = interpolate(heightAt, cell);
  };
}

function squareAt(column: number, row: number): number {
  return squareNumber(0, Math.floor(row / side), Math.floor(column / side));
}

/** The squares of the four cells around each point. */
function squaresAround(cells: Iterable<Position>): Set<number> {
  const numbers = new Set<number>();
  for (const [x, y] of cells) {
    for (const column of [x - 0.5, x + 0.5]) {
      for (const row of [y - 0.5, y + 0.5]) {
        if (column >= 0 && row >= 0) numbers.add(squareAt(column, row));
      }
    }
  }
  return numbers;
}

async function readSquares(
  rows: StoreReader,
  grid: Grid,
  numbers: ReadonlySet<number>,
  memory: Cache<Float64Array | 'empty'>,
): Promise<ReadonlyMap<number, Float64Array | 'empty'>> {
  const keyOf = (number: number) => `${grid.sourceId} ${grid.grid} ${number}`;
  const squares = new Map<number, Float64Array | 'empty'>();
  for (const number of numbers) squares.set(number, memory.get(keyOf(number)) ?? 'empty');
  const missing = [...numbers].filter(number => memory.get(keyOf(number)) === undefined);
  const type = typeOfLevel(grid.type, 0, false);
  const found = missing.length > 0 ? await rows.gridSquares(grid.sourceId, grid.grid, missing) : [];
  for (const { square, content } of found) squares.set(square, unpackSquare(content, type));
  for (const number of missing) memory.set(keyOf(number), squares.get(number)!);
  return squares;
}
