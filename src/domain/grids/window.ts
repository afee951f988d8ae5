import {
  type Polygon,
  type PolygonGeometry,
  type Position,
  polygonsOf,
} from '#tools/geo/polygon.ts';
import type { Ground } from './grid.ts';
import { side, squareNumber } from './square.ts';

/** A rectangle of cells of one level. */
export interface CellBox {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
}

/** The same with its values by rows, NaN where nothing was measured. */
export interface Window extends CellBox {
  readonly values: Float64Array;
}

/** The numbers of the squares that a rectangle meets, with their first cells in it. */
export function squaresOf({ column, row, columns, rows }: CellBox, level: number) {
  const found: { number: number; column: number; row: number }[] = [];
  const first = (cell: number) => Math.max(0, Math.floor(cell / side));
  for (let y = first(row); y * side < row + rows; y++) {
    for (let x = first(column); x * side < column + columns; x++) {
      found.push({ number: squareNumber(level, y, x), column: x * side, row: y * side });
    }
  }
  return found;
}

/** An empty window. */
export function emptyWindow(box: CellBox): Window {
  return { ...box, values: new Float64Array(box.columns * box.rows).fill(NaN) };
}

/** Copies the part of a square that lies in a window; `column` and `row` are its first cell. */
export function copySquare(
  window: Window,
  square: Float64Array,
  column: number,
  row: number,
  { scale, offset }: { readonly scale: number; readonly offset: number },
): void {
  const [left, right] = overlap(window.column, window.columns, column);
  const [top, bottom] = overlap(window.row, window.rows, row);
  for (let y = top; y < bottom; y++) {
    let to = (y - window.row) * window.columns + left - window.column;
    let from = (y - row) * side + left - column;
    for (let x = left; x < right; x++) window.values[to++] = square[from++]! * scale + offset;
  }
}

function overlap(start: number, length: number, square: number): Position {
  return [Math.max(start, square), Math.min(start + length, square + side)];
}

/** The value of a cell; NaN outside the window. */
export function valueAt(window: Window, column: number, row: number): number {
  const [x, y] = [column - window.column, row - window.row];
  if (x < 0 || y < 0 || x >= window.columns || y >= window.rows) return NaN;
  return window.values[y * window.columns + x]!;
}

/**
 * The value at a point, in cells, between the centres of four cells. The cell that holds the point decides
 * whether it was measured there; of the others, those without value do not count.
 */
export function interpolate(
  valueIn: (column: number, row: number) => number,
  [x, y]: Position,
): number {
  if (Number.isNaN(valueIn(Math.floor(x), Math.floor(y)))) return NaN;
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const [right, low] = [x - 0.5 - left, y - 0.5 - top];
  let [sum, weights] = [0, 0];
  for (const [column, row, weight] of [
    [left, top, (1 - right) * (1 - low)],
    [left + 1, top, right * (1 - low)],
    [left, top + 1, (1 - right) * low],
    [left + 1, top + 1, right * low],
  ] as const) {
    const value = valueIn(column, row);
    if (weight === 0 || Number.isNaN(value)) continue;
    sum += weight * value;
    weights += weight;
  }
  return sum / weights;
}

/** How steep the ground is, and where it falls to. */
export interface Slope {
  readonly percent: number;
  /** Degrees from north, clockwise; null on level ground. */
  readonly aspectDegrees: number | null;
}

/** The rise in metres for each metre east and north. */
export type Gradient = Position;

/**
 * The gradient in a cell by the eight cells around it (Horn, 1981), as gdaldem computes it, on the
 * ground. Undefined if one of them has no value.
 */
export function gradientAt(
  window: Window,
  column: number,
  row: number,
  { perColumn, perRow }: Ground,
): Gradient | undefined {
  const at = (x: number, y: number) => valueAt(window, column + x, row + y);
  const east = at(1, -1) + 2 * at(1, 0) + at(1, 1);
  const west = at(-1, -1) + 2 * at(-1, 0) + at(-1, 1);
  const south = at(-1, 1) + 2 * at(0, 1) + at(1, 1);
  const north = at(-1, -1) + 2 * at(0, -1) + at(1, -1);
  const [alongRow, alongColumn] = [(east - west) / 8, (south - north) / 8];
  if (Number.isNaN(alongRow + alongColumn + at(0, 0))) return undefined;
  const area = perColumn[0] * perRow[1] - perColumn[1] * perRow[0];
  return [
    (alongRow * perRow[1] - alongColumn * perColumn[1]) / area,
    (alongColumn * perColumn[0] - alongRow * perRow[0]) / area,
  ];
}

/** Steepness from a gradient. `percent` may be that of another one. */
export function slopeOf([east, north]: Gradient, percent = 100 * Math.hypot(east, north)): Slope {
  if (east === 0 && north === 0) return { percent, aspectDegrees: null };
  const degrees = (Math.atan2(-east, -north) * 180) / Math.PI;
  return { percent, aspectDegrees: (degrees + 360) % 360 };
}

/**
 * Calls back for each run of cells in a row whose centres lie inside an area, given in cells: from a
 * column up to another one, which is not in it.
 */
export function eachRunInside(
  geometry: PolygonGeometry,
  { column, row, columns, rows }: CellBox,
  visit: (row: number, from: number, to: number) => void,
): void {
  const crossings: number[][] = Array.from({ length: rows }, () => []);
  for (const polygon of polygonsOf(geometry)) addCrossings(polygon, row, crossings);
  for (const [i, found] of crossings.entries()) {
    found.sort((a, b) => a - b);
    for (let j = 0; j + 1 < found.length; j += 2) {
      const from = Math.max(column, Math.ceil(found[j]! - 0.5));
      const to = Math.min(column + columns, Math.ceil(found[j + 1]! - 0.5));
      if (from < to) visit(row + i, from, to);
    }
  }
}

/** Where the rings cross the middle of each row. A hole crosses too, which leaves it out. */
function addCrossings(polygon: Polygon, firstRow: number, crossings: number[][]): void {
  for (const ring of polygon) {
    for (let i = 1; i < ring.length; i++) {
      const [[ax, ay], [bx, by]] = [ring[i - 1]!, ring[i]!];
      if (ay === by) continue;
      const first = Math.max(firstRow, Math.ceil(Math.min(ay, by) - 0.5));
      const end = Math.min(firstRow + crossings.length, Math.ceil(Math.max(ay, by) - 0.5));
      for (let row = first; row < end; row++) {
        const share = (row + 0.5 - ay) / (by - ay);
        crossings[row - firstRow]!.push(ax + share * (bx - ax));
      }
    }
  }
}
