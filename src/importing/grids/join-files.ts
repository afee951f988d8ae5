import type { ReadGrid } from '#domain/grids/grid.ts';
import { side } from '#domain/grids/square.ts';
import { badFile } from '#tools/files/bytes.ts';
import { type GridFile, mostSquaresAcross } from './grid-file.ts';

const mostSquaresOfGrid = 2 ** 26;
/** Cells of two files are the same if they are not farther apart than this share of a cell. */
const mostShift = 0.01;

/** Files whose cells are the same, as one grid. */
export interface JoinedGrid extends ReadGrid {
  readonly files: readonly GridFile[];
}

/** Joins files with the same cells: neighbours are then interpolated across their border. */
export function gridsOf(files: readonly GridFile[]): JoinedGrid[] {
  const groups: GridFile[][] = [];
  for (const file of files) {
    const group = groups.find(([first]) => hasSameCells(first!, file));
    if (group) group.push(file);
    else groups.push([file]);
  }
  return groups.map(joined);
}

function hasSameCells(a: GridFile, b: GridFile): boolean {
  const isNear = (shift: number) => Math.abs(shift - Math.round(shift)) < mostShift;
  const isStep = (one: number, other: number, cells: number) =>
    Math.abs(one / other - 1) * cells < mostShift;
  return (
    a.epsg === b.epsg &&
    a.type === b.type &&
    a.scale === b.scale &&
    a.offset === b.offset &&
    isStep(a.stepX, b.stepX, b.width) &&
    isStep(a.stepY, b.stepY, b.height) &&
    isNear((a.west - b.west) / a.stepX) &&
    isNear((a.north - b.north) / a.stepY)
  );
}

/** Where a file begins in a grid, in cells. */
export function offsetIn(
  grid: Pick<ReadGrid, 'west' | 'north' | 'stepX' | 'stepY'>,
  file: GridFile,
) {
  return {
    column: Math.round((file.west - grid.west) / grid.stepX),
    row: Math.round((grid.north - file.north) / grid.stepY),
  };
}

function joined(files: readonly GridFile[]): JoinedGrid {
  const { path, epsg, stepX, stepY, type, scale, offset } = files[0]!;
  const west = files.reduce((least, file) => Math.min(least, file.west), Infinity);
  const north = files.reduce((most, file) => Math.max(most, file.north), -Infinity);
  let [width, height] = [0, 0];
  for (const file of files) {
    const { column, row } = offsetIn({ west, north, stepX, stepY }, file);
    [width, height] = [Math.max(width, column + file.width), Math.max(height, row + file.height)];
  }
  const [across, down] = [Math.ceil(width / side), Math.ceil(height / side)];
  if (across > mostSquaresAcross || across * down > mostSquaresOfGrid) {
    throw badFile(path, `${width} × ${height} cells with the others, too many for one import`);
  }
  return { epsg, west, north, stepX, stepY, width, height, type, scale, offset, files };
}
