import { buffer, extent, type TileId, tilesPerRow, worldUnitsAt } from './tile-scheme.ts';

/*
 * Tiles are drawn from cells, which are squares of the tile scheme. A level of detail has cells of
 * all zooms up to its lowest zoom plus one. A feature is in the finest cells of which it touches at
 * most two in a row and two in a column: one, two or four. A margin counts as part of a cell; it is
 * as wide as the buffer of the largest tile that reads the cell. So a tile reads one cell of each
 * zoom up to its own, and at the lowest zoom of its level also four quarters of itself.
 */

/** A level of detail: its number, and the lowest zoom whose tiles read it. */
export interface CellLevel {
  readonly detail: number;
  readonly lowestZoom: number;
}

/** A box in world units, the units of tiles at the finest zoom; y grows southwards. */
export interface WorldBox {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** The numbers of the cells that hold a feature with this box. */
export function cellsOf(box: WorldBox, level: CellLevel): number[] {
  let zoom = level.lowestZoom + 1;
  let range = rangeOf(box, level, zoom);
  while (range.right - range.left > 1 || range.bottom - range.top > 1) {
    range = rangeOf(box, level, --zoom);
  }
  return numbersIn(range, level, zoom);
}

/** The numbers of the cells that a tile is drawn from, the widest first. */
export function cellsOfTile({ z, x, y }: TileId, level: CellLevel): number[] {
  const numbers: number[] = [];
  for (let zoom = 0; zoom <= level.lowestZoom + 1; zoom++) {
    const [left, top] = zoom <= z ? [x >> (z - zoom), y >> (z - zoom)] : [2 * x, 2 * y];
    const more = zoom <= z ? 0 : 1;
    numbers.push(...numbersIn({ left, top, right: left + more, bottom: top + more }, level, zoom));
  }
  return numbers;
}

/** The north-west corner of a cell in world units. */
export function cornerOf(cell: number): { readonly west: number; readonly north: number } {
  const { z, x, y } = placeOf(cell);
  const width = extent * worldUnitsAt(z);
  return { west: x * width, north: y * width };
}

/**
 * Where a feature must begin for a tile to take it from this cell. A feature that begins further
 * west or north is in another quarter of the tile as well, which has it already.
 */
export function takenFrom(cell: number, tile: TileId, level: CellLevel) {
  const { z, x, y } = placeOf(cell);
  const { west, north } = cornerOf(cell);
  const isQuarter = z > tile.z;
  return {
    west: isQuarter && x % 2 === 1 ? west + marginOf(level) : -Infinity,
    north: isQuarter && y % 2 === 1 ? north + marginOf(level) : -Infinity,
  };
}

function marginOf({ lowestZoom }: CellLevel): number {
  return buffer * worldUnitsAt(lowestZoom);
}

interface CellRange {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function rangeOf({ west, north, east, south }: WorldBox, level: CellLevel, zoom: number) {
  const margin = marginOf(level);
  const [width, last] = [extent * worldUnitsAt(zoom), tilesPerRow(zoom) - 1];
  const at = (units: number) => Math.min(last, Math.max(0, Math.floor(units / width)));
  return {
    left: at(west - margin),
    top: at(north - margin),
    right: at(east + margin),
    bottom: at(south + margin),
  };
}

/** Upper limits of a row or column and of a zoom. */
const numberRange = 2 ** 16;
const zoomRange = 32;

function numbersIn({ left, top, right, bottom }: CellRange, { detail }: CellLevel, zoom: number) {
  const numbers: number[] = [];
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      numbers.push(((detail * zoomRange + zoom) * numberRange + x) * numberRange + y);
    }
  }
  return numbers;
}

/** A level of detail that no tile is drawn from. */
const detailOfWays = 31;

/** The cell of a bundle of ways that one may walk on (`walk/ways.ts`). */
export function cellOfWays(bundle: number): number {
  return detailOfWays * zoomRange * numberRange ** 2 + bundle;
}

function placeOf(cell: number): TileId {
  const y = cell % numberRange;
  const x = Math.floor(cell / numberRange) % numberRange;
  return { z: Math.floor(cell / numberRange ** 2) % zoomRange, x, y };
}
