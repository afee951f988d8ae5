import { clipPolygon } from '#tools/geo/clip.ts';
import {
  boundsOf,
  mapPositions,
  type PolygonGeometry,
  planarArea,
  polygonsOf,
} from '#tools/geo/polygon.ts';
import { type Ground, type Lattice, levelsOf, sizeOfLevel, toCells } from './grid.ts';
import { side } from './square.ts';
import {
  type CellBox,
  eachRunInside,
  gradientAt,
  type Slope,
  slopeOf,
  valueAt,
  type Window,
} from './window.ts';

/** The most cells, and the most crossings of borders and rows, that one answer looks at. */
const [mostCells, mostCrossings] = [2 ** 16, 2 ** 20];
const mostSquaresRead = 24;

/** An area of a grid: its level of detail, its border in cells of that level, and the cells around. */
export interface GridArea {
  /** The share of the area that lies in the grid, 0 to 1. */
  readonly insideShare: number;
  readonly level: number;
  readonly geometry: PolygonGeometry;
  readonly box: CellBox;
}

/** The part of a grid around an area in degrees, at the finest level that is not too much to read. */
export function areaOf(lattice: Lattice, geometry: PolygonGeometry): GridArea {
  const corners = polygonsOf(geometry)
    .flat()
    .reduce((sum, ring) => sum + ring.length, 0);
  const last = levelsOf(lattice) - 1;
  const finest = mapPositions(geometry, toCells(lattice, 0));
  const insideShare = shareInside(finest, lattice);
  for (let level = 0; ; level++) {
    const scaled = mapPositions(finest, ([x, y]) => [x / 2 ** level, y / 2 ** level]);
    const box = cellsAround(lattice, level, scaled);
    const area = { level, geometry: scaled, box, insideShare };
    if (level >= last || isCheap(area.box, corners)) return area;
  }
}

/** The share of an area, in cells of the finest level, that lies in the grid. */
function shareInside(geometry: PolygonGeometry, { width, height }: Lattice): number {
  const box = { west: 0, south: 0, east: width, north: height };
  const { west, south, east, north } = boundsOf(geometry);
  if (west >= 0 && south >= 0 && east <= width && north <= height) return 1;
  const coordinates = polygonsOf(geometry).flatMap(polygon => {
    const part = clipPolygon(polygon, box);
    return part ? [part] : [];
  });
  return planarArea({ type: 'MultiPolygon', coordinates }) / planarArea(geometry);
}

function isCheap({ columns, rows }: CellBox, corners: number): boolean {
  const squares = (Math.ceil(columns / side) + 1) * (Math.ceil(rows / side) + 1);
  return (
    columns * rows <= mostCells && squares <= mostSquaresRead && corners * rows <= mostCrossings
  );
}

/** The cells of the grid around an area, with one more on each side for the slope. */
function cellsAround(lattice: Lattice, level: number, geometry: PolygonGeometry): CellBox {
  const { west, east, south, north } = boundsOf(geometry);
  const { width, height } = sizeOfLevel(lattice, level);
  const column = Math.max(0, Math.floor(west) - 1);
  const row = Math.max(0, Math.floor(south) - 1);
  return {
    column,
    row,
    columns: Math.max(0, Math.min(width, Math.ceil(east) + 1) - column),
    rows: Math.max(0, Math.min(height, Math.ceil(north) + 1) - row),
  };
}

/** The values in an area. */
export interface AreaValues {
  readonly min: number;
  readonly mean: number;
  readonly max: number;
  /** The share of the area with values, 0 to 1. */
  readonly measuredShare: number;
  /** For each step the share of the values above it. */
  readonly shares: readonly number[];
  readonly slope: Slope | null;
}

/**
 * Sums up the cells whose centres lie in an area; null if none has a value. With `ground`, also the
 * mean of the slopes, and where the mean gradient falls to.
 */
export function measureArea(
  { geometry, box, insideShare }: GridArea,
  window: Window,
  steps: readonly number[],
  ground: Ground | undefined,
): AreaValues | null {
  let [count, measured, sum, min, max] = [0, 0, 0, Infinity, -Infinity];
  let [slopes, percents, east, north] = [0, 0, 0, 0];
  const above = steps.map(() => 0);
  eachRunInside(geometry, box, (row, from, to) => {
    count += to - from;
    for (let column = from; column < to; column++) {
      const value = valueAt(window, column, row);
      if (Number.isNaN(value)) continue;
      measured++;
      sum += value;
      if (value < min) min = value;
      if (value > max) max = value;
      for (let i = 0; i < steps.length && value > steps[i]!; i++) above[i]!++;
      const gradient = ground && gradientAt(window, column, row, ground);
      if (!gradient) continue;
      slopes++;
      percents += slopeOf(gradient).percent;
      east += gradient[0];
      north += gradient[1];
    }
  });
  if (measured === 0) return null;
  return {
    min,
    mean: Math.min(max, Math.max(min, sum / measured)),
    max,
    measuredShare: insideShare * (measured / count),
    shares: above.map(times => times / measured),
    slope: slopes === 0 ? null : slopeOf([east / slopes, north / slopes], percents / slopes),
  };
}
