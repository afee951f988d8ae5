import { type GridRow, levelsOf } from '#domain/grids/grid.ts';
import {
  coarsen,
  emptySquare,
  packSquare,
  side,
  squareNumber,
  typeOfLevel,
} from '#domain/grids/square.ts';
import { badFile } from '#tools/files/bytes.ts';
import type { GridFile } from './grid-file.ts';
import { type JoinedGrid, offsetIn } from './join-files.ts';
import type { StripReader } from './strips.ts';

/** What the values mean: whether they are classes, and the smallest and largest measurement. */
export interface GridMeaning {
  readonly isClass: boolean;
  readonly least: number;
  readonly most: number;
}

/** The squares of a grid row by row, each level as it gets full. */
export async function* squaresOf(
  { files, ...grid }: JoinedGrid,
  strips: readonly StripReader[],
  meaning: GridMeaning,
): AsyncGenerator<Omit<GridRow, 'grid'>> {
  const levels = levelsOf(grid);
  const coarser = Array.from({ length: levels }, () => new Map<number, Float64Array>());
  const put = (level: number, row: number, column: number, values: Float64Array) => {
    const content = packSquare(values, typeOfLevel(grid.type, level, meaning.isClass));
    if (level + 1 < levels) {
      const parents = coarser[level + 1]!;
      const parent = parents.get(column >> 1) ?? emptySquare();
      parents.set(column >> 1, parent);
      coarsen(values, parent, row & 1, column & 1, meaning.isClass);
    }
    return { square: squareNumber(level, row, column), content };
  };
  function* endRow(level: number, row: number, isLast: boolean): Generator<Omit<GridRow, 'grid'>> {
    if (level + 1 === levels || !(isLast || row & 1)) return;
    const parents = coarser[level + 1]!;
    for (const [column, values] of parents) yield put(level + 1, row >> 1, column, values);
    parents.clear();
    yield* endRow(level + 1, row >> 1, isLast);
  }
  const own = strips.filter(({ file }) => files.includes(file));
  const rows = Math.ceil(grid.height / side);
  for (let row = 0; row < rows; row++) {
    const open = await stripsOfRow(grid, own, row);
    for (let column = 0; open.length > 0 && column * side < grid.width; column++) {
      const values = readSquare(grid, open, row, column, meaning);
      if (values) yield put(0, row, column, values);
    }
    yield* endRow(0, row, row + 1 === rows);
  }
}

/** The readers of files that have cells in a row of squares. */
async function stripsOfRow(
  grid: Omit<JoinedGrid, 'files'>,
  strips: readonly StripReader[],
  row: number,
): Promise<readonly StripReader[]> {
  const found: StripReader[] = [];
  for (const strip of strips) {
    const top = row * side - offsetIn(grid, strip.file).row;
    if (top + side <= 0 || top >= strip.file.height) continue;
    await strip.open(Math.max(0, top));
    found.push(strip);
  }
  return found;
}

/** The values of a square: of files that overlap, those of the first. Undefined if there are none. */
function readSquare(
  grid: Omit<JoinedGrid, 'files'>,
  strips: readonly StripReader[],
  row: number,
  column: number,
  meaning: GridMeaning,
): Float64Array | undefined {
  const square = emptySquare();
  let hasValues = false;
  for (const { file, read } of strips) {
    const offset = offsetIn(grid, file);
    const [left, top] = [column * side - offset.column, row * side - offset.row];
    const [firstX, firstY] = [Math.max(0, left), Math.max(0, top)];
    const columns = Math.min(file.width, left + side) - firstX;
    if (columns <= 0) continue;
    const rows = read(firstY, Math.min(file.height, top + side) - firstY, firstX, columns);
    for (const [i, values] of rows.entries()) {
      const at = (firstY - top + i) * side + firstX - left;
      hasValues = copyRow(file, values, square, at, meaning, firstX, firstY + i) || hasValues;
    }
  }
  return hasValues ? square : undefined;
}

/** Copies the values of a row into places that have none; returns whether there was any. */
function copyRow(
  { path, nodata, scale, offset }: GridFile,
  values: Float64Array,
  square: Float64Array,
  at: number,
  { least, most }: GridMeaning,
  column: number,
  row: number,
): boolean {
  let hasValues = false;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value === nodata || !Number.isFinite(value)) continue;
    const real = value * scale + offset;
    if (real < least || real > most) throw noMeasurement(path, value, column + i, row);
    hasValues = true;
    if (Number.isNaN(square[at + i]!)) square[at + i] = value;
  }
  return hasValues;
}

function noMeasurement(path: string, value: number, column: number, row: number): Error {
  return badFile(
    path,
    `column ${column + 1}, row ${row + 1}: ${value} is no value of this kind; ` +
      `if it stands for no value, write that with gdal_translate -a_nodata ${value}`,
  );
}
