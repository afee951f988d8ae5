import { type Box, boxesOverlap } from '#tools/geo/box.ts';
import { fromWgs84, toWgs84 } from '#tools/geo/crs.ts';
import { metresPerDegree } from '#tools/geo/earth.ts';
import type { Position } from '#tools/geo/polygon.ts';
import { recentlyUsed } from '#tools/recently-used.ts';
import type { GridKindName, GridValues } from './kind.ts';
import { mostLevels, type StoredType, side } from './square.ts';

/** Where the cells of a grid lie: rows from north to south in a coordinate system. */
export interface Lattice {
  readonly epsg: number;
  /** The corner of the first cell. */
  readonly west: number;
  readonly north: number;
  /** The size of a cell; the rows go south. */
  readonly stepX: number;
  readonly stepY: number;
  readonly width: number;
  readonly height: number;
}

/** A grid as its reader finds it: files with the same cells are one grid. */
export interface ReadGrid extends Lattice {
  readonly type: StoredType;
  /** A value is stored × scale + offset. */
  readonly scale: number;
  readonly offset: number;
}

/** What is stored of a grid besides its squares. */
export interface GridDescription extends ReadGrid {
  readonly kind: GridKindName;
  readonly values: GridValues;
  readonly unit: string;
  /** The day of the measurement; null if it is unknown. */
  readonly date: string | null;
  /** The longer side of a cell on the ground, in the middle of the grid. */
  readonly resolutionMetres: number;
  /** In degrees. */
  readonly box: Box;
}

/** The length of the sides of a cell on the ground, in the middle of the grid. */
export function resolutionOf(lattice: Lattice): number {
  const ground = groundAt(lattice, 0, lattice.width / 2, lattice.height / 2);
  const [east, south] = [Math.hypot(...ground.perColumn), Math.hypot(...ground.perRow)];
  return Number(Math.max(east, south).toPrecision(4));
}

/** Points along each side of a grid whose positions give its box. */
const pointsOfSide = 16;

/** The box around a grid in degrees: its sides are curves there. */
export function boxOf({ epsg, west, north, stepX, stepY, width, height }: Lattice): Box {
  const toDegrees = toWgs84(epsg)!;
  const box = { west: Infinity, south: Infinity, east: -Infinity, north: -Infinity };
  for (let i = 0; i <= pointsOfSide; i++) {
    for (let j = 0; j <= pointsOfSide; j++) {
      if (i % pointsOfSide !== 0 && j % pointsOfSide !== 0) continue;
      const [x, y] = toDegrees([
        west + (stepX * width * i) / pointsOfSide,
        north - (stepY * height * j) / pointsOfSide,
      ]);
      box.west = Math.min(box.west, x);
      box.east = Math.max(box.east, x);
      box.south = Math.min(box.south, y);
      box.north = Math.max(box.north, y);
    }
  }
  return box;
}

/** The share of its box by which a grid may lie outside of it: sides bend between the points. */
const mostBend = 0.01;

/** Whether a grid may have cells in a box. */
export function mayMeet({ box }: GridDescription, { west, south, east, north }: Box): boolean {
  const wide = mostBend * (box.east - box.west);
  const high = mostBend * (box.north - box.south);
  return boxesOverlap(box, {
    west: west - wide,
    east: east + wide,
    south: south - high,
    north: north + high,
  });
}

/** The number of levels of a grid: the last one has a single square. */
export function levelsOf({ width, height }: Lattice): number {
  const squares = Math.ceil(Math.max(width, height) / side);
  return Math.min(mostLevels, Math.ceil(Math.log2(squares)) + 1);
}

/** The columns and rows of cells of a level. */
export function sizeOfLevel({ width, height }: Lattice, level: number) {
  return { width: Math.ceil(width / 2 ** level), height: Math.ceil(height / 2 ** level) };
}

/** The conversion of longitude and latitude to columns and rows of a level; cell 0 is from 0 to 1. */
export function toCells(
  { epsg, west, north, stepX, stepY }: Lattice,
  level: number,
): (position: Position) => Position {
  const toPlane = fromWgs84(epsg)!;
  const [cellX, cellY] = [stepX * 2 ** level, stepY * 2 ** level];
  return position => {
    const [x, y] = toPlane(position);
    return [(x - west) / cellX, (north - y) / cellY];
  };
}

/** How far one column and one row lead on the ground, in metres east and north. */
export interface Ground {
  readonly perColumn: Position;
  readonly perRow: Position;
}

/** Computed on the ellipsoid around a point of a level, given in cells. */
export function groundAt(lattice: Lattice, level: number, column: number, row: number): Ground {
  const { epsg, west, north, stepX, stepY } = lattice;
  const [cellX, cellY] = [stepX * 2 ** level, stepY * 2 ** level];
  const toDegrees = toWgs84(epsg)!;
  const at = (x: number, y: number) => toDegrees([west + x * cellX, north - y * cellY]);
  const metres = metresPerDegree(at(column, row)[1]);
  const between = ([ax, ay]: Position, [bx, by]: Position): Position => [
    (bx - ax) * metres.east,
    (by - ay) * metres.north,
  ];
  return {
    perColumn: between(at(column - 0.5, row), at(column + 0.5, row)),
    perRow: between(at(column, row - 0.5), at(column, row + 0.5)),
  };
}

/** A new row of a grid: a square, or its description. */
export interface GridRow {
  readonly grid: number;
  readonly square: number;
  readonly content: Uint8Array;
}

/** A square as it is read. */
export type StoredSquare = Omit<GridRow, 'grid'>;

interface GridOrigin {
  readonly sourceId: number;
  readonly grid: number;
  readonly source: string;
  readonly licence: string;
  readonly loadedAt: string;
}

/** A grid as it is read. */
export interface StoredGrid extends GridOrigin {
  readonly description: Uint8Array;
}

/** A loaded grid. */
export type Grid = GridDescription & GridOrigin;

/** Descriptions by their text: each is parsed once. */
const descriptions = recentlyUsed<GridDescription>(200);

/** Loaded grids from their rows: those of a source together, the finest first. */
export function toGrids(rows: readonly StoredGrid[]): Grid[] {
  const grids = rows.map(({ description, ...origin }) => {
    const text = Buffer.from(description).toString();
    const known = descriptions.get(text) ?? (JSON.parse(text) as GridDescription);
    descriptions.set(text, known);
    return { ...known, ...origin };
  });
  return grids.sort(
    (a, b) => b.sourceId - a.sourceId || a.resolutionMetres - b.resolutionMetres || a.grid - b.grid,
  );
}

/** Squares that wait to be written; few, as they are large. */
const mostWaiting = 8;

/** Hands rows of grids on as they are: they are packed already. */
export function openSquarePacker() {
  let waiting: (GridRow & { readonly features: number })[] = [];
  return {
    add: (row: GridRow) => {
      waiting.push({ ...row, features: 1 });
    },
    isFull: () => waiting.length >= mostWaiting,
    take: () => {
      const taken = waiting;
      waiting = [];
      return taken as never[];
    },
  };
}
