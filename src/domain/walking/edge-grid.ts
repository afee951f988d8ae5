import { metresPerDegree } from '#tools/geo/earth.ts';
import type { EdgeGrid, WalkGraph } from './graph.ts';
import { unitsPerDegree } from './ways.ts';

/** Cells in a degree: in Greece a cell is about 217 m high and 170 m wide. */
const cellsPerDegree = 512;
const cellUnits = unitsPerDegree / cellsPerDegree;
/** More than the columns around the Earth. */
const rowLength = 2 ** 18;

type Shapes = Pick<WalkGraph, 'shapes' | 'longitudes' | 'latitudes'>;

const cellAt = (units: number) => Math.floor(units / cellUnits);

/** Builds the grid over the shapes of edges. */
export function buildEdgeGrid(graph: Shapes): EdgeGrid {
  const [keys, found]: [number[], number[]] = [[], []];
  for (let edge = 0; edge + 1 < graph.shapes.length; edge++) {
    let before = Number.NaN;
    visitCells(graph, edge, key => {
      if (key === before) return;
      before = key;
      keys.push(key);
      found.push(edge);
    });
  }
  const sorted = Float64Array.from(keys).sort();
  const cells = sorted.filter((key, i) => i === 0 || key !== sorted[i - 1]);
  const places = Uint32Array.from(keys, key => firstFrom(cells, key));
  const starts = new Uint32Array(cells.length + 1);
  for (const cell of places) starts[cell + 1]!++;
  for (let i = 0; i < cells.length; i++) starts[i + 1]! += starts[i]!;
  const next = starts.slice();
  const edges = new Uint32Array(found.length);
  places.forEach((cell, i) => {
    edges[next[cell]!++] = found[i]!;
  });
  return { cells, starts, edges };
}

/** Visits the cells that an edge passes, row by row along each of its parts. */
function visitCells(graph: Shapes, edge: number, visit: (key: number) => void): void {
  const { shapes, longitudes, latitudes } = graph;
  for (let i = shapes[edge]! + 1; i < shapes[edge + 1]!; i++) {
    const [x, y] = [longitudes[i - 1]!, latitudes[i - 1]!];
    const [dx, dy] = [longitudes[i]! - x, latitudes[i]! - y];
    const [south, north] = [Math.min(y, y + dy), Math.max(y, y + dy)];
    for (let row = cellAt(south); row <= cellAt(north); row++) {
      const xAt = (units: number) => (dy === 0 ? x : x + (dx * (units - y)) / dy);
      const low = dy === 0 ? x : xAt(Math.max(south, row * cellUnits));
      const high = dy === 0 ? x + dx : xAt(Math.min(north, (row + 1) * cellUnits));
      for (let col = cellAt(Math.min(low, high)); col <= cellAt(Math.max(low, high)); col++) {
        visit(keyOf(row, col));
      }
    }
  }
}

function keyOf(row: number, column: number): number {
  return (row + 90 * cellsPerDegree) * rowLength + column + 180 * cellsPerDegree;
}

/** The first index of a sorted array whose value is not lower. */
export function firstFrom(sorted: Float64Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Visits the edges around a point, and perhaps some further away; one may come several times. */
export function visitEdgesAround(
  { cells, starts, edges }: EdgeGrid,
  latitude: number,
  longitude: number,
  metres: number,
  visit: (edge: number) => void,
): void {
  const { north, east } = metresPerDegree(latitude);
  const [high, wide] = [metres / north, Math.min(180, metres / east)];
  const column = (degrees: number) => Math.floor(degrees * cellsPerDegree);
  for (let row = column(latitude - high); row <= column(latitude + high); row++) {
    const end = keyOf(row, column(longitude + wide));
    const first = firstFrom(cells, keyOf(row, column(longitude - wide)));
    for (let cell = first; cell < cells.length && cells[cell]! <= end; cell++) {
      for (let i = starts[cell]!; i < starts[cell + 1]!; i++) visit(edges[i]!);
    }
  }
}
